#include "games/certificates/certificate.hpp"

#include "engine/theory/certificate_head.hpp"

namespace isthmus {

namespace {

char letter_of(Colour colour) { return colour == Colour::black ? 'B' : 'W'; }

std::string end_name(const Board& board, Cell end) {
  constexpr std::array kNames{"first", "second", "third"};
  return is_edge(end) ? kNames[end - kEdgeEnds[0]] : board.name(end);
}

std::string names_of(const Board& board, const CellSet& cells) {
  std::string names;
  cells.for_each([&](Cell cell) { names += ' ' + board.name(cell); });
  return names;
}

}  // namespace

Ends edges_of(const Board& board) {
  Ends ends = kEdgeEnds;
  if (board.goals().size() == 4) ends.back() = kNoThirdEnd;
  return ends;
}

unsigned goal_of(const Board& board, Colour colour, Cell edge) {
  constexpr unsigned kOfHex[2][2] = {{Board::kTop, Board::kBottom}, {Board::kLeft, Board::kRight}};
  const auto which = static_cast<std::size_t>(edge - kEdgeEnds[0]);
  return edges_join(board) ? kOfHex[static_cast<std::size_t>(colour)][which] : 1U << which;
}

std::string heading_text(std::string_view game, const Board& board,
                         const Certificate& certificate) {
  std::string text = certificate_head(game, {board.rows(), board.columns()});
  text += "black" + names_of(board, certificate.stones[0]) + '\n';
  text += "white" + names_of(board, certificate.stones[1]) + '\n';
  text += std::string("to-move ") + letter_of(certificate.to_move) + '\n';
  text += std::string("winner ") + letter_of(certificate.winner);
  if (certificate.move) text += ' ' + board.name(*certificate.move);
  return text + '\n';
}

std::string fact_text(const Board& board, const ConnectionFact& fact) {
  constexpr std::array kRules{"all", "any", "each", "fill"};
  std::string line = kRules[static_cast<std::size_t>(fact.rule)];
  for (Cell end : all_of(fact.ends)) line += ' ' + end_name(board, end);
  line += names_of(board, fact.links);
  for (std::size_t part : fact.facts) line += " #" + std::to_string(part);
  for (const auto& [move, part] : fact.threats) {
    line += ' ' + board.name(move) + '#' + std::to_string(part);
  }
  for (const auto& [one, other] : fact.pairs) {
    line += ' ' + board.name(one) + '-' + board.name(other);
  }
  return line + '\n';
}

}  // namespace isthmus
