#pragma once

#include <cstdint>

#include "engine/board/move.hpp"
#include "engine/board/position.hpp"

namespace isthmus {

// What is certain about a game, for one of its players.
enum class Proof : std::uint8_t { unknown, win, loss, draw };

// "win", "loss" or "draw"; null where nothing is certain.
constexpr const char* name(Proof proof) {
  switch (proof) {
    case Proof::win:
      return "win";
    case Proof::loss:
      return "loss";
    case Proof::draw:
      return "draw";
    default:
      return nullptr;
  }
}

// The same for the other player.
constexpr Proof reversed(Proof proof) {
  switch (proof) {
    case Proof::win:
      return Proof::loss;
    case Proof::loss:
      return Proof::win;
    default:
      return proof;
  }
}

// What a finished game is to a colour.
constexpr Proof proof_for(Colour colour, Result result) {
  return result == Result::draw      ? Proof::draw
         : result == win_for(colour) ? Proof::win
                                     : Proof::loss;
}

// A move, and what is certain for the side that plays it.
struct ProvenMove {
  Move move;
  Proof proof = Proof::unknown;
};

// The expected score of a proven game: 1, 0 or 1/2. Only where proof is not unknown.
constexpr double expected_score(Proof proof) {
  return proof == Proof::win ? 1.0 : proof == Proof::loss ? 0.0 : 0.5;
}

}  // namespace isthmus
