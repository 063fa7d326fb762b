#include "tools/puzzles/game_sources.hpp"

#include <cstdio>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <utility>

#include "engine/settings/settings.hpp"
#include "games/list.hpp"
#include "protocols/formats/game_formats.hpp"
#include "protocols/json/analysis_query.hpp"
#include "tools/analysis/analysis_input.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/book/sources.hpp"
#include "tools/options/game_input.hpp"
#include "tools/selfplay/shards.hpp"
#include "tools/tournament/game_sgf.hpp"
#include "tools/tournament/results_file.hpp"

namespace isthmus::puzzles {

namespace {

namespace fs = std::filesystem;

// Hands on games with their numbers.
class Numbered {
 public:
  // `source` is empty where it has no name.
  Numbered(std::string source, const std::stop_token& stop, const VisitRecord& visit)
      : prefix_(source.empty() ? "game " : source + ", game "), stop_(stop), visit_(visit) {}

  // Whether more games are wanted; a game is counted also where it is not.
  bool next() {
    ++number_;
    return !stop_.stop_requested();
  }
  std::string name() const { return prefix_ + std::to_string(number_); }
  void visit(const Record& record) const { visit_(name(), record); }

 private:
  std::string prefix_;
  std::stop_token stop_;
  const VisitRecord& visit_;
  int number_ = 0;
};

Record record_of(const selfplay::GameRecord& played) {
  Record record(make_game(played.game, played.rows, played.columns, SwapRule::none));
  for (const selfplay::MoveRecord& move : played.moves) {
    if (!record.play(Move(move.cell))) throw std::invalid_argument("it has a move that is illegal");
  }
  return record;
}

void visit_shard(const fs::path& path, Numbered games) {
  const auto note = [](const std::string& text) {
    std::fprintf(stderr, "isthmus: %s\n", text.c_str());
  };
  const auto contents = selfplay::read_shard(path, [&](const selfplay::GameRecord& played) {
    if (!games.next()) return;
    std::optional<Record> record;
    try {
      record = record_of(played);
    } catch (const std::invalid_argument& error) {
      note(games.name() + " is left out: " + error.what());
    }
    if (record) games.visit(*record);
  });
  if (contents.lost_bytes > 0) note(selfplay::loss_text(path, contents));
}

void visit_tournament(const fs::path& path, Numbered games) {
  const tournament::StoredTournament stored = tournament::read_tournament(path);
  for (const tournament::GameRecord& played : stored.records) {
    if (games.next()) games.visit(tournament::game_file(played, stored.spec).record);
  }
}

}  // namespace

GameSource::GameSource(std::string argument, std::shared_ptr<const Game> game)
    : argument_(std::move(argument)), game_(std::move(game)) {
  const bool is_file = argument_ != "-" && !is_game_link(argument_);
  const fs::path path = is_file ? fs::path(argument_) : fs::path();
  name_ = path.filename().string();
  if (!is_file ||
      (!fs::is_directory(path) && path.extension() != ".shard" && path.extension() != ".sqlite")) {
    read_text();
    return;
  }
  book::Sources sources = book::find_sources({argument_});
  shards_ = std::move(sources.shards);
  tournaments_ = std::move(sources.tournaments);
  if (sources.books.empty()) return;
  throw BadInput(argument_ + " is a book, which holds positions; name the games it is made of");
}

void GameSource::read_text() {
  AnalysisInput input(argument_);
  if (input.is_games()) {
    games_ = input.games();
  } else if (input.is_live()) {
    input.for_each_live([&](const std::string& query) {
      queries_.push_back(query);
      return true;
    });
  } else {
    queries_ = input.queries();
  }
  if (games_.empty() && queries_.empty()) throw BadInput(argument_ + " holds no games");
  // So that an error at its end costs no time.
  Omissions omissions;
  visit(omissions, {}, [](const std::string&, const Record&) {});
}

void GameSource::visit(Omissions& omissions, const std::stop_token& stop,
                       const VisitRecord& visit_record) const {
  Numbered games(name_, stop, visit_record);
  if (!games_.empty()) {
    read_games(argument_, games_, "", game_, omissions, [&](const GameFile& file) {
      if (games.next()) games.visit(file.record);
    });
  }
  for (const std::string& query : queries_) {
    if (!games.next()) break;
    try {
      games.visit(parse_query(query, Settings{}).record);
    } catch (const QueryError& error) {
      throw BadInput(argument_ + ": " + error.what());
    }
  }
  for (const fs::path& shard : shards_) {
    visit_shard(shard, Numbered(shard.filename().string(), stop, visit_record));
  }
  for (const fs::path& file : tournaments_) {
    visit_tournament(file, Numbered(file.filename().string(), stop, visit_record));
  }
}

}  // namespace isthmus::puzzles
