// The first stands in for what nvcc knows.
// clang-format off
#include "tests/support/host_warps.hpp"
#include "gpu/tree/tree_captures.cuh"
#include "gpu/tree/tree_player.cuh"
// clang-format on

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "games/list.hpp"
#include "gpu/tree/cpu_tree_games.hpp"
#include "gpu/tree/tree_begin.hpp"
#include "gpu/tree/tree_board.hpp"
#include "tests/support/hash_net.hpp"
#include "tests/support/tree_games.hpp"

namespace isthmus {

namespace {

// The kernel of a step, a warp after the other.
class HostTreeGames final : public TreeGames {
 public:
  HostTreeGames(const Game& game, const NetRunner& net, const TreeSettings& settings,
                std::size_t slots, NetPlanes planes = {}, std::uint32_t past_room = 4)
      : net_(net),
        view_(NetInput(game, planes).view(Colour::black)),
        board_(make_tree_board(game, planes)),
        stride_(tree_stride(board_.cells)),
        slots_(slots),
        stones_(slots),
        nodes_(slots * settings.nodes()),
        edges_(nodes_.size() * stride_),
        points_(slots * board_.point_count),
        outputs_(slots * board_.output_count),
        headers_(slots),
        visits_(slots * stride_),
        pasts_(slots),
        scratch_(stride_) {
    task_ = {settings,
             static_cast<float>(1 / settings.net_temperature),
             static_cast<std::uint32_t>(slots),
             stride_,
             &board_,
             slots_.data(),
             stones_.data(),
             nodes_.data(),
             edges_.data(),
             points_.data(),
             outputs_.data(),
             {headers_.data(), visits_.data()},
             &counts_,
             past_room,
             pasts_.data(),
             nullptr};
    make_past_room(past_room);
  }

  void begin(int number, const TreeGame& game) override {
    const auto slot = static_cast<std::size_t>(number);
    const TreeBegin begun = make_tree_begin(number, game, view_.columns);
    slots_[slot] = begun.slot;
    stones_[slot] = begun.stones;
    if (board_.rule != TreeRule::captures) return;
    pasts_[slot] = make_tree_past(game, view_.columns);
    if (pasts_[slot].key_count > task_.past_room) make_past_room(pasts_[slot].key_count);
    const std::vector<std::uint64_t> keys = game.position.history.keys();
    std::copy(keys.begin(), keys.end(), task_.keys + slot * task_.key_room());
  }
  void set_net(const Net&) override {}
  std::span<const TreeMove> step() override {
    counts_ = {};
    for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
      bool is_asking = false;
      block_.run([&](int lane) {
        const auto number = static_cast<std::uint32_t>(slot);
        const bool asks = board_.rule == TreeRule::connection ? step<ConnectionLanes>(number, lane)
                          : board_.rule == TreeRule::shapes   ? step<ShapeLanes>(number, lane)
                                                              : step<CaptureLanes>(number, lane);
        if (lane == 0) is_asking = asks;
      });
      if (!is_asking) continue;
      ++evaluations_;
      net_.run(view_, std::span(points_).subspan(slot * view_.points(), view_.points()),
               std::span(outputs_).subspan(slot * view_.outputs(), view_.outputs()));
    }
    if (counts_.waiting > 0) {
      ++waits_;
      make_past_room(task_.past_room + 3);
    }
    moves_.clear();
    for (std::size_t i = 0; i < counts_.moves; ++i) {
      const TreeMoveHeader& header = headers_[i];
      const TreeMove::Visits* visits = visits_.data() + i * stride_;
      moves_.push_back({static_cast<int>(header.slot),
                        static_cast<TreeMove::End>(header.end),
                        header.cell,
                        header.value,
                        header.is_full != 0,
                        static_cast<Result>(header.result),
                        static_cast<Result>(header.would_have_won),
                        {visits, visits + header.visits}});
    }
    return moves_;
  }
  std::int64_t evaluations() const override { return evaluations_; }
  // How often games had to wait for room.
  int waits() const { return waits_; }

