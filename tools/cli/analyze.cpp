#include <cstdint>
#include <filesystem>
#include <memory>
#include <numeric>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <boost/program_options/value_semantic.hpp>
#include <nlohmann/json.hpp>

#include "games/known_openings.hpp"
#include "protocols/actions/page_actions.hpp"
#include "protocols/formats/query_writer.hpp"
#include "protocols/review/problems.hpp"
#include "tools/analysis/analysis_input.hpp"
#include "tools/analysis/batch.hpp"
#include "tools/analysis/one_by_one.hpp"
#include "tools/analysis/review_game.hpp"
#include "tools/analysis/stream.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/base/core_count.hpp"
#include "tools/base/output_file.hpp"
#include "tools/base/stop_on_signal.hpp"
#include "tools/base/stop_without_reader.hpp"
#include "tools/book/book_evaluator.hpp"
#include "tools/cli/commands.hpp"
#include "tools/options/book_options.hpp"
#include "tools/options/command.hpp"
#include "tools/options/evaluator_options.hpp"
#include "tools/options/game_input.hpp"
#include "tools/options/number_option.hpp"
#include "tools/options/options.hpp"

namespace isthmus {

namespace po = boost::program_options;

namespace {

constexpr auto kAnalyzeUsage =
    R"(Usage: isthmus analyze FILE [options]
       isthmus analyze --stream [options]

Analyses positions, or reviews games. FILE holds a JSON query, or one query a line; - reads queries
from standard input, a line each. For example:

  {"id": "a", "size": 11, "moves": [["B", "f6"], ["W", "g5"]], "maxVisits": 500}

Each position is answered by a line of JSON, or drawn: --format text for a terminal, --format svg
as a picture. A file with many positions has many searches run at once, each of one thread.

--stream is a service on standard input and output: queries and actions may come at any time, many
are searched at once, and each position is answered when it is done.

All fields of queries and answers are described in protocols/json/README.md.

FILE may also hold games: SGF, links of HexWorld or trmph, or openings; or be a link itself. These
are reviewed move by move on all cores (or --threads), and shown as a table (--format text), as SGF
with comments (sgf), as a graph of win rates (svg), or all positions as JSON. All positions are
searched with 200 visits, those around mistakes with 1000, or each as --visits or --time say. --out
DIR writes the SGF, the graph and pictures of some positions to files; --puzzles FILE the positions
in which one move alone wins, for certain.)";

// The problems in a game, as text for a file of this name.
std::string problems_text(const Record& record, std::size_t number, const SolveLimits& limits,
                          const std::filesystem::path& path, const std::stop_token& stop) {
  std::string text;
  for (const Problem& problem : find_problems(record, limits, stop)) {
    const std::string id =
        "game " + std::to_string(number) + ", turn " + std::to_string(problem.turn + 1);
    text += path.extension() == ".sgf" ? problem_sgf(record, problem, id)
                                       : problem_query(record, problem, id) + '\n';
  }
  return text;
}

// How much work the review of a game is, by what the user has set.
ReviewLimits review_limits(const Settings& settings) {
  ReviewLimits limits;
  if (settings.visits > 0 || settings.time > 0) {
    limits.each = limits.close = {settings.visits, settings.time};
  }
  return limits;
}

// Reviews the games of the input.
int review(const std::string& path, const std::string& games, const po::variables_map& values,
           const Settings& settings, EvaluatorFactory make_evaluator) {
  Omissions omissions;
  // One by one: where parse_maps() throws among initialisers, g++ 12 destroys the others twice.
  ReviewOptions options;
  options.maps = parse_maps(values["maps"].as<std::string>());
  options.reviewer = {std::move(make_evaluator), settings};
  options.limits = review_limits(settings);
  options.format = values["format"].as<std::string>();
  if (values["threads"].defaulted()) {
    options.reviewer.settings.threads = core_count();
  }
  if (options.format.empty()) options.format = "text";
  const std::filesystem::path out = values.count("out") != 0 ? values["out"].as<std::string>() : "";
  const std::filesystem::path puzzles =
      values.count("puzzles") != 0 ? values["puzzles"].as<std::string>() : "";
  if (!puzzles.empty()) check_output_file("puzzles", puzzles);
  const SolveLimits limits{.nodes = number_of<std::int64_t>(values, "nodes")};
  const std::shared_ptr<const Game> game = read_game(values);
  const StopOnSignal signals;
  // What goes to files is wanted also where the rest has no reader.
  std::optional<StopWithoutReader> reader;
  if (out.empty() && puzzles.empty()) reader.emplace(signals.token());
  const std::stop_token stop = reader ? reader->token() : signals.token();
  // First all of it is read, so that an error at its end costs no time, and its games are counted.
  std::size_t count = 0, number = 0;
  std::string problems;
  read_games(path, games, "", game, omissions, [&](const GameFile&) { ++count; });
  Omissions same;
  read_games(path, games, "", game, same, [&](GameFile file) {
    ++number;
    if (!values["swap"].defaulted()) file.names_swap_rule = true;
    if (signals.token().stop_requested()) return;
    if (!puzzles.empty()) problems += problems_text(file.record, number, limits, puzzles, stop);
    const std::filesystem::path folder =
        out.empty() || count == 1 ? out : out / std::to_string(number);
    review_game(std::move(file), options, folder, stop);
  });
  if (!puzzles.empty()) write_file(puzzles, problems);
  report_omissions(omissions);
  return kGood;
}

// The games of the input as queries, all positions of each.
std::vector<std::string> queries_of(const std::string& path, const std::string& games,
                                    const po::variables_map& values) {
  Omissions omissions;
  std::vector<std::string> queries;
  read_games(path, games, "", read_game(values), omissions, [&](const GameFile& file) {
    auto query = nlohmann::ordered_json::parse(write_query(file));
    std::vector<std::size_t> turns(file.record.turns().size() + 1);
    std::iota(turns.begin(), turns.end(), std::size_t{0});
    query["analyzeTurns"] = turns;
    queries.push_back(query.dump());
  });
  report_omissions(omissions);
  return queries;
}

// Whether there is more than one position to search.
bool is_batch(const std::vector<std::string>& queries, const Settings& settings) {
  if (queries.size() != 1) return queries.size() > 1;
  try {
    return parse_query(queries[0], settings).turns.size() > 1;
  } catch (const QueryError&) {
    return false;
  }
}

// Analyses queries that are all there.
BatchResult analyze_queries(const std::vector<std::string>& queries, const Settings& settings,
                            SearchPoolOptions pool, bool is_json, OneByOne& one_by_one) {
  if (is_json && is_batch(queries, settings)) {
    // So that what is answered does not depend on which search ends first.
    pool.reuses_trees = false;
    return analyze_batch(queries, settings, std::move(pool));
  }
  for (const std::string& query : queries) {
    if (!one_by_one.analyze(query)) break;
  }
  return one_by_one.result();
}

// The form of the answers; empty where games and queries have one each of their own.
std::string read_format(const po::variables_map& values) {
  std::string format = values["format"].as<std::string>();
  if (!format.empty() && format != "json" && format != "text" && format != "svg" &&
      format != "sgf") {
    throw BadInput("option '--format' takes json, text, svg or sgf, not '" + format + "'");
  }
  return format;
}

void add_analyze_options(po::options_description& options) {
  options.add_options()("file", po::value<std::string>()->value_name("FILE"),
                        "the queries or games; may be given without --file")(
      "stream", po::bool_switch(), "serve queries on standard input and output");
  add_number(options, {"searches",
                       "N",
                       {1, 1024, true},
                       16,
                       "with --stream and files of many positions: how many are searched at once "
                       "by each of --threads threads"});
  options.add_options()(
      "format", po::value<std::string>()->value_name("FORM")->default_value("", "json or text"),
      "form of the answers: json, text or svg, and sgf for games")(
      "out", po::value<std::string>()->value_name("DIR"),
      "for games: a folder for game.sgf, winrates.svg and pictures")(
      "maps", po::value<std::string>()->value_name("TURNS")->default_value("worst"),
      "for games: turns to draw in DIR, as in 12,20; or worst (the three that lost most), all, "
      "none")("puzzles", po::value<std::string>()->value_name("FILE"),
              "for games: a file for the positions in which one move alone wins, as queries, or as "
              "SGF where its name ends in .sgf");
  add_number(options, {"nodes",
                       "N",
                       {1, 1e15, true},
                       1000,
                       "with --puzzles: positions that are looked into to solve one of a game, and "
                       "once more for all its moves"});
  add_game(options);
  add_settings(options);
  add_evaluator(options);
  add_book(options);
}

}  // namespace

