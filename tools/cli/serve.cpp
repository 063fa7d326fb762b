#include <cctype>
#include <cstdlib>
#include <stop_token>
#include <string>
#include <vector>

#include <boost/program_options/value_semantic.hpp>

#include "games/known_openings.hpp"
#include "protocols/actions/page_actions.hpp"
#include "protocols/http/server.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/base/read_file.hpp"
#include "tools/base/standard_streams.hpp"
#include "tools/base/stop_on_signal.hpp"
#include "tools/book/book_evaluator.hpp"
#include "tools/cli/commands.hpp"
#include "tools/options/book_options.hpp"
#include "tools/options/command.hpp"
#include "tools/options/evaluator_options.hpp"
#include "tools/options/number_option.hpp"
#include "tools/options/options.hpp"
#include "tools/watch/watch_action.hpp"

namespace isthmus {

namespace po = boost::program_options;

namespace {

constexpr auto kServeUsage =
    R"(Usage: isthmus serve [options]

Serves analysis over HTTP, by default to this machine alone:

  POST /analysis          a query; its answers, a line each
  GET  /analysis/stream   queries and answers by WebSocket, a message each, as analyze --stream has
  POST /calculate-move, /analyze-position, /analyze-game   what the site PlayHex asks an engine
  POST /solve-position, /mohex, ...   the jobs that it gives to workers, by their names
  GET  /status, /metrics  how it goes, for PlayHex and people, and for Prometheus
  GET  /ping              whether it is there
  GET  /                  a page with a board, for browsers

All of it is described in protocols/http/README.md. On SIGINT and SIGTERM it listens no more, answers
what is under way and ends.

To listen beyond this machine it needs a token, in a file or in the environment variable
ISTHMUS_TOKEN; requests then have the header "Authorization: Bearer TOKEN".)";

void add_limits(po::options_description& options) {
  const NumberOption rows[] = {
      {"searches",
       "N",
       {1, 1024, true},
       16,
       "how many positions are searched at once by each of --threads threads"},
      {"queue",
       "N",
       {1, 1e6, true},
       1000,
       "positions of one client that may wait; queries for more are refused (429)"},
      {"queue-memory",
       "MB",
       {1, 1e6, true},
       16,
       "megabytes of what one client has asked for and waits for; more is refused (429)"},
      {"connections",
       "N",
       {1, 10'000, true},
       256,
       "connections that may be open; others are refused (429), or take the place of idle ones"},
      {"max-visits", "N", {1, 4e9, true}, 100'000, "visits after which any search ends"},
      {"max-time", "S", {0.001, 1e9}, 60, "seconds after which any search ends"},
      {"max-wait",
       "S",
       {0.1, 1e6},
       240,
       "seconds after which a request is answered with what is known"},
      {"read-time",
       "S",
       {0.1, 1e6},
       10,
       "seconds that the head of a request may take, and then its body (408)"},
      {"idle-time",
       "S",
       {0.1, 1e6},
       60,
       "seconds after which a silent connection is closed; before its first request, --read-time"},
      {"grace", "S", {0, 1e6}, 10, "seconds that searches may go on when the server ends"},
      {"move-time",
       "S",
       {0.001, 1e9},
       3,
       "seconds for a move of /calculate-move, where neither the request nor --visits or --time "
       "say"},
      {"review-visits", "N", {2, 4e9, true}, 100, "visits of each position for /analyze-game"},
  };
  for (const NumberOption& row : rows) add_number(options, row);
}

// From the file or the environment; empty where neither has one.
std::string read_token(const po::variables_map& values) {
  constexpr std::size_t kMost = 4096;
  std::string token;
  if (values.count("token-file") != 0) {
    token = read_file(values["token-file"].as<std::string>(), "give a file with the token", kMost);
  } else if (const char* of_environment = std::getenv("ISTHMUS_TOKEN")) {
    token = of_environment;
  } else {
    return token;
  }
  while (!token.empty() && std::isspace(static_cast<unsigned char>(token.back())) != 0) {
    token.pop_back();
  }
  for (const char c : token) {
    if (std::isgraph(static_cast<unsigned char>(c)) == 0) {
      throw BadInput("the token should be of printable ASCII characters without blanks");
    }
  }
  if (token.empty()) throw BadInput("the token is empty; give one, or none at all");
  return token;
}

ServeOptions read_serve_options(const po::variables_map& values) {
  ServeOptions options;
  options.host = values["host"].as<std::string>();
  options.port = number_of<std::uint16_t>(values, "port");
  options.token = read_token(values);
  if (values.count("allow-host") != 0) {
    options.allowed_hosts = values["allow-host"].as<std::vector<std::string>>();
  }
  if (values.count("allow-origin") != 0) {
    options.allowed_origins = values["allow-origin"].as<std::vector<std::string>>();
  }
  options.max_connections = number_of<std::size_t>(values, "connections");
  options.answering = Seconds(number_of(values, "max-wait"));
  options.reading = Seconds(number_of(values, "read-time"));
  options.idle = Seconds(number_of(values, "idle-time"));
  options.grace = Seconds(number_of(values, "grace"));
  options.move_time = Seconds(number_of(values, "move-time"));
  options.max_solve_seconds = number_of(values, "max-time");
  options.review_visits = number_of<std::int64_t>(values, "review-visits");
  return options;
}

}  // namespace

int run_serve(const std::vector<std::string>& arguments) {
  po::options_description options;
  options.add_options()("host",
                        po::value<std::string>()->value_name("HOST")->default_value("127.0.0.1"),
                        "name or address to listen on");
  add_number(options,
             {"port", "PORT", {0, 65535, true}, 8080, "port to listen on; 0: any that is free"});
  options.add_options()("token-file", po::value<std::string>()->value_name("FILE"),
                        "a file with the token that requests must bear")(
      "allow-host", po::value<std::vector<std::string>>()->value_name("NAME"),
      "a name by which clients may ask for this server; may be repeated")(
      "allow-origin", po::value<std::vector<std::string>>()->value_name("ORIGIN"),
      "an origin, as in https://example.org, whose web pages may ask; may be repeated")(
      "watch", po::value<std::string>()->value_name("DIR"),
      "a folder of isthmus tournament or selfplay, which may be in play, for pages to look at");
  add_limits(options);
  add_settings(options);
  add_evaluator(options);
  add_book(options);
  const auto values = parse_options(arguments, kServeUsage, options);
  if (!values) return kGood;
  const Settings settings = read_settings(*values);
  ServeOptions serve_options = read_serve_options(*values);
  const auto queue = number_of<std::size_t>(*values, "queue");
  // One after the other: g++ 12 destroys a member twice that is an aggregate made in place, where
  // one that comes after it throws.
  SearchPoolOptions pool{.make_evaluator = book::with_proofs(
                             with_known_openings(read_evaluators(*values)), read_book(*values)),
                         .threads = static_cast<int>(settings.threads),
                         .searches = number_of<int>(*values, "searches"),
                         .tree_megabytes = static_cast<std::size_t>(settings.memory)};
  const QueryCaps caps{.visits = number_of<std::int64_t>(*values, "max-visits"),
                       .seconds = number_of(*values, "max-time"),
                       .positions = queue};
  auto actions = page_actions({.make_evaluator = pool.make_evaluator,
                               .settings = settings,
                               .engine = read_engine_facts(*values),
                               .caps = caps});
  if (values->count("watch") != 0) {
    actions.push_back(watch_action((*values)["watch"].as<std::string>()));
  }
  Server server(std::move(serve_options),
                {.pool = std::move(pool),
                 .settings = settings,
                 .max_waiting = queue,
                 .max_bytes = number_of<std::size_t>(*values, "queue-memory") << 20,
                 .caps = caps,
                 .actions = std::move(actions)});
  const StopOnSignal signals;
  print("Listening on " + server.address() + '\n');
  const std::stop_callback stop(signals.token(), [&] { server.stop(); });
  server.run();
  return kGood;
}

}  // namespace isthmus
