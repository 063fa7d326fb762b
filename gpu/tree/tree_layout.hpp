#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/base/host_device.hpp"
#include "engine/board/move.hpp"
#include "engine/net/net.hpp"
#include "engine/theory/proof.hpp"
#include "gpu/tree/tree_choice.hpp"
#include "gpu/tree/tree_games.hpp"
#include "gpu/tree/tree_settings.hpp"

// What the kernels of gpu/tree/ read and write in the device's memory. By colour is Black, White.

namespace isthmus {

inline constexpr int kTreeRows = 32;  // of a board at the most, a lane's each, and as many columns
inline constexpr int kTreePoints = (kTreeRows + 2) * (kTreeRows + 2);
inline constexpr int kTreeGoals = 12;  // that a colour wants to join, at the most
inline constexpr std::uint16_t kNoSpot = 0xffff;

// What decides games on the device: each has a class in tree_rules.cuh.
enum class TreeRule : std::uint32_t {
  connection,  // one group joins all goals that its colour wants: that wins, or loses
  shapes,   // rings, bridges and forks on a hexagon: its edges are goals 0 to 5, then the corners
  captures  // captures on squares (CaptureRule)
};

// A game's rules and the input planes of its board. A spot is a row and a column: 256 * row +
// column.
struct TreeBoard {
  std::uint32_t cells;       // the range of their numbers
  std::uint32_t cell_count;  // how many there are
  std::uint32_t point_count, output_count;
  TreeRule rule;
  std::uint32_t connection_wins;  // of TreeRule::connection
  std::uint32_t goals[2];         // how many a colour wants to join
  std::uint32_t rows[kTreeRows];
  std::uint32_t goal_rows[2][kTreeGoals][kTreeRows];
  std::uint16_t spots[kTreeRows * kTreeRows];      // by cell
  std::uint16_t places[2][kTreeRows * kTreeRows];  // by cell: where its logit is
  std::uint16_t spots_of_points[2][kTreePoints];   // kNoSpot beyond the board
  std::uint8_t empty[2][kTreePoints];              // the input planes of the empty board
  std::uint32_t columns;
  std::uint32_t repetition_loses;  // of TreeRule::captures
  std::uint32_t features;          // those that the net sees
};

// How many features a net of `planes` input planes sees.
constexpr std::uint32_t features_of(int planes) {
  return static_cast<std::uint32_t>(planes - Net::kCommonPlanes);
}

// A node of a tree, as CpuTreeGames::Node.
struct alignas(16) TreeNode {
  std::int64_t units;
  std::uint32_t visits;
  std::uint16_t parent;
  std::uint16_t moves;
  std::uint16_t settled;
  std::uint8_t may_draw;
  Proof proof;
};
static_assert(sizeof(TreeNode) == 32);

// A cell of a node: the prior above, the child below.
using TreeEdge = std::uint32_t;
inline constexpr TreeEdge kNoEdge = 0xffff;
inline constexpr std::uint32_t kNotVisited = 0;  // the root is no child
// How many edges a node has, for a board of `cells` cells: as many for each lane of a warp.
constexpr std::uint32_t tree_stride(std::uint32_t cells) { return (cells + 31) / 32 * 32; }

// What is known of a game between two steps.
struct TreeSlot {
  std::uint64_t seed;
  TreeAgreement agreement;
  std::uint32_t moves;  // that were played
  std::uint16_t last;   // the spot of the last stone, kNoSpot for none
  std::uint16_t nodes;  // of the tree
  std::uint8_t is_playing, is_searching, is_full, plays_on, is_for_one_move;
  std::uint8_t is_asking;   // the last node is a leaf that is judged
  std::uint8_t mover;       // the colour at the root: 0 Black, 1 White
  std::uint8_t leaf_mover;  // at that leaf
};

// By colour and row, bits by column.
struct TreeStones {
  std::uint32_t rows[2][kTreeRows];
};

// What a game with captures remembers beside its stones.
struct TreePast {
  // By colour and row: cells from which its stones were taken. May have more than these, as a stone
  // elsewhere cannot bring a position back.
  std::uint32_t taken[2][kTreeRows];
  std::uint32_t key_count;  // of the positions before, whose keys are in TreeTask::keys
};

// For how many of them there is room before a search at first; where a game has more, the room
// grows.
constexpr std::uint32_t first_past_room(std::uint32_t cells) { return 2 * cells; }

// A game that begins.
struct TreeBegin {
  std::uint32_t number;  // of the slot
  TreeSlot slot;
  TreeStones stones;
};

// What it remembers, where it has captures.
struct TreeBeginPast {
  TreePast past;
  std::uint32_t first_key;  // of past.key_count, among those of all games that begin
};

// TreeMove, but for the visits.
struct TreeMoveHeader {
  std::uint32_t slot;
  std::uint32_t visits;  // how many cells
  std::uint16_t cell, value;
  std::uint8_t end, is_full, result, would_have_won;
};
static_assert(sizeof(TreeMoveHeader) == 16);

// What a step reports, in memory of the host.
struct TreeOutbox {
  TreeMoveHeader* headers;   // by the order in which they come, one a slot at the most
  TreeMove::Visits* visits;  // likewise, `stride` of them each
};
// How many of these there are, how many positions are to be judged, and how many games do not go on
// as they remember too many positions for TreeTask::past_room.
struct TreeStepCounts {
  std::uint32_t moves, evaluations, waiting;
};

// All that the kernel of a step is given. Trees have room for settings.nodes() nodes each, and each
// node for `stride` edges, the cells and none behind them up to a multiple of 32.
struct TreeTask {
  TreeSettings settings;
  float inverse_temperature;  // of the net
  std::uint32_t slot_count;
  std::uint32_t stride;
  const TreeBoard* board;
  TreeSlot* slots;
  TreeStones* stones;    // at the root, by slot
  TreeNode* nodes;       // by slot
  TreeEdge* edges;       // by slot and node
  std::uint8_t* points;  // by slot: what is to be judged
  const float* outputs;  // by slot: the judgement
  TreeOutbox outbox;
  TreeStepCounts* counts;
  // Of games with captures, by slot. There is room for the keys of `past_room` positions before a
  // search, and behind these for those that a descent comes through.
  std::uint32_t past_room;
  TreePast* pasts;
  std::uint64_t* keys;  // key_room() for each slot

  ISTHMUS_HOST_DEVICE std::uint32_t key_room() const { return past_room + settings.nodes(); }
};

}  // namespace isthmus
