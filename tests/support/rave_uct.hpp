#pragma once

#include <cmath>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "engine/game/game.hpp"
#include "engine/playout/random_playout.hpp"

namespace isthmus::test {

// UCT with RAVE (Gelly and Silver, "Monte-Carlo tree search and rapid action value estimation in
// computer Go", 2011), one random playout a leaf: a stronger opponent to measure with than
// PlainUct, which likewise shares the rules and play_out() with the engine, and no search. What a
// move is worth by RAVE is the share of the simulations below its parent that its player won among
// those at whose end a stone of his stood on its cell.
class RaveUct {
 public:
  // `exploration` is the factor of sqrt(ln(parent's visits) / visits) beside results from 0 to 1;
  // of a move with `equivalence` visits both averages count alike.
  RaveUct(const Game& game, double exploration, double equivalence, std::uint64_t seed)
      : game_(game), exploration_(exploration), equivalence_(equivalence), random_(seed) {}

  // The move with most visits when go_on(), called with the number of playouts so far, has said no;
  // at least two playouts. The game must not be over.
  Move best_move(const Position& position, const std::function<bool(std::size_t)>& go_on) {
    root_ = {};
    for (std::size_t playouts = 0; playouts < 2 || go_on(playouts); ++playouts) simulate(position);
    const Node* best = nullptr;
    for (const Node& child : root_.children) {
      if (best == nullptr || child.visits > best->visits) best = &child;
    }
    return best->move;
  }

 private:
  struct Node {
    Move move = Move::none();    // that led here
    std::vector<Node> children;  // of all legal moves, in random order, from the second visit on
    double visits = 0;
    double score = 0;        // of the player who chose `move`
    double rave_visits = 0;  // simulations below the parent ...
    double rave_score = 0;   // ... at whose end his stone stood on the move's cell
  };

  void expand(const Position& position, Node& node) {
    std::vector<Move> moves = game_.legal_moves(position);
    node.children.reserve(moves.size());
    for (std::size_t i = moves.size(); i > 0; --i) {
      std::swap(moves[i - 1], moves[random_() % i]);
      node.children.push_back({});
      node.children.back().move = moves[i - 1];
    }
  }

  double value(const Node& parent, const Node& node) const {
    const double rave = node.rave_visits > 0 ? node.rave_score / node.rave_visits : 1;
    if (node.visits == 0) return rave;
    const double weight = std::sqrt(equivalence_ / (3 * node.visits + equivalence_));
    return (1 - weight) * node.score / node.visits + weight * rave +
           exploration_ * std::sqrt(std::log(parent.visits) / node.visits);
  }

  void simulate(Position position) {
    std::vector<std::pair<Node*, Colour>> path;  // nodes, and who moves there
    Node* at = &root_;
    path.emplace_back(at, position.to_move);
    while (at->visits > 0 && position.result == Result::ongoing) {
      if (at->children.empty()) expand(position, *at);
      Node* chosen = nullptr;
      double highest = -1;
      for (Node& child : at->children) {
        const double its = value(*at, child);
        if (its > highest) {
          highest = its;
          chosen = &child;
        }
      }
      game_.play(position, chosen->move);
      at = chosen;
      path.emplace_back(at, position.to_move);
    }
    if (position.result == Result::ongoing) {
      play_out(game_, 3 * game_.board().cell_count(), random_, position);
    }
    for (std::size_t i = 0; i < path.size(); ++i) {
      const auto& [node, mover] = path[i];
      node->visits += 1;
      if (i > 0) node->score += score(path[i - 1].second, position.result);
      const double won = score(mover, position.result);
      for (Node& child : node->children) {
        if (!child.move.is_cell() || !position.of(mover).contains(child.move.cell())) continue;
        child.rave_visits += 1;
        child.rave_score += won;
      }
    }
  }

  const Game& game_;
  double exploration_;
  double equivalence_;
  SplitMix64 random_;
  Node root_;
};

}  // namespace isthmus::test
