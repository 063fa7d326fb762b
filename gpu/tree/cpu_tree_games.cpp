#include "gpu/tree/cpu_tree_games.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "engine/search/confidence_bound.hpp"
#include "engine/search/puct_formula.hpp"
#include "gpu/tree/tree_draws.hpp"
#include "gpu/tree/tree_judgement.hpp"

namespace isthmus {

namespace {

using Node = CpuTreeGames::Node;

constexpr int kRoot = 0, kUnvisited = 0, kNoMove = -1;

double mean_of(const Node& node) {
  if (node.proof != Proof::unknown) return expected_score(node.proof);
  if (node.visits == 0) return 0;
  return std::min(1.0, static_cast<double>(node.units) / kUnitsPerWin / node.visits);
}

}  // namespace

struct CpuTreeGames::Slot {
  bool is_playing = false;
  bool is_searching = false;
  bool is_full = false;
  TreeGame game{};
  TreeAgreement agreement{};
  std::vector<Node> tree{};
  bool is_asking = false;  // a leaf is to be judged: the tree's last node
  Position leaf{};         // its position

  std::uint32_t moves() const { return game.position.moves_played; }
};

CpuTreeGames::CpuTreeGames(const Game& game, const NetRunner& runner, const TreeSettings& settings,
                           int slots, NetPlanes planes)
    : game_(game),
      runner_(runner),
      settings_(settings),
      input_(game, planes),
      slots_(static_cast<std::size_t>(slots)) {}

CpuTreeGames::~CpuTreeGames() = default;

const std::vector<Node>& CpuTreeGames::tree(int slot) const {
  return slots_[static_cast<std::size_t>(slot)].tree;
}

void CpuTreeGames::begin(int slot, const TreeGame& game) {
  slots_[static_cast<std::size_t>(slot)] = {.is_playing = true, .game = game};
}

std::span<const TreeMove> CpuTreeGames::step() {
  moves_.clear();
  const NetView view = input_.view(Colour::black);
  points_.clear();
  std::vector<Slot*> asking;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (!advance(slots_[i], static_cast<int>(i))) continue;
    asking.push_back(&slots_[i]);
    points_.resize(asking.size() * view.points());
    input_.write(slots_[i].leaf, std::span(points_).last(view.points()));
  }
  outputs_.resize(asking.size() * view.outputs());
  if (!asking.empty()) runner_.run(view, points_, outputs_);
  for (std::size_t i = 0; i < asking.size(); ++i) {
    expand(*asking[i], std::span(outputs_).subspan(i * view.outputs(), view.outputs()));
  }
  evaluations_ += static_cast<std::int64_t>(asking.size());
  return moves_;
}

// Goes on to a leaf that is to be judged. Returns false where the game has ended.
bool CpuTreeGames::advance(Slot& slot, int number) {
  if (!slot.is_playing) return false;
  for (;;) {
    if (!slot.is_searching) {
      begin_search(slot);
      return true;
    }
    const Node& root = slot.tree[kRoot];
    if (root.proof != Proof::unknown ||
        root.visits >= (slot.is_full ? settings_.visits : settings_.cheap_visits)) {
      if (!finish_move(slot, number)) return false;
    } else if (descend(slot)) {
      return true;
    }
  }
}

void CpuTreeGames::begin_search(Slot& slot) {
  SplitMix64 random = tree_draw(slot.game.seed, slot.moves(), TreeDraw::is_full);
  slot.is_full = draw_uniform(random) < settings_.full_share;
  slot.is_searching = true;
  slot.tree.clear();
  make_node(slot, slot.game.position, -1, 0);
  slot.tree[kRoot].visits = 1;
}

// Makes a node for a position that is to be judged.
void CpuTreeGames::make_node(Slot& slot, const Position& position, int parent, Cell cell) {
  Node node;
  node.parent = parent;
  node.cell = cell;
  const auto cells = static_cast<std::size_t>(game_.board().cell_range());
  node.children.assign(cells, kNoMove);
  node.priors.assign(cells, 0);
  game_.legal_cells(position).for_each([&](Cell move) {
    node.children[move] = kUnvisited;
    ++node.moves;
  });
  slot.tree.push_back(std::move(node));
  slot.leaf = position;
}

