#include "tools/book/sources.hpp"

#include <stdexcept>

#include "tools/base/bad_input.hpp"
#include "tools/selfplay/shards.hpp"
#include "tools/tournament/results_file.hpp"

namespace isthmus::book {

namespace fs = std::filesystem;

Sources find_sources(const std::vector<std::string>& paths) {
  Sources sources;
  for (const fs::path path : paths) {
    if (!fs::exists(path)) throw BadInput("there is no " + path.string());
    if (!fs::is_directory(path)) {
      (path.extension() == ".shard" ? sources.shards
       : is_book(path)              ? sources.books
                                    : sources.tournaments)
          .push_back(path);
    } else if (fs::exists(path / tournament::kResultsFile)) {
      sources.tournaments.push_back(path);
    } else {
      const auto shards = selfplay::list_shards(path);
      if (shards.empty()) {
        throw BadInput(path.string() + " holds no games; give a folder of isthmus selfplay or " +
                       "isthmus tournament");
      }
      sources.shards.insert(sources.shards.end(), shards.begin(), shards.end());
    }
  }
  return sources;
}

std::int64_t add_sources(Builder& builder, const Sources& sources, const std::stop_token& stop,
                         const std::function<void(const std::string&)>& note) {
  const std::shared_ptr<const Game> game = make_game(builder.facts());
  const auto check_stop = [&] {
    if (stop.stop_requested()) {
      throw std::runtime_error("stopped; give the same games again to go on");
    }
  };
  std::int64_t others = 0;
  for (const fs::path& shard : sources.shards) {
    const auto contents = selfplay::read_shard(shard, [&](const selfplay::GameRecord& record) {
      check_stop();
      const Board& board = game->board();
      if (game->name() != record.game || board.rows() != record.rows ||
          board.columns() != record.columns) {
        ++others;
      } else {
        builder.add(game, book_game(record));
      }
    });
    if (contents.lost_bytes > 0) note(selfplay::loss_text(shard, contents));
  }
  for (const fs::path& path : sources.tournaments) {
    const tournament::StoredTournament stored = tournament::read_tournament(path);
    const std::shared_ptr<const Game>& played = stored.spec.game;
    const bool fits = played->name() == game->name() && played->size() == game->size();
    for (const tournament::GameRecord& record : stored.records) {
      check_stop();
      if (fits) {
        builder.add(played, book_game(record, stored.spec));
      } else {
        ++others;
      }
    }
  }
  for (const fs::path& path : sources.books) {
    check_stop();
    builder.add(path);
  }
  builder.finish();
  return others;
}

}  // namespace isthmus::book
