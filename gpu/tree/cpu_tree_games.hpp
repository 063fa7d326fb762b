#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/game/game.hpp"
#include "engine/net/net_input.hpp"
#include "engine/net/net_runner.hpp"
#include "engine/theory/proof.hpp"
#include "gpu/tree/tree_choice.hpp"
#include "gpu/tree/tree_games.hpp"
#include "gpu/tree/tree_settings.hpp"

namespace isthmus {

// What GpuTreeGames does, on the host: the reference to which that is equal to the bit where a net
// comes to the same outputs. It plays by the rules of Game, whatever these are, and is written to
// be read, not to be fast.
class CpuTreeGames final : public TreeGames {
 public:
  // A node of a tree: a move, and the position that it leads to.
  struct Node {
    std::int64_t units = 0;    // results for the player of the move
    std::uint32_t visits = 0;  // the one under way included
    int parent = -1;
    Cell cell = 0;
    std::uint16_t settled = 0;     // moves from here that are proven to lose or to draw
    bool may_draw = false;         // whether one of these draws
    Proof proof = Proof::unknown;  // for the player of the move
    bool is_expanded = false;
    // By cell: what a move from here is likely to be, and its node; none (0) before its first
    // visit, and -1 where there is no such move.
    std::vector<std::uint16_t> priors{};
    std::vector<int> children{};
    std::uint16_t moves = 0;  // how many
  };

  // For a net that reads these planes. The game and the runner must outlive this, and the game's
  // boards look the same to both sides (NetInput::view()).
  CpuTreeGames(const Game& game, const NetRunner& runner, const TreeSettings& settings, int slots,
               NetPlanes planes = {});
  ~CpuTreeGames() override;

  void begin(int slot, const TreeGame& game) override;
  void set_net(const Net&) override {}  // the runner is all that judges
  std::span<const TreeMove> step() override;
  std::int64_t evaluations() const override { return evaluations_; }

  // The tree of a slot's search, the root first; empty where nothing was searched yet.
  const std::vector<Node>& tree(int slot) const;

 private:
  struct Slot;

  bool advance(Slot& slot, int number);
  void begin_search(Slot& slot);
  bool descend(Slot& slot);
  int select(const Slot& slot, int node) const;
  void make_node(Slot& slot, const Position& position, int parent, Cell cell);
  void expand(Slot& slot, std::span<const float> outputs);
  void carry_proof_up(Slot& slot, int node);
  void add_result(Slot& slot, int node, double result);
  bool finish_move(Slot& slot, int number);
  Cell best_move(const Slot& slot) const;
  Cell draw_move(const Slot& slot, Cell best) const;

  const Game& game_;
  const NetRunner& runner_;
  const TreeSettings settings_;
  NetInput input_;
  std::vector<Slot> slots_;
  std::vector<std::uint8_t> points_;
  std::vector<float> outputs_;
  std::vector<TreeMove> moves_;
  std::int64_t evaluations_ = 0;
};

}  // namespace isthmus
