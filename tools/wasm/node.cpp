#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include <emscripten.h>
#include <nlohmann/json.hpp>

#include "games/list.hpp"
#include "protocols/drawing/board_text.hpp"
#include "protocols/formats/game_formats.hpp"
#include "protocols/formats/sgf.hpp"
#include "protocols/gtp/gtp.hpp"
#include "protocols/review/review.hpp"
#include "protocols/review/review_text.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/base/game_choice.hpp"
#include "tools/wasm/engine.hpp"
#include "tools/wasm/given.hpp"

// What the program for Node.js calls (npm/engine.js), beside what engine.cpp has: a conversation in
// GTP, and reviews. Both have threads of their own, as the one that JavaScript runs in must stay
// free for its events; what they have to say goes to functions of the module: write(text),
// progress(done, of), resume(), and in the end ended(exitCode, message).

namespace isthmus {

namespace {

// Of trees, as much as there is in 2 GB beside nets and what they said.
constexpr std::int64_t kMostMegabytes = 1024;

void write_out(std::string_view text) {
  char* copy = strndup(text.data(), text.size());
  // clang-format off: this is JavaScript.
  MAIN_THREAD_ASYNC_EM_ASM(
      {
        const text = UTF8ToString($0);
        _free($0);
        Module["write"](text);
      },
      copy);
  // clang-format on
}

// Runs a job in a thread of its own, and reports how it ended: by 0, or an exit code of the
// program. No ThreadGroup: that waits for its threads, which JavaScript's thread may not do.
void run_job(std::function<void()> job) {
  std::thread([job = std::move(job)] {
    int code = 0;
    std::string message;
    try {
      job();
    } catch (const BadInput& error) {
      code = 2;
      message = error.what();
    } catch (const std::exception& error) {
      code = 1;
      message = error.what();
    }
    char* copy = strdup(message.c_str());
    // clang-format off: this is JavaScript.
    MAIN_THREAD_ASYNC_EM_ASM(
        {
          const message = UTF8ToString($1);
          _free($1);
          Module["ended"]($0, message);
        },
        code, copy);
    // clang-format on
  }).detach();
}

// As the options of the program: an empty size is the game's usual one.
std::shared_ptr<const Game> given_game(const std::string& name, const std::string& size,
                                       const std::string& swap) {
  return choose_game(name, size.empty() ? std::nullopt : std::optional(size), swap);
}

// What a file holds, as the module reads it. Throws std::runtime_error.
std::string read_by_module(const std::string& path) {
  // clang-format off: this is JavaScript.
  char* answer = reinterpret_cast<char*>(MAIN_THREAD_EM_ASM_INT(
      {
        const file = Module["readFile"](UTF8ToString($0));
        const bytes = lengthBytesUTF8(file) + 1;
        const place = _malloc(bytes);
        stringToUTF8(file, place, bytes);
        return place;
      },
      path.c_str()));
  // clang-format on
  const std::unique_ptr<char, void (*)(void*)> owner(answer, std::free);
  // It begins with + where it is the file, with - where it is what is wrong.
  if (*answer != '+') throw std::runtime_error(answer + 1);
  return answer + 1;
}

// Lines on their way to a conversation that may have no room for them, while JavaScript goes on.
class Lines {
 public:
  // Returns whether there is room for more; where not, resume() of the module is called once there
  // is.
  bool add(std::string line, bool is_too_long) {
    const std::scoped_lock lock(mutex_);
    waiting_.push_back({std::move(line), is_too_long});
    changed_.notify_one();
    is_full_ = is_full_ || waiting_.size() >= kMostWaiting;
    return !is_full_;
  }
  void end() {
    const std::scoped_lock lock(mutex_);
    has_ended_ = true;
    changed_.notify_one();
  }
  // Hands all lines to the input, and then closes it.
  void pass_to(GtpInput& input) {
    while (auto line = next()) input.push(std::move(line->text), line->is_too_long);
    input.close();
  }

 private:
  static constexpr std::size_t kMostWaiting = 1000;

  struct Line {
    std::string text;
    bool is_too_long;
  };

