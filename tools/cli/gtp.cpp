#include "protocols/gtp/gtp.hpp"

#include <stop_token>
#include <string_view>
#include <utility>

#include <boost/program_options/value_semantic.hpp>
#include <unistd.h>

#include "engine/base/thread_group.hpp"
#include "games/known_openings.hpp"
#include "protocols/drawing/board_text.hpp"
#include "tools/base/line_reader.hpp"
#include "tools/base/standard_streams.hpp"
#include "tools/base/stop_without_reader.hpp"
#include "tools/book/book_evaluator.hpp"
#include "tools/cli/commands.hpp"
#include "tools/options/book_options.hpp"
#include "tools/options/command.hpp"
#include "tools/options/evaluator_options.hpp"
#include "tools/options/options.hpp"

namespace isthmus {

namespace po = boost::program_options;

namespace {

constexpr auto kGtpUsage =
    R"(Usage: isthmus gtp [options]

Plays through GTP, the Go Text Protocol, on standard input and output. The command list_commands
lists what it understands, help explains it.)";

}  // namespace

int run_gtp(const std::vector<std::string>& arguments) {
  boost::program_options::options_description options;
  options.add_options()("show-board", po::bool_switch(),
                        "print the board with the names of its cells, and end");
  add_game(options);
  add_settings(options);
  add_evaluator(options);
  add_book(options);
  add_book_choice(options);
  const auto values = parse_options(arguments, kGtpUsage, options);
  if (!values) return kGood;
  const std::shared_ptr<const Game> game = read_game(*values);
  if ((*values)["show-board"].as<bool>()) {
    print(cell_names_text(game->board()));
    return kGood;
  }
  const Settings settings = read_settings(*values);
  const auto book = read_book(*values);
  GtpEngine engine(
      {.make_evaluator = book::with_proofs(with_known_openings(read_evaluators(*values)), book),
       .game = game,
       .settings = settings,
       .book = read_book_choice(*values, book, settings)});
  // A search must see what comes while it runs.
  GtpInput input;
  const StopWithoutReader reader;
  const std::stop_callback interrupt(reader.token(), [&] { input.interrupt(); });
  ThreadGroup reading("input");
  const std::stop_callback close(reading.token(), [&] { input.close(); });
  reading.start([&](const std::stop_token& stop) {
    LineReader lines(STDIN_FILENO, GtpInput::kMaxBytes);
    while (auto line = lines.next(stop)) input.push(std::move(line->text), line->is_too_long);
    input.close();
  });
  run_gtp(engine, input, print);
  reading.stop();
  return kGood;
}

}  // namespace isthmus