// Goes down from the root to a node that has not been visited, or is a proven draw. Returns false
// where there is nothing to judge, as what is certain there is backed up.
bool CpuTreeGames::descend(Slot& slot) {
  Position position = slot.game.position;
  int node = kRoot;
  ++slot.tree[kRoot].visits;
  for (;;) {
    const auto cell = static_cast<Cell>(select(slot, node));
    game_.play(position, Move(cell));
    int& child = slot.tree[static_cast<std::size_t>(node)].children[cell];
    if (child != kUnvisited) {
      node = child;
      Node& visited = slot.tree[static_cast<std::size_t>(node)];
      ++visited.visits;
      if (visited.proof == Proof::unknown) continue;
      add_result(slot, node, 0);
      return false;
    }
    child = static_cast<int>(slot.tree.size());
    make_node(slot, position, node, cell);
    Node& leaf = slot.tree.back();
    leaf.visits = 1;
    if (position.result == Result::ongoing) return true;
    const Colour player = opponent(position.to_move);
    leaf.proof = proof_for(player, position.result);
    const auto index = static_cast<int>(slot.tree.size()) - 1;
    carry_proof_up(slot, index);
    add_result(slot, index, 0);
    return false;
  }
}

// The move that the search follows next, as select_child() in engine/search/puct.hpp has it.
int CpuTreeGames::select(const Slot& slot, int index) const {
  const Node& node = slot.tree[static_cast<std::size_t>(index)];
  const PuctFormula formula(
      node.units, node.visits, settings_.exploration,
      index == kRoot ? settings_.root_first_play_reduction : settings_.first_play_reduction);
  std::uint32_t visited_prior = 0;
  // Of equal scores, and among moves without visits, the likeliest, then the least cell.
  const auto rank = [&](int cell) {
    return std::pair(node.priors[static_cast<std::size_t>(cell)], -cell);
  };
  int best = -1, unvisited = -1;
  double best_score = -1;
  for (int cell = 0; cell < static_cast<int>(node.children.size()); ++cell) {
    const int child = node.children[static_cast<std::size_t>(cell)];
    if (child == kNoMove) continue;
    if (child == kUnvisited) {
      if (unvisited < 0 || rank(cell) > rank(unvisited)) unvisited = cell;
      continue;
    }
    const Node& visited = slot.tree[static_cast<std::size_t>(child)];
    if (visited.proof == Proof::loss) continue;
    const std::uint16_t prior = node.priors[static_cast<std::size_t>(cell)];
    visited_prior += prior;
    const double score = formula.score(visited.units, visited.visits, prior);
    if (best < 0 || std::pair(score, rank(cell)) > std::pair(best_score, rank(best))) {
      best = cell;
      best_score = score;
    }
  }
  if (unvisited < 0) return best;
  const double first_play =
      formula.first_play(node.priors[static_cast<std::size_t>(unvisited)], visited_prior);
  return best < 0 || first_play > best_score ? unvisited : best;
}

