// The first stands in for what nvcc knows.
// clang-format off
#include "tests/support/host_warps.hpp"
#include "gpu/tree/tree_player.cuh"
// clang-format on

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "games/list.hpp"
#include "gpu/tree/cpu_tree_games.hpp"
#include "gpu/tree/tree_board.hpp"
#include "tests/support/hash_net.hpp"
#include "tests/support/tree_games.hpp"

namespace isthmus {

namespace {

// The kernel of a step, a warp after the other.
class HostTreeGames final : public TreeGames {
 public:
  HostTreeGames(const Game& game, const NetRunner& net, const TreeSettings& settings,
                std::size_t slots)
      : net_(net),
        view_(NetInput(game).view(Colour::black)),
        board_(make_tree_board(game)),
        stride_(tree_stride(board_.cells)),
        slots_(slots),
        stones_(slots),
        nodes_(slots * settings.nodes()),
        edges_(nodes_.size() * stride_),
        points_(slots * board_.point_count),
        outputs_(slots * board_.output_count),
        headers_(slots),
        visits_(slots * stride_),
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
             &counts_};
  }

  void begin(int number, const TreeGame& game) override {
    const auto slot = static_cast<std::size_t>(number);
    slots_[slot] = {};
    slots_[slot].seed = game.seed;
    slots_[slot].moves = game.position.moves_played;
    slots_[slot].is_playing = 1;
    slots_[slot].plays_on = game.plays_on ? 1 : 0;
    slots_[slot].is_for_one_move = game.is_for_one_move ? 1 : 0;
    slots_[slot].mover = static_cast<std::uint8_t>(game.position.to_move);
    slots_[slot].last = kNoSpot;
    const auto columns = static_cast<unsigned>(view_.columns);
    const auto spot = [&](Cell cell) {
      return static_cast<std::uint16_t>(256 * (cell / columns) + cell % columns);
    };
    if (game.position.last_move.is_cell()) slots_[slot].last = spot(game.position.last_move.cell());
    stones_[slot] = {};
    for (std::size_t colour = 0; colour < 2; ++colour) {
      game.position.stones[colour].for_each(
          [&](Cell cell) { stones_[slot].rows[colour][cell / columns] |= 1U << cell % columns; });
    }
  }
  void set_net(const Net&) override {}
  std::span<const TreeMove> step() override {
    counts_ = {};
    for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
      bool is_asking = false;
      block_.run([&](int lane) {
        const auto number = static_cast<std::uint32_t>(slot);
        const bool asks =
            board_.rule == TreeRule::connection
                ? TreePlayer<ConnectionLanes>(task_, number, lane, scratch_.data()).step()
                : TreePlayer<ShapeLanes>(task_, number, lane, scratch_.data()).step();
        if (lane == 0) is_asking = asks;
      });
      if (!is_asking) continue;
      ++evaluations_;
      net_.run(view_, std::span(points_).subspan(slot * view_.points(), view_.points()),
               std::span(outputs_).subspan(slot * view_.outputs(), view_.outputs()));
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

 private:
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
  std::vector<std::uint64_t> scratch_;
  TreeStepCounts counts_{};
  TreeTask task_{};
  std::vector<TreeMove> moves_;
  std::int64_t evaluations_ = 0;
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
        Kind{"hex", 8, 1}, Kind{"havannah", 3, 24}, Kind{"havannah", 5, 4}}) {
    CAPTURE(kind.game);
    CAPTURE(kind.side);
    const auto game = make_game(kind.game, kind.side, kind.side, SwapRule::none);
    const test::HashNet net;
    const TreeSettings settings{.visits = 20,
                                .cheap_visits = 6,
                                .full_share = 0.5,
                                .resign_below = 0.35,
                                .resign_moves = 3};
    CpuTreeGames reference(*game, net, settings, 8);
    HostTreeGames trees(*game, net, settings, 8);
    const auto expected = test::play_games(reference, *game, kind.games, 8);
    const auto played = test::play_games(trees, *game, kind.games, 8);
    CHECK(trees.evaluations() == reference.evaluations());
    for (std::size_t i = 0; i < kind.games; ++i) {
      CAPTURE(i);
      CHECK(played[i].size() == expected[i].size());
      CHECK(played[i] == expected[i]);
    }
    if (kind.game == "havannah" && kind.side == 3) CHECK(test::draws_among(expected) > 0);
  }
}

TEST_CASE("the kernels' code plays games of the reference where each move has a slot of its own") {
  for (const std::string name : {"hex", "havannah"}) {
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
