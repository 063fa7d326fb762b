#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>
#include <string_view>

#include "../protocols/gtp/answer_gtp.hpp"
#include "fuzz_input.hpp"

#include "games/list.hpp"
#include "protocols/gtp/gtp.hpp"
#include "protocols/gtp/gtp_line.hpp"
#include "tests/support/even_evaluator.hpp"

using namespace isthmus;

namespace {

// Whether a line asks for proofs on a board where they take long.
bool is_long(const GtpEngine& engine, const std::string& line) {
  constexpr int kMaxCells = 25;
  if (engine.record().game().board().cells().size() <= kMaxCells) return false;
  const auto asked = parse_gtp_line(line);
  return asked && std::ranges::any_of(gtp_proof_commands(), [&](const GtpCommand& command) {
           return asked->command == command.name;
         });
}

}  // namespace

// Any conversation: it ends, every answer is one by the protocol, and the engine still answers.
void isthmus::fuzz_input(std::string_view input) {
  GtpOptions options;
  options.make_evaluator = EvenEvaluator::make;
  options.restrict = EvenEvaluator::restrict;
  options.game = make_game("hex", 5, 5, SwapRule::pieces);
  // The name of a file is its contents.
  options.read_file = [](const std::string& path) { return path; };
  GtpEngine engine(std::move(options));

  std::istringstream in{std::string(input)};
  for (std::string line; std::getline(in, line);) {
    if (is_long(engine, line)) continue;
    const std::string answer = answer_gtp(engine, line);
    if (answer.empty()) continue;
    if ((answer[0] != '=' && answer[0] != '?') || answer.find("\n\n") != answer.size() - 2) {
      std::abort();
    }
  }
  if (answer_gtp(engine, "7 protocol_version") != "=7 2\n\n") std::abort();
}