// Gives the leaf its moves' priors, and backs up its value.
void CpuTreeGames::expand(Slot& slot, std::span<const float> outputs) {
  const auto index = static_cast<int>(slot.tree.size()) - 1;
  Node& leaf = slot.tree.back();
  const Colour mover = slot.leaf.to_move;
  const auto inverse = static_cast<float>(1 / settings_.net_temperature);
  const auto logit = [&](std::size_t cell) {
    return policy_logit(outputs[1 + input_.place(mover, static_cast<Cell>(cell))], inverse);
  };
  const std::size_t cells = leaf.children.size();
  float highest = -std::numeric_limits<float>::infinity();
  for (std::size_t cell = 0; cell < cells; ++cell) {
    if (leaf.children[cell] != kNoMove) highest = std::max(highest, logit(cell));
  }
  std::vector<std::uint64_t> weights(cells), noise(cells);
  std::uint64_t sum = 0, noise_sum = 0;
  const bool is_noisy = index == kRoot && slot.is_full && settings_.noise > 0;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    if (leaf.children[cell] == kNoMove) continue;
    sum += weights[cell] = policy_weight(logit(cell), highest);
    if (!is_noisy) continue;
    SplitMix64 random =
        tree_draw(slot.game.seed, slot.moves(), TreeDraw::noise, static_cast<std::uint32_t>(cell));
    noise_sum += noise[cell] = noise_weight(draw_gamma(settings_.noise_total / leaf.moves, random));
  }
  for (std::size_t cell = 0; cell < cells; ++cell) {
    if (leaf.children[cell] == kNoMove) continue;
    leaf.priors[cell] = static_cast<std::uint16_t>(
        prior_of_weight(weights[cell], sum, noise[cell], noise_sum, settings_.noise));
  }
  leaf.is_expanded = true;
  const float win = win_of_logit(outputs[0]);
  const bool is_black = mover == Colour::black;
  add_result(slot, index, 1 - win_of_colour(is_black ? win : 1 - win, is_black));
}

// A node is proven: proves those above it as far as that suffices. A move loses where one answer
// wins; it wins where all lose, and draws where all others do.
void CpuTreeGames::carry_proof_up(Slot& slot, int node) {
  for (int parent = slot.tree[static_cast<std::size_t>(node)].parent; parent >= 0;
       node = parent, parent = slot.tree[static_cast<std::size_t>(node)].parent) {
    Node& above = slot.tree[static_cast<std::size_t>(parent)];
    const Proof proof = slot.tree[static_cast<std::size_t>(node)].proof;
    if (proof == Proof::win) {
      above.proof = Proof::loss;
      continue;
    }
    above.may_draw = above.may_draw || proof == Proof::draw;
    if (++above.settled < above.moves) return;
    above.proof = above.may_draw ? Proof::draw : Proof::win;
  }
}

// Adds a result for the player of a node's move to it and all above, each for its player. Where one
// is proven, what is certain goes on from there in place of the result.
void CpuTreeGames::add_result(Slot& slot, int node, double result) {
  for (; node >= 0; node = slot.tree[static_cast<std::size_t>(node)].parent) {
    Node& at = slot.tree[static_cast<std::size_t>(node)];
    if (at.proof != Proof::unknown) result = expected_score(at.proof);
    at.units += units_of_result(result);
    result = 1 - result;
  }
}

// Plays by what the search has come to. Returns false where the game has ended in its slot.
bool CpuTreeGames::finish_move(Slot& slot, int number) {
  slot.is_searching = false;
  const Node& root = slot.tree[kRoot];
  Position& position = slot.game.position;
  const Cell best = best_move(slot);
  TreeMove move;
  move.slot = number;
  move.value = static_cast<std::uint16_t>(units_of_value(1 - mean_of(root)));
  const double mover = move.value / kValueUnits;
  slot.agreement.note(position.to_move == Colour::black ? mover : 1 - mover, settings_);
  if (slot.agreement.winner != 0 && !slot.game.plays_on) {
    move.end = TreeMove::End::resignation;
    move.result = static_cast<Result>(slot.agreement.winner);
    slot.is_playing = false;
    moves_.push_back(std::move(move));
    return false;
  }
  move.cell = draw_move(slot, best);
  // Where all moves are known to lose, the visits say nothing about them.
  move.is_full = slot.is_full && root.proof != Proof::win;
  if (move.is_full && root.proof == Proof::loss) {
    move.visits = {{best, 1}};
  } else if (move.is_full) {
    for (std::size_t cell = 0; cell < root.children.size(); ++cell) {
      const int child = root.children[cell];
      if (child <= kUnvisited) continue;
      const std::uint32_t visits = slot.tree[static_cast<std::size_t>(child)].visits;
      move.visits.push_back({static_cast<Cell>(cell), static_cast<std::uint16_t>(visits)});
    }
  }
  game_.play(position, Move(move.cell));
  if (position.result != Result::ongoing) {
    move.end = TreeMove::End::rules;
    move.result = position.result;
    if (slot.game.plays_on) move.would_have_won = static_cast<Result>(slot.agreement.winner);
    slot.is_playing = false;
  } else if (slot.game.is_for_one_move) {
    move.end = TreeMove::End::one_move;
    slot.is_playing = false;
  }
  moves_.push_back(std::move(move));
  return slot.is_playing;
}