 private:
  template <class Lanes>
  bool step(std::uint32_t number, int lane) {
    return TreePlayer<Lanes>(task_, number, lane, scratch_.data()).step();
  }
  void make_past_room(std::uint32_t room) {
    const std::size_t old_room = task_.key_room();
    task_.past_room = room;
    std::vector<std::uint64_t> larger(slots_.size() * task_.key_room());
    for (std::size_t slot = 0; slot < slots_.size() && !keys_.empty(); ++slot) {
      std::copy_n(keys_.begin() + static_cast<std::ptrdiff_t>(slot * old_room), old_room,
                  larger.begin() + static_cast<std::ptrdiff_t>(slot * task_.key_room()));
    }
    keys_ = std::move(larger);
    task_.keys = keys_.data();
  }

  test::HostBlock block_{1};
  const NetRunner& net_;
  NetView view_;
  TreeBoard board_;
  std::uint32_t stride_;
  std::vector<TreeSlot> slots_;
  std::vector<TreeStones> stones_;
  std::vector<TreeNode> nodes_;
  std::vector<TreeEdge> edges_;
  std::vector<std::uint8_t> points_;
  std::vector<float> outputs_;
  std::vector<TreeMoveHeader> headers_;
  std::vector<TreeMove::Visits> visits_;
  std::vector<TreePast> pasts_;
  std::vector<std::uint64_t> keys_;
  std::vector<std::uint64_t> scratch_;
  TreeStepCounts counts_{};
  TreeTask task_{};
  std::vector<TreeMove> moves_;
  std::int64_t evaluations_ = 0;
  int waits_ = 0;
};

}  // namespace

TEST_CASE("the kernels' code plays the games of the reference, each move and each visit") {
  struct Kind {
    std::string game;
    int side;
    std::size_t games;
  };
  for (const Kind& kind :
       {Kind{"hex", 5, 10}, Kind{"rex", 4, 10}, Kind{"y", 5, 10}, Kind{"hex", 2, 8},
        Kind{"hex", 8, 1}, Kind{"havannah", 3, 24}, Kind{"havannah", 5, 4}, Kind{"gonnect", 3, 16},
        Kind{"gonnect", 5, 8}, Kind{"gonnect", 7, 2}, Kind{"gonnect-repetition-loses", 3, 16},
        Kind{"gonnect-repetition-loses", 4, 8}, Kind{"gonnect-repetition-loses", 5, 3}}) {
    CAPTURE(kind.game);
    CAPTURE(kind.side);
    const auto game = make_game(kind.game, kind.side, kind.side, SwapRule::none);
    const test::HashNet net;
    const NetPlanes planes{net_planes(*game), kind.side % 2 != 0};
    const TreeSettings settings{.visits = 20,
                                .cheap_visits = 6,
                                .full_share = 0.5,
                                .resign_below = 0.35,
                                .resign_moves = 3};
    CpuTreeGames reference(*game, net, settings, 8, planes);
    HostTreeGames trees(*game, net, settings, 8, planes);
    const auto expected = test::play_games(reference, *game, kind.games, 8);
    const auto played = test::play_games(trees, *game, kind.games, 8);
    CHECK(trees.evaluations() == reference.evaluations());
    for (std::size_t i = 0; i < kind.games; ++i) {
      CAPTURE(i);
      CHECK(played[i].size() == expected[i].size());
      CHECK(played[i] == expected[i]);
    }
    if (kind.game == "havannah" && kind.side == 3) CHECK(test::draws_among(expected) > 0);
    if (game->capture_rule()) {
      if (kind.games < 4) CHECK(trees.waits() > 0);  // all begin early, with little room
      CHECK(test::captures_among(*game, expected) > 0);
    }
  }
}

TEST_CASE("the kernels' code plays games of the reference where each move has a slot of its own") {
  for (const std::string name : {"hex", "havannah", "gonnect", "gonnect-repetition-loses"}) {
    CAPTURE(name);
    const auto game = make_game(name, 4, 4, SwapRule::none);
    const test::HashNet net;
    const TreeSettings settings{
        .visits = 12, .cheap_visits = 6, .full_share = 0.5, .resign_below = 0};
    CpuTreeGames reference(*game, net, settings, 5);
    HostTreeGames trees(*game, net, settings, 5);
    const auto expected = test::play_games_by_moves(reference, *game, 8, 5);
    CHECK(test::play_games_by_moves(trees, *game, 8, 5) == expected);
    CHECK(trees.evaluations() == reference.evaluations());
  }
}

}  // namespace isthmus
