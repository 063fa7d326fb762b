#include "protocols/gtp.hpp"

#include <exception>
#include <istream>
#include <ostream>

#include "engine/tallier.hpp"
#include "protocols/gtp_line.hpp"

namespace isthmus {

namespace {

std::string answer(GtpEngine& engine, const GtpLine& line) {
  for (const GtpCommand& command : gtp_commands()) {
    if (command.name != line.command) continue;
    try {
      return gtp_success(line.id, command.function(engine, line.arguments));
    } catch (const TallierError&) {
      throw;  // there is no going on
    } catch (const std::exception& error) {
      return gtp_failure(line.id, error.what());
    }
  }
  return gtp_failure(line.id, "unknown command");
}

}  // namespace

std::string answer_gtp(GtpEngine& engine, std::string_view text) {
  const auto line = parse_gtp_line(text);
  return line ? answer(engine, *line) : std::string();
}

void run_gtp(GtpEngine& engine, std::istream& in, std::ostream& out) {
  for (std::string text; std::getline(in, text);) {
    const auto line = parse_gtp_line(text);
    if (!line) continue;
    const std::string reply = answer(engine, *line);
    out.write(reply.data(), static_cast<std::streamsize>(reply.size())).flush();
    if (line->command == "quit") return;
  }
}

}  // namespace isthmus
