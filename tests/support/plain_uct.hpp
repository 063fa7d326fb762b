#pragma once

#include <cmath>
#include <cstdint>
#include <deque>
#include <functional>
#include <utility>
#include <vector>

#include "engine/game/game.hpp"
#include "engine/playout/random_playout.hpp"

namespace isthmus::test {

// Plain UCT (Kocsis and Szepesvari, 2006) with one random playout a leaf: an opponent to measure
// with, which shares with the engine the rules and play_out(), and no search.
class PlainUct {
 public:
  // `exploration` is the factor of sqrt(ln(parent's visits) / visits) beside results from 0 to 1.
  PlainUct(const Game& game, double exploration, std::uint64_t seed)
      : game_(game), exploration_(exploration), random_(seed) {}

  // The move with most visits when go_on(), called with the number of playouts so far, has said no;
  // at least one playout for each move. The game must not be over.
  Move best_move(const Position& position, const std::function<bool(std::size_t)>& go_on) {
    nodes_.clear();
    nodes_.push_back(make_node(position, Move::none()));
    const std::size_t moves = nodes_.front().untried.size();
    for (std::size_t playouts = 0; playouts < moves || go_on(playouts); ++playouts) {
      simulate(position);
    }
    const Node* best = nullptr;
    for (const std::size_t child : nodes_.front().children) {
      if (best == nullptr || nodes_[child].visits > best->visits) best = &nodes_[child];
    }
    return best->move;
  }

 private:
  struct Node {
    Move move;  // that led here
    std::vector<Move> untried;
    std::vector<std::size_t> children;
    double visits = 0;
    double score = 0;  // of the player who chose `move`
  };

  Node make_node(const Position& position, Move move) {
    Node node{move, {}, {}};
    if (position.result == Result::ongoing) node.untried = game_.legal_moves(position);
    for (std::size_t i = node.untried.size(); i > 1; --i) {
      std::swap(node.untried[i - 1], node.untried[random_() % i]);
    }
    return node;
  }

  std::size_t select(const Node& parent) const {
    std::size_t chosen = 0;
    double highest = -1;
    for (const std::size_t child : parent.children) {
      const Node& node = nodes_[child];
      const double bound = node.score / node.visits +
                           exploration_ * std::sqrt(std::log(parent.visits) / node.visits);
      if (bound > highest) {
        highest = bound;
        chosen = child;
      }
    }
    return chosen;
  }

  void simulate(Position position) {
    std::vector<std::pair<std::size_t, Colour>> path;  // nodes, and who moved there
    std::size_t at = 0;
    const auto follow = [&](std::size_t child) {
      path.emplace_back(child, position.to_move);
      game_.play(position, nodes_[child].move);
      at = child;
    };
    while (nodes_[at].untried.empty() && !nodes_[at].children.empty()) follow(select(nodes_[at]));
    if (!nodes_[at].untried.empty()) {
      const Move move = nodes_[at].untried.back();
      nodes_[at].untried.pop_back();
      const std::size_t child = nodes_.size();
      nodes_[at].children.push_back(child);
      const Colour mover = position.to_move;
      game_.play(position, move);
      nodes_.push_back(make_node(position, move));
      path.emplace_back(child, mover);
    }
    if (position.result == Result::ongoing) {
      play_out(game_, 3 * game_.board().cell_count(), random_, position);
    }
    nodes_.front().visits += 1;
    for (const auto& [node, mover] : path) {
      nodes_[node].visits += 1;
      nodes_[node].score += score(mover, position.result);
    }
  }

  const Game& game_;
  double exploration_;
  SplitMix64 random_;
  std::deque<Node> nodes_;
};

}  // namespace isthmus::test
