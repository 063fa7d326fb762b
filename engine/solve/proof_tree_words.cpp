// A ProofTree as words: each node that is proven or has moves, alone. A word of what follows and of
// flags, two of the key, one of the numbers; the carrier, a word for 64 cells; the line, a word a
// move; and of each edge a word of the move and one of the numbers. Nodes find each other again by
// their keys, once they are searched.

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/solve/entry_words.hpp"
#include "engine/solve/proof_numbers.hpp"
#include "engine/solve/proof_tree.hpp"

namespace isthmus {

namespace {

constexpr std::size_t kHeadWords = 4;

std::size_t carrier_words(const Board& board) {
  return (static_cast<std::size_t>(board.cell_range()) + 63) / 64;
}

void check(bool is_sound) {
  if (!is_sound) throw std::invalid_argument("an entry is none of this game and board");
}

}  // namespace

void ProofTree::save(const Key& key, Id id, std::vector<std::uint64_t>& words) const {
  const Node& node = nodes_[id];
  const std::vector<Move> line =
      node.proof == Proof::unknown ? std::vector<Move>{} : this->line(id);
  const std::uint64_t flags =
      static_cast<unsigned>(node.proof) | static_cast<unsigned>(node.is_expanded) << 2U |
      static_cast<unsigned>(node.is_ordered) << 3U | static_cast<unsigned>(node.mover) << 4U;
  words.push_back(flags | std::uint64_t{node.depth} << 16 | std::uint64_t{node.edges.size()} << 32 |
                  std::uint64_t{line.size()} << 48);
  WordWriter writer(words);
  writer.add(key.first);
  writer.add(key.second);
  writer.add(node.to_win, node.to_lose);
  for (std::size_t i = 0; i < carrier_words(game_.board()); ++i) {
    writer.add(node.carrier.words()[i]);
  }
  for (const Move move : line) writer.add(std::uint64_t{move.code()});
  for (const Edge& edge : node.edges) {
    writer.add(std::uint64_t{edge.move.code()});
    // The child of a proven edge has its numbers.
    writer.add(is_open(edge) ? to_win(edge) : 1, is_open(edge) ? to_lose(edge) : 1);
  }
}

void ProofTree::write(const Solver::WriteWords& write) const {
  std::vector<std::uint64_t> piece, words;
  for (const auto& [key, id] : ids_) {
    const Node& node = nodes_[id];
    if (node.proof == Proof::unknown && !node.is_expanded) continue;
    words.clear();
    save(key, id, words);
    if (piece.size() + words.size() > Solver::kPieceWords) {
      write(piece);
      piece.clear();
    }
    piece.insert(piece.end(), words.begin(), words.end());
  }
  if (!piece.empty()) write(piece);
}

void ProofTree::read(std::span<const std::uint64_t> words) {
  const CellSet& cells = game_.board().cells();
  const auto move_of = [&](std::uint64_t code) {
    check(code >> 32 == 0);
    const auto move = move_of_code(static_cast<std::uint32_t>(code), cells);
    check(move.has_value());
    return *move;
  };
  const std::size_t of_carrier = carrier_words(game_.board());
  while (!words.empty()) {
    check(words.size() >= kHeadWords + of_carrier);
    WordReader reader(words);
    const std::uint64_t head = reader.word();
    const std::size_t edges = head >> 32 & 0xffff, moves = head >> 48;
    const std::size_t count = kHeadWords + of_carrier + moves + 2 * edges;
    check(words.size() >= count && (head & 0xffe0) == 0);
    words = words.subspan(count);
    const std::uint64_t first = reader.word();
    const Key key{first, reader.word()};
    Node node;
    node.proof = static_cast<Proof>(head & 3);
    node.is_expanded = (head >> 2 & 1) != 0;
    node.is_ordered = (head >> 3 & 1) != 0;
    node.mover = (head >> 4 & 1) != 0 ? Colour::white : Colour::black;
    node.depth = static_cast<std::uint16_t>(head >> 16);
    std::tie(node.to_win, node.to_lose) = reader.halves();
    std::array<std::uint64_t, kMaxCells / 64> carrier{};
    for (std::size_t i = 0; i < of_carrier; ++i) carrier[i] = reader.word();
    node.carrier = CellSet::of_words(carrier);
    for (std::size_t i = 0; i < moves; ++i) node.line.push_back(move_of(reader.word()));
    for (std::size_t i = 0; i < edges; ++i) {
      Edge& edge = node.edges.emplace_back();
      edge.move = move_of(reader.word());
      std::tie(edge.to_win, edge.to_lose) = reader.halves();
      check(edge.move.is_cell() && is_open(edge));
    }
    // A position without moves would be taken for lost.
    const bool is_proven = node.proof != Proof::unknown;
    check((node.carrier - cells).empty() && is_proven == node.edges.empty() &&
          (is_proven || node.is_expanded));
    refresh(node);
    if (!ids_.try_emplace(key, static_cast<Id>(nodes_.size())).second) continue;
    edges_ += edges;
    ++jobs_;
    nodes_.push_back(std::move(node));
  }
}

}  // namespace isthmus
