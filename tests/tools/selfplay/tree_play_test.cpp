#include "tools/selfplay/tree_play.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "games/list.hpp"
#include "gpu/tree/cpu_tree_games.hpp"
#include "tests/support/hash_net.hpp"
#include "tests/support/one_thread.hpp"
#include "tests/tools/selfplay/selfplay_games.hpp"
#include "tests/tools/selfplay/tree_evaluator.hpp"

using namespace isthmus;
using namespace isthmus::selfplay;

namespace {

// In the order of cells, as those of trees are.
GameRecord in_order(GameRecord record) {
  for (MoveRecord& move : record.moves) {
    std::sort(move.visits.begin(), move.visits.end(),
              [](const CellVisits& a, const CellVisits& b) { return a.cell < b.cell; });
  }
  return record;
}

}  // namespace

// The generators differ, and so nothing may be drawn behind the opening: all searches are full, or
// none, without noise, and the best move is played.
TEST_CASE("games by trees are those of the search, record by record" * test::one_thread()) {
  int resigned = 0, on_board = 0, with_captures = 0;
  for (const std::string name :
       {"hex", "rex", "y", "havannah", "gonnect", "gonnect-repetition-loses"}) {
    for (const double full_share : {0.0, 1.0}) {
      const int side = name == "havannah" ? 3 : 5;
      const auto game = make_game(name, side, side, SwapRule::none);
      const test::HashNet net;
      SelfplaySettings settings;
      settings.visits = 40;
      settings.cheap_visits = 17;
      settings.full_share = full_share;
      settings.noise = 0;
      settings.temperature = 0;
      settings.empty_openings = 0.5;
      settings.setup_share = 0.4;
      settings.resign_below = 0.3;
      settings.resign_moves = 3;
      settings.play_on = 0.5;
      Settings search_settings;
      search_settings.net_temperature = 1.5;
      const test::TreeEvaluator evaluator(*game, net, search_settings.net_temperature);
      const Openings openings(*game, evaluator, settings.opening_spread, 1);
      const GameContext context{*game, openings, settings, search_settings, 7};

      constexpr std::uint64_t kGames = 20;
      std::vector<PlayedGame> played(kGames);
      class Numbered final : public TreePlayedGame {
       public:
        Numbered(const GameContext& of, GameRecord record, PlayedGame& to)
            : TreePlayedGame(of, std::move(record)), to_(to) {}
        void end() override { to_ = played(); }

       private:
        PlayedGame& to_;
      };
      CpuTreeGames trees(*game, net, tree_settings(settings, search_settings), 6);
      std::uint64_t begun = 0;
      EvaluationStats stats;
      play_on_trees(
          trees, 6, std::stop_token(), stats,
          [&]() -> std::unique_ptr<TreePlayedGame> {
            if (begun == kGames) return nullptr;
            const std::uint64_t seed = begun++;
            return std::make_unique<Numbered>(context, new_record(*game, seed), played[seed]);
          },
          [] { return nullptr; });
      CHECK(stats.evaluations == trees.evaluations());
      for (std::uint64_t seed = 0; seed < kGames; ++seed) {
        CAPTURE(name);
        CAPTURE(seed);
        const GameRecord expected = in_order(play_alone(context, evaluator, seed));
        CHECK(played[seed].record == expected);
        ++(expected.ending == Ending::resignation ? resigned : on_board);
        with_captures += expected.removed.empty() ? 0 : 1;
      }
    }
  }
  CHECK(resigned > 10);
  CHECK(on_board > 10);
  CHECK(with_captures > 10);
}

TEST_CASE("a game that was stopped goes on by trees where it was") {
  const auto game = make_game("hex", 5, 5, SwapRule::none);
  const test::HashNet net;
  const SelfplaySettings settings;
  const Settings search_settings;
  const test::TreeEvaluator evaluator(*game, net, 1);
  const Openings openings(*game, evaluator, settings.opening_spread, 1);
  const GameContext context{*game, openings, settings, search_settings, 7};
  TreePlayedGame stopped(context, unfinished_game(3));
  const TreeGame start = stopped.start();
  CHECK(start.seed == 3);
  CHECK(start.position.moves_played == 2);
  CHECK(start.position.of(Colour::black).contains(3));
  CHECK(start.position.of(Colour::white).contains(7));
  CHECK(stopped.played().record.moves.size() == 2);
  CHECK(stopped.played().record.net == 7);
  CHECK(stopped.played().record.ending == Ending::stopped);
}
