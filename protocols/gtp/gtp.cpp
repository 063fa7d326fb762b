#include "protocols/gtp/gtp.hpp"

#include <exception>

#include "engine/base/backend_error.hpp"
#include "protocols/gtp/gogui_graphics.hpp"
#include "protocols/gtp/gtp_line.hpp"

namespace isthmus {

namespace {

// Has HexGui say what it would not say of an answer.
void notify_hexgui(const GtpEngine& engine, std::string_view command, std::string_view answer,
                   bool is_failure) {
  if (!engine.is_for_hexgui()) return;
  const std::string message = hexgui_message(command, answer, is_failure);
  if (!message.empty()) engine.exchange().write_ahead(message_graphics(message));
}

// The command's answer, whole or the rest of what the exchange has begun.
std::string answer(GtpEngine& engine, const GtpLine& line, const bool& has_begun) {
  const auto complete = [&](std::string_view text) {
    return has_begun ? gtp_last_line(text) : gtp_success(line.id, text);
  };
  for (const GtpCommand& command : gtp_commands()) {
    if (command.name != line.command) continue;
    try {
      const std::string text = command.function(engine, line.arguments);
      notify_hexgui(engine, command.name, text, false);
      return complete(text);
    } catch (const BackendError&) {
      throw;  // there is no going on
    } catch (const std::exception& error) {
      if (has_begun) return complete(error.what());
      notify_hexgui(engine, command.name, error.what(), true);
      return gtp_failure(line.id, error.what());
    }
  }
  return gtp_failure(line.id, "unknown command");
}

}  // namespace

void run_gtp(GtpEngine& engine, GtpInput& input,
             const std::function<void(std::string_view)>& write) {
  // The thread that adds lines must not wait for room any longer.
  const struct Closing {
    GtpInput& input;
    ~Closing() { input.close(); }
  } closing{input};
  while (const auto text = input.next()) {
    if (text->is_too_long) {
      write(gtp_failure("", "the line is longer than 1 MB"));
      continue;
    }
    const auto line = parse_gtp_line(text->text);
    if (!line) continue;
    bool has_begun = false;
    engine.set_exchange({.interrupted = text->interrupted.get_token(),
                         .followed = text->followed.get_token(),
                         .write_line =
                             [&](const std::string& part) {
                               write(has_begun ? part + '\n' : gtp_first_line(line->id, part));
                               has_begun = true;
                             },
                         .write_ahead = write});
    write(answer(engine, *line, has_begun));
    if (line->command == "quit") return;
    engine.ponder();
  }
}

}  // namespace isthmus
