#pragma once

#include <memory>
#include <vector>

#include "engine/game/game.hpp"

namespace isthmus {

// A move and who made it. The colour is that of the side to move when it was made.
struct Turn {
  Colour colour;
  Move move;

  friend bool operator==(const Turn&, const Turn&) = default;
};

// A game in play: a first position and the turns from there, which can be taken back. It has no
// result but that of its last position: code that stores games keeps whether a player resigned or
// was late.
class Record {
 public:
  // Starts from the empty board.
  explicit Record(std::shared_ptr<const Game> game) : Record(game, game->start()) {}
  // Starts from a given position of the game.
  Record(std::shared_ptr<const Game> game, const Position& first)
      : game_(std::move(game)), positions_{first} {}

  const Game& game() const { return *game_; }
  const std::shared_ptr<const Game>& shared_game() const { return game_; }
  const Position& position() const { return positions_.back(); }
  const Position& first_position() const { return positions_.front(); }
  // Position i is before turn i, the last one after all of them.
  const std::vector<Position>& positions() const { return positions_; }
  const std::vector<Turn>& turns() const { return turns_; }

  // Plays a move for the side to move, or for the given colour even out of turn. Returns false,
  // and does nothing, if it is not legal.
  bool play(Move move) { return play(position().to_move, move); }
  bool play(Colour colour, Move move) {
    Position next = position();
    next.to_move = colour;
    if (!game_->is_legal(next, move)) return false;
    game_->play(next, move);
    turns_.push_back({colour, move});
    positions_.push_back(next);
    return true;
  }

  // Takes the last turn back. Returns false, and does nothing, at the first position.
  bool undo() {
    if (turns_.empty()) return false;
    turns_.pop_back();
    positions_.pop_back();
    return true;
  }

 private:
  std::shared_ptr<const Game> game_;
  std::vector<Position> positions_;
  std::vector<Turn> turns_;
};

}  // namespace isthmus
