#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/board/cell_set.hpp"
#include "engine/board/position.hpp"
#include "engine/game/game.hpp"
#include "engine/theory/solver.hpp"

namespace isthmus {

// A position that is to be searched.
struct ProofJob {
  std::uint32_t id;  // of the position, in its tree
  // As Solver::solve_after() has it.
  Position first;
  std::vector<Move> moves;
  std::int64_t nodes = 0;  // positions to look into at the most, for each thread of the worker
};

// What came of it.
struct ProofJobResult {
  Solution solution;
  Expansion expansion;  // where there is no proof
};

// The first of two levels of proof-number search (PN^2: Allis 1994; Breuker, "Memory versus search
// in games", 1998), whose leaves others search, several at a time (job-level search: Wu, Lin, Lin,
// Yen, Chan and Chen, "Job-level proof number search", 2013). A leaf that a job did not solve gets
// for children the moves that may still win, each with the numbers that the job has come to. A
// worker that takes a job is led away from where others are by virtual proof numbers, and to
// positions below those that it has searched itself, as it may remember more of them, where these
// are about as near to be solved as any. The jobs get longer as the tree grows, so that it stays
// small; one that has no room left is searched again and for longer in place of being expanded.
//
// Each position is there once, by whatever order of moves; the positions that came before it count
// where the game has a rule about repetition, and how many moves were played. What is proven stays.
//
// Each worker is identified by a number of its own, kNoWorker excepted. One thread at a time may
// call these.
class ProofTree {
 public:
  // Takes about this many bytes. The game must outlive this.
  ProofTree(const Game& game, std::size_t bytes) : game_(game), bytes_(bytes) {}

  // Has it search from now on who wins the position after these moves from another, unfinished and
  // with a legal move, if a draw counts as won by `drawn_for`.
  void ask(const Position& first, std::span<const Move> moves, Colour drawn_for);
  // Has it search nothing from now on.
  void ask_nothing() { root_ = kNone; }

  // What is known of the position asked for, for its mover: 0 where proven.
  std::uint32_t to_win() const { return nodes_[root_].to_win; }
  std::uint32_t to_lose() const { return nodes_[root_].to_lose; }
  bool is_decided() const { return nodes_[root_].is_decided(); }
  // How many of its moves may still win.
  int open_moves() const;
  // The best moves of both, and what suffices the winner, once it is decided.
  std::vector<Move> line() const { return line(root_); }
  CellSet carrier() const;

  // The next job for a worker, which has it from now on; nothing where nothing is asked, it
  // is decided, or other workers have all there are.
  std::optional<ProofJob> take(int worker);
  // Whether the worker has the job and its result may help with what is asked now.
  bool is_wanted(int worker, std::uint32_t id) const;
  // Ends a job, with a result for the position, whatever is asked now. Returns false, and does
  // nothing, where the worker does not have it (any more).
  bool hand_in(int worker, std::uint32_t id, const ProofJobResult& result);
  // The worker has no job any more; others may get its.
  void give_back(int worker);

  // As those of Solver.
  Expansion expand(const Position& position) const;
  void write(const Solver::WriteWords& write) const;
  void read(std::span<const std::uint64_t> words);

 private:
  using Id = std::uint32_t;  // the place of a node
  static constexpr Id kNone = std::numeric_limits<Id>::max();

  struct Edge {
    Move move;
    Id child = kNone;  // none until it is searched, or known already
    // For who moves then, as it was when the edge was made.
    std::uint32_t to_win = 1, to_lose = 1;
  };
  struct Node {
    Colour mover;
    std::uint16_t depth;  // moves played
    Proof proof = Proof::unknown;
    bool is_expanded = false;
    bool is_ordered = false;  // the edges
    std::uint32_t to_win = 1, to_lose = 1;
    int inside = 0;          // jobs that workers have here and below
    int searches = 0;        // of a leaf
    int worker = kNoWorker;  // that has searched it, or what is above it
    // What suffices the winner or, while unknown, the opponent against all moves that are no edges.
    CellSet carrier;
    std::vector<Edge> edges;  // that are not refuted, while unknown
    std::vector<Id> parents;
    // By which it was solved, or else what was refuted last; what the winner of a job plays on with
    // follows the first move where there is no child.
    std::vector<Move> line;
    Id best_child = kNone;

    bool is_decided() const { return to_win == 0 || to_lose == 0; }
  };
  static constexpr int kNoWorker = -1;
  // Two hashes: that two positions have the same would take 2^64 of them.
  struct Key {
    std::uint64_t first, second;

    friend bool operator==(const Key&, const Key&) = default;
  };
  struct HashKey {
    std::size_t operator()(const Key& key) const { return static_cast<std::size_t>(key.first); }
  };
  struct TakenJob {
    int worker;
    Position position;
    std::vector<Id> path;  // from the root to the position
  };
  // What leads to a node.
  struct Descent {
    std::vector<Id> path;     // from the root to the node
    std::vector<Move> moves;  // from the first position
    Position position;        // of the node
  };
  enum class Found { leaf, nothing, change };

  std::vector<Move> line(Id id) const;
  void save(const Key& key, Id id, std::vector<std::uint64_t>& words) const;

  static Key key_of(const Position& position);
  Id node_of(const Position& position);
  bool has_room() const;

  Found descend(Descent& descent, int worker);
  std::vector<std::size_t> candidates(const Node& node, int worker) const;
  void add_moves(Id id, const Position& position, const Expansion& expansion);
  void link(Id parent, Edge& edge, Id child);

  void update(Id id);
  bool refresh(Node& node);
  void settle(Node& node);
  void set_numbers(Node& node) const;
  std::uint32_t to_win(const Edge& edge) const {
    return edge.child == kNone ? edge.to_win : nodes_[edge.child].to_win;
  }
  std::uint32_t to_lose(const Edge& edge) const {
    return edge.child == kNone ? edge.to_lose : nodes_[edge.child].to_lose;
  }
  bool is_open(const Edge& edge) const { return to_win(edge) != 0 && to_lose(edge) != 0; }

  const Game& game_;
  std::size_t bytes_;
  std::deque<Node> nodes_;
  std::size_t edges_ = 0;  // of all nodes
  std::unordered_map<Key, Id, HashKey> ids_;
  // What is asked for: the position after the moves, which is the root.
  Position first_;
  std::vector<Move> moves_;
  Position position_;
  Id root_ = kNone;
  Colour drawn_for_ = Colour::white;
  std::map<Id, TakenJob> taken_;
  std::int64_t jobs_ = 0;  // that were handed in
};

}  // namespace isthmus