int run_analyze(const std::vector<std::string>& arguments) {
  po::options_description options;
  add_analyze_options(options);
  const auto values = parse_options(arguments, kAnalyzeUsage, options,
                                    po::positional_options_description().add("file", 1));
  if (!values) return kGood;
  std::string format = read_format(*values);
  const bool is_stream = (*values)["stream"].as<bool>();
  if (is_stream == (values->count("file") != 0) ||
      (is_stream && !format.empty() && format != "json")) {
    throw BadInput(is_stream ? "with --stream there is no file and no --format"
                             : "give a file (--file) of JSON queries or of games, - for standard "
                               "input, or --stream; isthmus analyze --help says more");
  }
  const Settings settings = read_settings(*values);
  const EvaluatorFactory make_evaluator =
      book::with_proofs(with_known_openings(read_evaluators(*values)), read_book(*values));
  SearchPoolOptions pool{.make_evaluator = make_evaluator,
                         .threads = static_cast<int>(settings.threads),
                         .searches = number_of<int>(*values, "searches"),
                         .tree_megabytes = static_cast<std::size_t>(settings.memory)};
  if (is_stream) {
    auto actions = page_actions({.make_evaluator = make_evaluator,
                                 .settings = settings,
                                 .engine = read_engine_facts(*values)});
    serve_stream({.pool = std::move(pool), .settings = settings, .actions = std::move(actions)});
    return kGood;
  }

  const std::string path = (*values)["file"].as<std::string>();
  AnalysisInput input(path);
  if (input.is_games() && format != "json") {
    return review(path, input.games(), *values, settings, make_evaluator);
  }
  if (format == "sgf") throw BadInput("option '--format sgf' is for games, and these are queries");
  if (values->count("puzzles") != 0) {
    throw BadInput("option '--puzzles' is for games that are reviewed, not for queries or JSON");
  }
  if (format.empty()) format = "json";
  OneByOne one_by_one(path, format, settings, make_evaluator);
  BatchResult result;
  if (input.is_live()) {
    input.for_each_live([&](const std::string& query) { return one_by_one.analyze(query); });
    result = one_by_one.result();
  } else {
    const std::vector<std::string> queries =
        input.is_games() ? queries_of(path, input.games(), *values) : input.queries();
    result = analyze_queries(queries, settings, std::move(pool), format == "json", one_by_one);
  }
  if (result.queries == 0) throw BadInput(path + " holds no query; see isthmus analyze --help");
  if (result.refused > 0) {
    throw BadInput(path + ": " + std::to_string(result.refused) + " of " +
                   std::to_string(result.queries) + " queries were refused; the answers say why");
  }
  return kGood;
}

}  // namespace isthmus