  std::optional<Line> next() {
    std::unique_lock lock(mutex_);
    if (waiting_.empty() && std::exchange(is_full_, false)) {
      MAIN_THREAD_ASYNC_EM_ASM({ Module["resume"](); });
    }
    changed_.wait(lock, [&] { return !waiting_.empty() || has_ended_; });
    if (waiting_.empty()) return std::nullopt;
    Line line = std::move(waiting_.front());
    waiting_.pop_front();
    return line;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Line> waiting_;
  bool is_full_ = false;
  bool has_ended_ = false;
};

Lines lines;

void converse(const std::shared_ptr<const Game>& game) {
  GtpEngine engine(
      {.make_evaluator = make_evaluators(),
       .game = game,
       .settings = given_settings(),
       .restrict =
           [](Settings& settings) { settings.memory = std::min(settings.memory, kMostMegabytes); },
       .read_file = read_by_module});
  static GtpInput input;  // goes when the program goes, as a thread may wait for lines for ever
  // No ThreadGroup, for the same reason: after `quit` there may be no more line that would end it.
  std::thread([] { lines.pass_to(input); }).detach();
  run_gtp(engine, input, write_out);
}

std::string in_form(const std::string& form, const GameFile& file, const Review& review) {
  if (form == "sgf") return write_sgf(file);
  return form == "svg" ? review_svg(file, review) : review_text(file, review);
}

void review_games(const std::string& name, const std::string& text, const std::string& form,
                  const std::shared_ptr<const Game>& game) {
  const Settings& settings = given_settings();
  ReviewLimits limits;
  if (settings.visits > 0 || settings.time > 0) {
    limits.each = limits.close = {settings.visits, settings.time};
  }
  if (const std::string advice = game_page_advice(text); !advice.empty()) {
    throw BadInput(name + " is " + advice);
  }
  const GameFormat& format = guess_game_format(text);
  Omissions omissions;
  try {
    read_games(text, format, game, omissions, [&](GameFile file) {
      const Review reviewed =
          review(file.record, {make_evaluators(), settings, assumed_swap_rule(file)}, limits, {},
                 [](std::size_t done, std::size_t of) {
                   MAIN_THREAD_ASYNC_EM_ASM({ Module["progress"]($0, $1); }, static_cast<int>(done),
                                            static_cast<int>(of));
                 });
      annotate(file, reviewed);
      write_out(in_form(form, file, reviewed));
    });
  } catch (const FormatError& error) {
    throw BadInput(name + ", taken for " + std::string(format.name) + ": " + error.what());
  }
}

// Keeps a text for JavaScript until the next call.
const char* keep(std::string text) {
  static std::string kept;
  kept = std::move(text);
  return kept.c_str();
}

}  // namespace

}  // namespace isthmus

extern "C" {

// All settings, as an array of objects: name, range, help, default.
EMSCRIPTEN_KEEPALIVE const char* isthmus_settings() {
  using namespace isthmus;
  auto rows = nlohmann::ordered_json::array();
  for (const SettingRow& row : setting_rows()) {
    rows.push_back({{"name", row.name},
                    {"range", range_text(row)},
                    {"help", row.help},
                    {"default", get(given_settings(), row)}});
  }
  return keep(rows.dump());
}

// All games, likewise: name, description, size.
EMSCRIPTEN_KEEPALIVE const char* isthmus_games() {
  using namespace isthmus;
  auto rows = nlohmann::ordered_json::array();
  for (const GameEntry& entry : games()) {
    rows.push_back(
        {{"name", entry.name}, {"description", entry.description}, {"size", entry.default_size}});
  }
  return keep(rows.dump());
}

// The board of that game with the names of its cells, behind a +; or behind a - what is wrong.
EMSCRIPTEN_KEEPALIVE const char* isthmus_board(const char* game, const char* size) {
  using namespace isthmus;
  try {
    return keep('+' + cell_names_text(given_game(game, size, "none")->board()));
  } catch (const BadInput& error) {
    return keep('-' + std::string(error.what()));
  }
}

// Sets one of the settings, or "evaluator", for what is started later. Returns what is wrong with
// it, or nothing.
EMSCRIPTEN_KEEPALIVE const char* isthmus_set(const char* name, const char* value) {
  try {
    isthmus::give_setting(name, value);
  } catch (const std::exception& error) {
    return isthmus::keep(error.what());
  }
  return "";
}

// Ends when all that isthmus_submit() was given is answered.
EMSCRIPTEN_KEEPALIVE void isthmus_finish() {
  isthmus::run_job([] { isthmus::wait_until_answered(); });
}

// Begins a conversation in GTP about that game, which takes lines and writes answers until its
// lines have ended or it gets the command quit.
EMSCRIPTEN_KEEPALIVE void isthmus_gtp(const char* game, const char* size, const char* swap) {
  using namespace isthmus;
  run_job([game = std::string(game), size = std::string(size), swap = std::string(swap)] {
    converse(given_game(game, size, swap));
  });
}

// Takes a line of that many bytes, 1 MB at the most, or instead of a longer one nothing. Returns
// whether more may come before resume() of the module is called.
EMSCRIPTEN_KEEPALIVE bool isthmus_line(const char* line) {
  const bool is_too_long = line == nullptr;
  return isthmus::lines.add(is_too_long ? "" : line, is_too_long);
}

// There are no more lines.
EMSCRIPTEN_KEEPALIVE void isthmus_end() { isthmus::lines.end(); }

// Reviews the games in a text, which is called `name` in messages, and writes them as `form`: text,
// sgf or svg. The game is that of texts that name none.
EMSCRIPTEN_KEEPALIVE void isthmus_review(const char* name, const char* text, const char* form,
                                         const char* game, const char* size, const char* swap) {
  using namespace isthmus;
  run_job([name = std::string(name), text = std::string(text), form = std::string(form),
           game = std::string(game), size = std::string(size), swap = std::string(swap)] {
    review_games(name, text, form, given_game(game, size, swap));
  });
}

}  // extern "C"
