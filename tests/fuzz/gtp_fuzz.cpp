#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <string>

#include "even_evaluator.hpp"
#include "time_limit.hpp"

#include "games/list.hpp"
#include "protocols/gtp.hpp"

using namespace isthmus;

// Any conversation: it ends, every answer is one by the protocol, and the engine still answers.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const TimeLimit time_limit;
  GtpOptions options;
  options.make_evaluator = EvenEvaluator::make;
  options.restrict = EvenEvaluator::restrict;
  options.game = make_game("hex", 5, 5, SwapRule::pieces);
  // The name of a file is its contents.
  options.read_file = [](const std::string& path) { return path; };
  GtpEngine engine(std::move(options));

  std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
  for (std::string line; std::getline(in, line);) {
    const std::string answer = answer_gtp(engine, line);
    if (answer.empty()) continue;
    if ((answer[0] != '=' && answer[0] != '?') || answer.find("\n\n") != answer.size() - 2) {
      std::abort();
    }
  }
  if (answer_gtp(engine, "7 protocol_version") != "=7 2\n\n") std::abort();
  return 0;
}
