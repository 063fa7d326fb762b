#include "tools/tournament/results.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <stdexcept>

#include "engine/record.hpp"
#include "protocols/sgf.hpp"
#include "tools/bad_input.hpp"

namespace isthmus::tournament {

namespace {

namespace fs = std::filesystem;

constexpr auto kGamesFile = "games.jsonl";

[[noreturn]] void fail_to_write(const fs::path& path) {
  throw std::runtime_error("cannot write " + path.string() + ": " + std::strerror(errno));
}

void write_file(const fs::path& path, std::string_view text) {
  std::ofstream file(path);
  file << text << std::flush;
  if (!file) fail_to_write(path);
}

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path.string() + ": " + std::strerror(errno));
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string sgf_name(int id) {
  std::array<char, 32> name;
  std::snprintf(name.data(), name.size(), "%04d.sgf", id);
  return name.data();
}

// RE of SGF for the colour that won.
std::string sgf_result(const GameRecord& record, Colour winner) {
  const std::string side = winner == Colour::black ? "B+" : "W+";
  switch (record.reason) {
    case Reason::rules:
      return side;
    case Reason::resignation:
      return side + "R";
    case Reason::time_out:
      return side + "T";
    case Reason::illegal_move:
    case Reason::crash:
    case Reason::wrong_answer:
      break;
  }
  return side + "F";
}

std::string sgf_text(const GameRecord& record, const Spec& spec) {
  Record game(spec.game);
  for (Move move : record.moves) game.play(move);
  // SGF goes by the colours that the players have at the end.
  const bool swapped = game.position().sides_swapped;
  const int black = swapped ? record.game.white : record.game.black;
  const int white = swapped ? record.game.black : record.game.white;
  const auto name_of = [&](int engine) {
    return spec.engines[static_cast<std::size_t>(engine)].name;
  };
  GameFile sgf{.record = game, .black_name = name_of(black), .white_name = name_of(white)};
  sgf.result = record.winner
                   ? sgf_result(record, *record.winner == black ? Colour::black : Colour::white)
                   : "0";
  sgf.comment = std::string(name(record.reason));
  if (!record.detail.empty()) sgf.comment += ": " + record.detail;
  return write_sgf(sgf);
}

}  // namespace

Results::Results(fs::path folder, const Spec& spec, std::vector<ScheduledGame> schedule,
                 bool resume)
    : folder_(std::move(folder)),
      spec_(spec),
      schedule_(std::move(schedule)),
      played_(schedule_.size()) {
  const fs::path file = folder_ / kGamesFile;
  if (fs::exists(file)) {
    if (!resume) {
      throw BadInput(file.string() + " is there already; go on with it by --resume, or give " +
                     "another folder to --out");
    }
    take_over(file);
  }
  fs::create_directories(folder_ / "sgf");
  fs::create_directories(log_folder());
  lines_.open(file, std::ios::app);
  if (!lines_) fail_to_write(file);
}

void Results::take_over(const fs::path& file) {
  const std::string text = read_file(file);
  std::size_t begin = 0;
  int number = 1;
  for (std::size_t end; (end = text.find('\n', begin)) != text.npos; begin = end + 1, ++number) {
    try {
      GameRecord record =
          from_line(std::string_view(text).substr(begin, end - begin), spec_, schedule_);
      const auto id = static_cast<std::size_t>(record.game.id);
      if (played_[id]) throw BadInput("is a second record of game " + std::to_string(id));
      played_[id] = true;
      records_.push_back(std::move(record));
    } catch (const BadInput& error) {
      throw BadInput(file.string() + " line " + std::to_string(number) + " " + error.what() +
                     "; mend or delete that line, or give another folder to --out");
    }
  }
  if (begin != text.size()) fs::resize_file(file, begin);
}

std::vector<ScheduledGame> Results::remaining() const {
  std::vector<ScheduledGame> remaining;
  for (const ScheduledGame& game : schedule_) {
    if (!played_[static_cast<std::size_t>(game.id)]) remaining.push_back(game);
  }
  return remaining;
}

void Results::add(GameRecord record) {
  write_file(folder_ / "sgf" / sgf_name(record.game.id), sgf_text(record, spec_));
  lines_ << to_line(record, spec_) + "\n" << std::flush;
  if (!lines_) fail_to_write(folder_ / kGamesFile);
  played_[static_cast<std::size_t>(record.game.id)] = true;
  records_.push_back(std::move(record));
}

void Results::write_table(std::string_view text) const { write_file(folder_ / "table.txt", text); }

}  // namespace isthmus::tournament