// The move to play, as put_choice_first() in engine/search/search_report.cpp has it.
Cell CpuTreeGames::best_move(const Slot& slot) const {
  const Node& root = slot.tree[kRoot];
  struct Candidate {
    int rank = 0;  // 2 wins, 0 loses
    Proof proof = Proof::unknown;
    std::uint32_t visits = 0;
    double mean = 0;
    std::uint16_t prior = 0;
    int cell = 0;

    auto merit() const { return std::tuple(rank, visits, mean, prior, -cell); }
  };
  std::vector<Candidate> candidates;
  for (int cell = 0; cell < static_cast<int>(root.children.size()); ++cell) {
    const int child = root.children[static_cast<std::size_t>(cell)];
    if (child == kNoMove) continue;
    Candidate& candidate = candidates.emplace_back();
    candidate.rank = 1;
    candidate.prior = root.priors[static_cast<std::size_t>(cell)];
    candidate.cell = cell;
    if (child == kUnvisited) continue;
    const Node& node = slot.tree[static_cast<std::size_t>(child)];
    candidate.proof = node.proof;
    candidate.rank = node.proof == Proof::win ? 2 : node.proof == Proof::loss ? 0 : 1;
    candidate.visits = node.visits;
    candidate.mean = mean_of(node);
  }
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate& a, const Candidate& b) { return a.merit() > b.merit(); });
  const Candidate* choice = &candidates.front();
  if (choice->proof != Proof::unknown) return static_cast<Cell>(choice->cell);
  const double least = least_visits_of_choice(choice->visits);
  for (const Candidate& candidate : candidates) {
    if (candidate.proof == Proof::unknown && candidate.visits >= least &&
        lower_confidence_bound(candidate.mean, candidate.visits) >
            lower_confidence_bound(choice->mean, choice->visits)) {
      choice = &candidate;
    }
  }
  return static_cast<Cell>(choice->cell);
}

// By visits to the power of 1/temperature, which falls as the game goes on.
Cell CpuTreeGames::draw_move(const Slot& slot, Cell best) const {
  const Node& root = slot.tree[kRoot];
  const double temperature = move_temperature(
      settings_, slot.moves(), static_cast<std::uint32_t>(game_.board().cell_count()));
  const int best_child = root.children[best];
  const Proof proof = best_child > kUnvisited
                          ? slot.tree[static_cast<std::size_t>(best_child)].proof
                          : Proof::unknown;
  if (temperature < kMinMoveTemperature || proof != Proof::unknown) return best;
  std::vector<std::uint64_t> weights(root.children.size());
  std::uint64_t sum = 0;
  for (std::size_t cell = 0; cell < weights.size(); ++cell) {
    const int child = root.children[cell];
    if (child <= kUnvisited) continue;
    const Node& node = slot.tree[static_cast<std::size_t>(child)];
    if (node.proof == Proof::loss) continue;
    sum += weights[cell] = move_weight(node.visits, root.visits, temperature);
  }
  if (sum == 0) return best;
  SplitMix64 random = tree_draw(slot.game.seed, slot.moves(), TreeDraw::move);
  std::uint64_t drawn = high_product(random(), sum);
  Cell cell = 0;
  for (; drawn >= weights[cell]; ++cell) drawn -= weights[cell];
  return cell;
}

}  // namespace isthmus
