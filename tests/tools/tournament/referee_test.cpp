#include "tools/tournament/referee.hpp"

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "games/list.hpp"
#include "tests/tools/base/processes.hpp"
#include "tests/tools/base/temporary_folder.hpp"

using namespace isthmus;
using namespace isthmus::tournament;

namespace {

EngineSpec test_engine(const std::string& arguments) {
  return {"test", std::string(TEST_ENGINE) + " " + arguments, {}};
}

// An engine that answers genmove with these moves, whatever is played.
EngineSpec scripted(const std::string& moves) {
  return {"scripted",
          "set -- " + moves +
              "; while read -r id command rest; do answer=; case $command in"
              " genmove) answer=$1; shift;; quit) exit;; esac; printf '=%s %s\\n\\n' $id $answer; "
              "done",
          {}};
}

EngineTime per_move(double seconds, double margin) {
  EngineTime time;
  time.kind = EngineTime::Kind::per_move;
  time.per_move = seconds;
  time.margin = margin;
  time.command = 10;
  time.grace = 0;
  return time;
}

// Engine 0 begins.
GameRecord play(const std::shared_ptr<const Game>& game, const Opening& opening,
                const std::array<EngineTime, 2>& times, std::array<Engine*, 2> players,
                const Adjudication& adjudication = {}, bool ponder = false) {
  Spec spec;
  spec.game = game;
  spec.openings = {opening};
  for (const EngineTime& time : times)
    spec.engines.push_back({.name = {}, .command = {}, .time = time});
  spec.adjudication = adjudication;
  spec.ponder = ponder;
  return referee_game(spec, {.black = 0, .white = 1}, players);
}

GameRecord match(const std::shared_ptr<const Game>& game, const Opening& opening,
                 const EngineSpec& first, const EngineSpec& second,
                 const EngineTime& time = per_move(5, 1)) {
  const TemporaryFolder folder;
  Engine black(first, folder / "black.log", {});
  Engine white(second, folder / "white.log", {});
  return play(game, opening, {time, time}, {&black, &white});
}

std::vector<std::string> names(const Game& game, const std::vector<Move>& moves) {
  std::vector<std::string> result;
  for (Move move : moves) result.push_back(game.name(move));
  return result;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("each kind of bad engine loses for its own reason and leaves nothing running") {
  const std::shared_ptr<const Game> game = make_game("hex", 5, 5, SwapRule::none);
  const Opening opening{Move(Cell{0})};  // a1, so that playing there is illegal
  const EngineSpec good = test_engine("random 5");
  struct Case {
    std::string mode;
    Reason reason;
    std::string detail;
  };
  for (const Case& bad :
       {Case{"crash", Reason::crash, "signal 9"}, Case{"exit", Reason::crash, "exit status 3"},
        Case{"exit", Reason::crash, "out of memory"},
        Case{"close", Reason::crash, "closed its output"},
        Case{"orphan", Reason::orphans, "exit status 4"},
        Case{"exit-daemon", Reason::orphans, "it left processes behind: 1"},
        Case{"hang", Reason::hang, "no answer to 'genmove"},
        Case{"stubborn", Reason::hang, "within 1 s"},
        Case{"flood-errors", Reason::hang, "no answer"},
        Case{"illegal", Reason::illegal_move, "'a1' is not legal"},
        Case{"nonsense", Reason::wrong_answer, "'z99' is no move"},
        Case{"garbage", Reason::wrong_answer, "neither = nor ?: 'Segmentation ?? fault?'"},
        Case{"refuse", Reason::refusal, "no idea"},
        Case{"wrong-id", Reason::wrong_answer, "does not repeat the id"},
        Case{"flood", Reason::flood, "longer than"},
        Case{"flood-lines", Reason::flood, "no answer to 'genmove"},
        Case{"resign", Reason::resignation, ""}}) {
    CAPTURE(bad.mode);
    const TemporaryFolder folder;
    const std::string ids = (folder / "ids").string();
    const EngineSpec bad_spec = test_engine(bad.mode + " " + ids);
    // Only those that hang need the limit.
    const EngineTime time = bad.reason == Reason::hang ? per_move(0.5, 0.5) : per_move(5, 1);
    const EngineTime good_time = per_move(5, 1);
    {
      Engine first(bad_spec, folder / "bad.log", {});
      Engine second(good, folder / "good.log", {});
      // Both colours: the second match must start what the first has ended.
      const GameRecord as_black = play(game, opening, {time, good_time}, {&first, &second});
      CHECK(as_black.winner == 1);
      CHECK(as_black.reason == bad.reason);
      CAPTURE(as_black.detail);
      CHECK(as_black.detail.find(bad.detail) != std::string::npos);
      CHECK(as_black.moves.size() == 4);  // the opening, White, Black, White
      const GameRecord as_white = play(game, opening, {good_time, time}, {&second, &first});
      CHECK(as_white.winner == 0);
      CHECK(as_white.reason == bad.reason);
      CHECK(as_white.moves.size() == 3);
    }
    const auto processes = processes_in(ids);
    // An engine that speaks GTP plays on, however bad the move; the others are started anew.
    const bool plays_on = bad.mode == "resign" || bad.mode == "illegal" || bad.mode == "nonsense";
    CHECK(processes.size() >= (plays_on ? 1U : 2U));
    CHECK(count_running(processes) == 0);
  }
}

TEST_CASE("an engine that cannot start loses by a crash") {
  const std::shared_ptr<const Game> game = make_game("hex", 3, 3, SwapRule::none);
  const auto result = match(game, {}, test_engine("random 1"), {"none", "/no/such/engine", {}});
  CHECK(result.winner == 0);
  CHECK(result.reason == Reason::crash);
  CHECK(result.detail.find("127") != std::string::npos);
  CHECK(result.moves.empty());
}

TEST_CASE("the board decides, for the one who has connected") {
  const std::shared_ptr<const Game> game = make_game("hex", 3, 3, SwapRule::none);
  const auto won = match(game, {}, scripted("a1 a2 a3"), scripted("b1 b2 b3"));
  CHECK(won.winner == 0);
  CHECK(won.reason == Reason::rules);
  CHECK(names(*game, won.moves) == Names{"a1", "b1", "a2", "b2", "a3"});

  const std::shared_ptr<const Game> rex = make_game("rex", 3, 3, SwapRule::none);
  const auto lost = match(rex, {}, scripted("a1 a2 a3"), scripted("b1 b2 b3"));
  CHECK(lost.winner == 1);
  CHECK(lost.reason == Reason::rules);
}

TEST_CASE("swap-pieces mirrors the stone, and the game goes on with Black") {
  const std::shared_ptr<const Game> game = make_game("hex", 3, 3, SwapRule::pieces);
  // c1 becomes White's a3. White then needs b3 or b2 and c2 or c3: a3 b3 c3 joins left to right.
  const auto result = match(game, {}, scripted("c1 a1 a2"), scripted("swap-pieces b3 c3"));
  CHECK(names(*game, result.moves) == Names{"c1", "swap-pieces", "a1", "b3", "a2", "c3"});
  CHECK(result.winner == 1);
  CHECK(result.reason == Reason::rules);
}

TEST_CASE("after swap-sides the player who began has White") {
  const std::shared_ptr<const Game> game = make_game("hex", 3, 3, SwapRule::sides);
  // Player 1 takes Black with the stone on a1; player 0 is to move, now as White.
  const auto result = match(game, {}, scripted("a1 b1 b2"), scripted("swap-sides a2 a3"));
  CHECK(names(*game, result.moves) == Names{"a1", "swap-sides", "b1", "a2", "b2", "a3"});
  CHECK(result.winner == 1);

  // Faults are laid at the right player's door, too.
  const auto fault = match(game, {}, scripted("a1 a1"), scripted("swap-sides"));
  CHECK(fault.winner == 1);
  CHECK(fault.reason == Reason::illegal_move);

  // A swap in the opening was made by the engine that had the second move.
  const auto opened =
      match(game, {Move(Cell{0}), Move::swap_sides()}, scripted("resign"), scripted("a2"));
  CHECK(opened.winner == 1);
  CHECK(opened.reason == Reason::resignation);
}

TEST_CASE("a swap is illegal where the rule is off, or too late") {
  const std::shared_ptr<const Game> none = make_game("hex", 3, 3, SwapRule::none);
  CHECK(match(none, {}, scripted("a1"), scripted("swap-pieces")).reason == Reason::illegal_move);
  const std::shared_ptr<const Game> sides = make_game("hex", 3, 3, SwapRule::sides);
  CHECK(match(sides, {}, scripted("a1"), scripted("swap-pieces")).reason == Reason::illegal_move);
  CHECK(match(sides, {}, scripted("swap-sides"), scripted("a1")).winner == 1);
  CHECK(match(sides, {}, scripted("a1 swap-sides"), scripted("b1")).winner == 1);
}

TEST_CASE("main time runs down over the moves, and its increment comes back") {
  const std::shared_ptr<const Game> game = make_game("hex", 9, 9, SwapRule::none);
  const EngineSpec sleeper{
      "slow",
      "set -- a1 a2 a3 a4 a5 a6 a7 a8 a9; while read -r id command rest; do case $command in"
      " genmove) sleep 0.1; answer=$1; shift;; quit) exit;; *) answer=;; esac;"
      " printf '=%s %s\\n\\n' $id $answer; done",
      {}};
  const EngineSpec quick = scripted("b1 b2 b3 b4 b5 b6 b7 b8 b9");
  EngineTime time;
  time.kind = EngineTime::Kind::main;
  time.main.main_seconds = 0.8;  // less than nine moves take
  time.margin = 0.02;
  const auto late = match(game, {}, sleeper, quick, time);
  CHECK(late.winner == 1);
  CHECK(late.reason == Reason::time_out);

  time.main.increment = 2;
  const auto in_time = match(game, {}, sleeper, quick, time);
  CHECK(in_time.winner == 0);
  CHECK(in_time.reason == Reason::rules);
  REQUIRE(in_time.milliseconds.size() == in_time.moves.size());
  for (std::size_t i = 0; i < in_time.milliseconds.size(); i += 2) {
    CHECK(in_time.milliseconds[i] >= 100);
    CHECK(in_time.milliseconds[i] < 2800);  // else it would have lost by time
  }
}

TEST_CASE("an engine plays game after game in one process, or each in its own") {
  const std::shared_ptr<const Game> game = make_game("hex", 3, 3, SwapRule::none);
  for (bool restart : {false, true}) {
    const TemporaryFolder folder;
    const auto starts = folder / "starts";
    EngineSpec spec = test_engine("random 1");
    spec.command = "echo start >> " + starts.string() + "; exec " + spec.command;
    spec.restart = restart;
    const EngineSpec other = test_engine("random 2");
    Engine first(spec, folder / "first.log", {});
    Engine second(other, folder / "second.log", {});
    for (int i = 0; i < 3; ++i) {
      CHECK(play(game, {}, {per_move(5, 1), per_move(5, 1)}, {&first, &second}).reason ==
            Reason::rules);
    }
    CHECK(read_text(starts) == (restart ? "start\nstart\nstart\n" : "start\n"));
  }
}

TEST_CASE("engines that list the commands are sent the game and their time") {
  const std::shared_ptr<const Game> game = make_game("hex", 3, 2, SwapRule::none);
  const TemporaryFolder folder;
  const std::string heard = (folder / "heard").string();
  const EngineSpec listener{
      "listener",
      "set -- a1 a2 a3; while read -r id command rest; do echo $command $rest >> " + heard +
          "; answer=; case $command in genmove) answer=$1; shift;; quit) exit;;"
          " list_commands) answer=\"isthmus-game\ntime_left\ntime_settings\";; esac;"
          " printf '=%s %s\\n\\n' $id \"$answer\"; done",
      {"isthmus-param visits 5"}};
  const std::string begin =
      "isthmus-param visits 5\nlist_commands\nisthmus-game hex none\nboardsize 2 3\nclear_board\n";

  match(game, {}, listener, scripted("b1 b2"), per_move(1.5, 1));
  CHECK(read_text(heard) == begin + "time_settings 0 1.5 1\ngenmove black\nplay white b1\n" +
                                "genmove black\nplay white b2\ngenmove black\n");

  std::filesystem::remove(heard);
  EngineTime time;
  time.kind = EngineTime::Kind::main;
  time.main.main_seconds = 60;
  match(game, {}, listener, scripted("resign"), time);
  CHECK(read_text(heard) == begin + "time_settings 60 0 0\ntime_left black 60 0\ngenmove black\n");
}

TEST_CASE("a late answer is distinguished from none, and its engine plays on") {
  const std::shared_ptr<const Game> game = make_game("hex", 5, 5, SwapRule::none);
  const TemporaryFolder folder;
  const std::string ids = (folder / "ids").string();
  const EngineSpec late = test_engine("late " + ids), good = test_engine("random 1");
  Engine first(late, folder / "late.log", {});
  Engine second(good, folder / "good.log", {});
  EngineTime time = per_move(0.2, 0.1);
  time.grace = 5;
  for (int i = 0; i < 2; ++i) {
    const GameRecord result = play(game, {}, {time, per_move(5, 1)}, {&first, &second});
    CHECK(result.winner == 1);
    CHECK(result.reason == Reason::time_out);
    CAPTURE(result.detail);
    CHECK(result.detail.find("s for a move that had 0.3 s") != std::string::npos);
  }
  CHECK(processes_in(ids).size() == 1);
}

TEST_CASE("an engine that is not ready in time starts slowly") {
  const std::shared_ptr<const Game> game = make_game("hex", 5, 5, SwapRule::none);
  EngineTime time = per_move(5, 1);
  time.start = 0.2;
  const auto result = match(game, {}, test_engine("slow-start"), test_engine("random 1"), time);
  CHECK(result.winner == 1);
  CHECK(result.reason == Reason::slow_start);
}

namespace {

// An engine that answers with these moves, and with their win rates before them: "a1 0.5 ...".
EngineSpec reporting(const std::string& moves, const std::string& heard = "/dev/null") {
  return {
      .name = "reporting",
      .command = "set -- " + moves + "; while read -r id command rest; do echo $command $rest >> " +
                 heard +
                 "; case $command in"
                 " kata-genmove_analyze) printf '=%s\\ninfo move %s visits 9 winrate 0.5 order 0"
                 "\\ninfo move %s visits 10 winrate %s prior 0.1\\nplay %s\\n\\n' $id $1 $1 $2 $1;"
                 " shift 2;;"
                 " list_commands) printf '=%s kata-genmove_analyze\\nkata-set-param\\n"
                 "time_settings\\ntime_left\\n\\n' $id;;"
                 " quit) exit;; *) printf '=%s\\n\\n' $id;; esac; done"};
}

GameRecord adjudicated(const Adjudication& adjudication, const EngineSpec& first,
                       const EngineSpec& second) {
  const std::shared_ptr<const Game> game = make_game("hex", 5, 5, SwapRule::none);
  const TemporaryFolder folder;
  Engine black(first, folder / "black.log", {});
  Engine white(second, folder / "white.log", {});
  return play(game, {}, {per_move(5, 1), per_move(5, 1)}, {&black, &white}, adjudication);
}

}  // namespace

TEST_CASE("a game ends when both engines have taken one side to be lost for long enough") {
  const Adjudication rules{.resign_below = 0.1, .resign_moves = 2};
  const auto agreed =
      adjudicated(rules, reporting("a1 0.05 b1 0.2 c1 0.05 d1 0.04 e1 0.01 a5 0.01"),
                  reporting("a2 0.5 b2 0.8 c2 0.95 d2 0.96 e2 0.95"));
  CHECK(agreed.winner == 1);
  CHECK(agreed.reason == Reason::agreed);
  CHECK(agreed.moves.size() == 8);  // White's second move of that kind is its fourth
  // One of them alone is not enough.
  const auto alone = adjudicated(rules, reporting("a1 0.05 b1 0.05 c1 0.05 d1 0.05 e1 0.05"),
                                 reporting("a2 0.5 b2 0.5 c2 0.5 d2 0.5 resign 0.5"));
  CHECK(alone.reason == Reason::resignation);
  CHECK(alone.winner == 0);
  // An engine that cannot report it is not fit for it.
  const auto unfit = adjudicated(rules, reporting("a1 0.5"), scripted("a2"));
  CHECK(unfit.winner == 0);
  CHECK(unfit.reason == Reason::refusal);
}

TEST_CASE("a game ends when it is proven, or too long") {
  // c3 with bridges to c1's and c5's sides: b2 or c2 joins c1 or d1.
  const auto proven = adjudicated({.proven = true}, scripted("c3 d1 b5"), scripted("a1 a2 a3 a4"));
  CHECK(proven.winner == 0);
  CHECK(proven.reason == Reason::proven);
  CHECK(proven.moves.size() == 5);
  const auto limited = adjudicated({.max_moves = 3}, scripted("c3 d1 b5"), scripted("a1 a2 a3 a4"));
  CHECK(!limited.winner);
  CHECK(limited.reason == Reason::move_limit);
  CHECK(limited.moves.size() == 3);
}

TEST_CASE("engines are sent visits, byo-yomi and pondering, each its own time") {
  const std::shared_ptr<const Game> game = make_game("hex", 5, 5, SwapRule::none);
  const TemporaryFolder folder;
  const std::string heard = (folder / "heard").string();
  const EngineSpec first = reporting("a1 0.5 resign 0.5", heard), second = reporting("b1 0.5");
  Engine black(first, folder / "black.log", {});
  Engine white(second, folder / "white.log", {});
  EngineTime visits{.kind = EngineTime::Kind::visits, .visits = 33};
  EngineTime byo_yomi{.kind = EngineTime::Kind::main,
                      .main = {.byo_yomi_seconds = 20, .byo_yomi_stones = 5}};
  const Adjudication rules{.resign_below = 0.1};
  play(game, {}, {visits, byo_yomi}, {&black, &white}, rules, true);
  CHECK(read_text(heard) ==
        "list_commands\nboardsize 5\nclear_board\nkata-set-param maxVisits 33\n"
        "kata-set-param ponderingEnabled true\nkata-genmove_analyze black 10\nplay white b1\n"
        "kata-genmove_analyze black 10\n");
  std::filesystem::remove(heard);
  Engine other(first, folder / "other.log", {});
  play(game, {}, {byo_yomi, visits}, {&other, &white}, rules);
  CHECK(read_text(heard).find("time_settings 0 20 5\ntime_left black 20 5\n") != std::string::npos);

  // An engine that cannot be set to visits cannot play by them.
  const auto result = match(game, {}, test_engine("random 1"), scripted("a1"), visits);
  CHECK(result.reason == Reason::refusal);
  CHECK(result.winner == 1);
}

TEST_CASE("what a move costs beside thought is measured") {
  const std::shared_ptr<const Game> game = make_game("hex", 5, 5, SwapRule::none);
  const auto result = match(game, {}, test_engine("random 1"), test_engine("random 2"));
  CHECK(result.overhead > 0);
  CHECK(result.overhead < 100);
}
