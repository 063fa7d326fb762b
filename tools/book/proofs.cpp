#include "tools/book/proofs.hpp"

#include <string>
#include <string_view>

#include "tools/book/canonical_position.hpp"

namespace isthmus::book {

namespace {

// Other text than the names of proofs is of no use.
Proof read_proof(std::string_view text) {
  for (const Proof proof : {Proof::win, Proof::loss, Proof::draw}) {
    if (text == name(proof)) return proof;
  }
  return Proof::unknown;
}

}  // namespace

bool keeps_proofs(const Game& game) {
  Position position = game.start();
  game.play(position, game.legal_moves(position).front());
  return position.history.size() == 0;
}

Proofs::Proofs(sqlite::Database& database, const Game& game,
               const std::vector<Symmetry>& symmetries)
    : database_(database),
      game_(game),
      symmetries_(symmetries),
      select_(database, "SELECT proof FROM proofs WHERE position = ?"),
      insert_(database, "INSERT OR IGNORE INTO proofs VALUES (?, ?)"),
      any_(database, "SELECT EXISTS (SELECT * FROM proofs)"),
      check_(database, "DELETE FROM unchecked_proofs WHERE position = ?") {}

Proof Proofs::find(const Position& position) {
  if (position.result != Result::ongoing) return proof_for(position.to_move, position.result);
  const std::string text = CanonicalPosition(game_, symmetries_, position).text();
  if (!select_.bind(text).step()) return Proof::unknown;
  const Proof proof = read_proof(select_.text(0));
  select_.step();
  return proof;
}

std::vector<std::pair<Cell, Proof>> Proofs::find_moves(const Position& position) {
  std::vector<std::pair<Cell, Proof>> moves;
  if (is_empty()) return moves;
  game_.legal_cells(position).for_each([&](Cell cell) {
    Position next = position;
    game_.play(next, Move(cell));
    const Proof proof = reversed(find(next));
    if (proof != Proof::unknown) moves.emplace_back(cell, proof);
  });
  return moves;
}

void Proofs::add(std::span<const ProvenPosition> positions) {
  sqlite::Transaction transaction(database_);
  for (const ProvenPosition& proven : positions) {
    const std::string text = CanonicalPosition(game_, symmetries_, proven.position).text();
    insert_.bind(text).bind(std::string_view(name(proven.proof))).step();
    check_.bind(text).step();
  }
  transaction.commit();
}

std::vector<ProvenPosition> Proofs::unchecked() {
  std::vector<ProvenPosition> positions;
  sqlite::Statement select(database_, "SELECT position, proof FROM unchecked_proofs");
  while (select.step()) {
    const auto position = read_position(game_, select.text(0));
    if (!position || position->result != Result::ongoing) continue;
    positions.push_back({*position, read_proof(select.text(1))});
  }
  return positions;
}

std::int64_t Proofs::unchecked_count() {
  return database_.number("SELECT count(*) FROM unchecked_proofs");
}

bool Proofs::is_empty() {
  any_.step();
  const bool is_empty = any_.integer(0) == 0;
  any_.step();
  return is_empty;
}

}  // namespace isthmus::book
