#include "tools/book/builder.hpp"

#include <algorithm>
#include <functional>

#include "engine/game/record.hpp"
#include "tools/base/bad_input.hpp"

namespace isthmus::book {

namespace {

// Moves that a batch holds in memory, at some 150 bytes each. The larger, the fewer rows are
// written again and again.
constexpr std::size_t kBatch = std::size_t{1} << 19;

// The position of each row is found by its key in one descent, whether it is there or not.
constexpr auto kAddMove = R"(
INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET games = games + excluded.games, points = points + excluded.points,
                          visits = visits + excluded.visits, value = value + excluded.value)";

Result exchanged(Result result) {
  return result == Result::black ? Result::white : result == Result::white ? Result::black : result;
}

// The game with its positions; nothing where a move is not legal.
std::optional<Record> replay(const std::shared_ptr<const Game>& game,
                             const std::vector<Move>& moves) {
  Record record(game);
  for (Move move : moves) {
    if (!record.play(move)) return std::nullopt;
  }
  return record;
}

// The result in the colours of the first position from that in the colours of the last: the player
// who placed the first stone has the other colour after each swap of pieces.
Result result_at_first(const BookGame& played) {
  const auto swaps = std::count(played.moves.begin(), played.moves.end(), Move::swap_pieces());
  return swaps % 2 == 1 ? exchanged(played.result) : played.result;
}

}  // namespace

std::size_t Builder::KeyHash::operator()(const Key& key) const {
  return std::hash<std::string>()(key.position) * 31 + key.move;
}

Builder::Builder(const std::filesystem::path& path)
    : database_(open_book(path, facts_)),
      game_(make_game(facts_)),
      symmetries_(game_->symmetries()),
      insert_game_(database_, "INSERT OR IGNORE INTO games VALUES (?) RETURNING digest"),
      add_move_(database_, kAddMove) {}

void Builder::add(const std::shared_ptr<const Game>& game, const BookGame& played) {
  if (played.result == Result::ongoing) {
    ++totals_.refused;
    return;
  }
  const std::vector<Line> lines = lines_of(game, played);
  if (lines.empty()) {
    ++totals_.refused;
    return;
  }
  if (!batch_) batch_.emplace(database_);
  if (!is_new(played.digest)) {
    ++totals_.known;
    return;
  }
  for (const Line& line : lines) counts_[line.key] += line.counts;
  ++totals_.taken;
  if (counts_.size() >= kBatch) write();
}

void Builder::add(const std::filesystem::path& path) {
  finish();
  BookFacts facts;
  sqlite::Database other = open_book(path, facts);
  if (facts != facts_) {
    throw BadInput(path.string() + " is a book of another game, board or plies than " +
                   database_.path().string() + "; give books of the same");
  }
  batch_.emplace(database_);
  const std::int64_t known = totals_.known, taken = totals_.taken;
  sqlite::Statement digests(other, "SELECT digest FROM games");
  while (digests.step()) {
    ++(is_new(static_cast<std::uint64_t>(digests.integer(0))) ? totals_.taken : totals_.known);
  }
  if (totals_.taken > taken) {
    if (totals_.known > known) {
      batch_.reset();
      throw BadInput(path.string() + " shares " + std::to_string(totals_.known - known) +
                     " games with " + database_.path().string() +
                     ", whose counts cannot be separated from the others'; give its games instead");
    }
    add_counts_of(other);
  }
  for (const std::string table : {"proofs", "unchecked_proofs"}) {
    sqlite::Statement proofs(other, "SELECT position, proof FROM " + table);
    sqlite::Statement insert(database_, "INSERT OR IGNORE INTO " + table + " VALUES (?, ?)");
    while (proofs.step()) insert.bind(proofs.text(0)).bind(proofs.text(1)).step();
  }
  batch_->commit();
  batch_.reset();
}

void Builder::finish() {
  if (batch_) write();
}

void Builder::trim(std::int64_t games) {
  finish();
  sqlite::Statement(database_, "DELETE FROM moves WHERE games < ?").bind(games).step();
  database_.run("VACUUM");
}

bool Builder::is_new(std::uint64_t digest) {
  const bool inserted = insert_game_.bind(static_cast<std::int64_t>(digest)).step();
  if (inserted) insert_game_.step();
  return inserted;
}

void Builder::add_counts_of(sqlite::Database& other) {
  sqlite::Statement moves(other, "SELECT position, move, games, points, visits, value FROM moves");
  while (moves.step()) {
    add_move_.bind(moves.text(0)).bind(moves.text(1)).bind(moves.integer(2)).bind(moves.real(3));
    add_move_.bind(moves.integer(4)).bind(moves.real(5)).step();
  }
}

// What the game adds to the book; nothing where a move is not legal.
std::vector<Builder::Line> Builder::lines_of(const std::shared_ptr<const Game>& game,
                                             const BookGame& played) const {
  std::vector<Line> lines;
  const auto record = replay(game, played.moves);
  if (!record) return lines;
  Result result = result_at_first(played);
  for (std::size_t i = 0; i < played.moves.size(); ++i) {
    const Position& position = record->positions()[i];
    const Move move = played.moves[i];
    if (move == Move::swap_pieces()) result = exchanged(result);
    if (!move.is_cell()) continue;
    if (position.occupied().size() >= facts_.plies) break;
    const CanonicalPosition canonical(*game_, symmetries_, position);
    Line line{{canonical.text(), canonical.canonical(move.cell())},
              {1, score(position.to_move, result), 0, 0}};
    if (i + 1 < played.searches.size()) {
      const Searched& searched = played.searches[i + 1];
      line.counts.visits = searched.visits;
      line.counts.value = static_cast<double>(searched.visits) * (1 - searched.value);
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

// Ends the batch. Rows go in by their order in the file, so that each page is written once.
void Builder::write() {
  using Entry = std::pair<const Key, Counts>;
  std::vector<const Entry*> sorted;
  sorted.reserve(counts_.size());
  for (const Entry& entry : counts_) sorted.push_back(&entry);
  std::sort(sorted.begin(), sorted.end(),
            [](const Entry* a, const Entry* b) { return a->first < b->first; });
  for (const Entry* entry : sorted) {
    const auto& [key, counts] = *entry;
    const std::string move = game_->board().name(key.move);
    add_move_.bind(key.position).bind(move).bind(counts.games).bind(counts.points);
    add_move_.bind(counts.visits).bind(counts.value).step();
  }
  batch_->commit();
  batch_.reset();
  counts_.clear();
}

}  // namespace isthmus::book
