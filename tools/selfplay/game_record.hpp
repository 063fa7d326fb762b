#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/board/move.hpp"
#include "engine/board/position.hpp"

namespace isthmus::selfplay {

// How a move was chosen.
//   opening  before any search
//   cheap    by a search of few visits, not fit to learn a policy from
//   full     by a search whose visits are recorded
enum class Choice : std::uint8_t { opening, cheap, full };

// How a game came to its end.
//   rules        won or drawn on the board
//   resignation  both sides' searches were sure of the winner for some moves
//   stopped      it was unfinished when self-play ended; no result, and to be gone on with
enum class Ending : std::uint8_t { rules, resignation, stopped };

// How often a search visited a move.
struct CellVisits {
  Cell cell = 0;
  std::uint16_t visits = 0;

  friend bool operator==(const CellVisits&, const CellVisits&) = default;
};

struct MoveRecord {
  Cell cell = 0;
  Choice choice = Choice::opening;
  // The probability that the side to move wins, as the search saw it, in 65535ths; 0 in the
  // opening.
  std::uint16_t value = 0;
  std::vector<CellVisits> visits{};  // of the moves that were visited; only where choice is full

  friend bool operator==(const MoveRecord&, const MoveRecord&) = default;
};

// A stone that left the board with a move, the index of which is among the game's.
struct RemovedStone {
  std::uint16_t move = 0;
  Cell cell = 0;

  friend bool operator==(const RemovedStone&, const RemovedStone&) = default;
};

// A game of the engine with itself, begun on the empty board by Black, without a swap rule. It is
// not the record of a tournament, as it is what nets learn from: with each move goes what its
// search saw, in the units in which shards have it, and there are no two engines of which one has
// won.
struct GameRecord {
  std::string game{};     // its name, of up to 255 bytes
  std::uint8_t rows = 0;  // of the board, as columns
  std::uint8_t columns = 0;
  Result result = Result::ongoing;
  Ending ending = Ending::stopped;
  std::uint32_t net = 0;                // the CRC-32 of the net that played; 0: fills or playouts
  std::uint64_t seed = 0;               // of this game
  std::vector<MoveRecord> moves{};      // at most 65535
  std::vector<RemovedStone> removed{};  // in the order of the moves

  friend bool operator==(const GameRecord&, const GameRecord&) = default;
};

// The revision of the format that is written, and the first, in which all games are of Hex.
inline constexpr int kRevision = 2, kFirstRevision = 1;

// A game as the bytes of a record in a shard; README.md describes them.
std::vector<std::uint8_t> encode(const GameRecord& record);

// The inverse, also for records of earlier revisions. Throws std::invalid_argument for bytes that
// are no such record.
GameRecord decode(std::span<const std::uint8_t> bytes, int revision = kRevision);

// How long the record that begins so must be; 0 where these bytes are too few to know.
std::size_t record_bytes(std::span<const std::uint8_t> bytes, int revision = kRevision);

}  // namespace isthmus::selfplay
