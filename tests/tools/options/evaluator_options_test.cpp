// --evaluator and --net, as a user gives them.

#include <cmath>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "engine/evaluation/evaluator.hpp"
#include "engine/net/cpu_net.hpp"
#include "engine/net/net.hpp"
#include "engine/net/net_file.hpp"
#include "games/list.hpp"
#include "gpu/backend/backend.hpp"
#include "gpu/net/make_net_runner.hpp"
#include "tests/support/net_bytes.hpp"
#include "tests/tools/base/run_program.hpp"
#include "tools/evaluators/evaluators.hpp"
#include "tools/evaluators/shipped_net.hpp"

using namespace isthmus;
using isthmus::test::net_bytes;
using nlohmann::json;

namespace {

constexpr auto kQuery = R"({"id": "a", "game": "GAME", "size": 5, "moves": [["B", "c3"]],
"maxVisits": 20})";

// Analyses a position of the game by a net for Hex and returns how the program ended.
Run analyze(const TemporaryFolder& folder, const std::string& game, const std::string& options) {
  write_text(folder / "hex.net", net_bytes(random_net("hex", 2, 32, 1)));
  std::string query = kQuery;
  query.replace(query.find("GAME"), 4, game);
  write_text(folder / "query", query);
  return run(folder, "analyze --backend cpu --net " + (folder / "hex.net").string() + " " +
                         (folder / "query").string() + " " + options);
}

double raw_win_rate(const Run& result) {
  return json::parse(result.output)["rootInfo"]["rawWinrate"].get<double>();
}

// What a stream says that judges positions on a board of that game.
std::string judge_of(const TemporaryFolder& folder, const std::string& game, int size,
                     const std::string& options) {
  write_text(folder / "request", R"({"id": "b", "action": "query_board", "game": ")" + game +
                                     R"(", "size": )" + std::to_string(size) + "}\n");
  const Run said = run(
      folder, "analyze --stream --backend cpu " + options + " < " + (folder / "request").string());
  return json::parse(said.output)["evaluator"];
}

}  // namespace

TEST_CASE("the instructions that compute the net can be chosen") {
  const TemporaryFolder folder;
  const std::vector<std::string> sets = CpuNet::instruction_sets();
  const double fastest = raw_win_rate(analyze(folder, "hex", ""));
  CHECK(raw_win_rate(analyze(folder, "hex", "--instructions " + sets.front())) == fastest);
  for (const std::string& set : sets) {
    CAPTURE(set);
    const Run result = analyze(folder, "hex", "--instructions " + set);
    CHECK(result.code == 0);
    CHECK(raw_win_rate(result) == doctest::Approx(fastest).epsilon(0.01));
  }
  // The matrix unit's rounding shows.
  if (sets.front() == "AMX") {
    CHECK(raw_win_rate(analyze(folder, "hex", "--instructions " + sets[1])) != fastest);
  }
}

TEST_CASE("a net that is given plays its game") {
  const TemporaryFolder folder;
  const Run by_default = analyze(folder, "hex", "");
  CHECK(by_default.code == 0);
  CHECK(by_default.errors.empty());
  const Run by_net = analyze(folder, "hex", "--evaluator net");
  CHECK(raw_win_rate(by_net) == raw_win_rate(by_default));
  const Run by_fills = analyze(folder, "hex", "--evaluator fills");
  CHECK(raw_win_rate(by_fills) != raw_win_rate(by_default));
}

TEST_CASE("a game without a net is played by playouts, which is said once") {
  const TemporaryFolder folder;
  const std::string game = "gonnect-repetition-loses";
  REQUIRE_FALSE(has_shipped_net(game));
  const Run result = analyze(folder, game, "");
  CHECK(result.code == 0);
  CHECK(result.errors ==
        "isthmus: playing " + game + " by playouts: there is no net for it; --net gives it one\n");
  CHECK(raw_win_rate(result) == raw_win_rate(analyze(folder, game, "--evaluator playouts")));

  const Run refused = analyze(folder, game, "--evaluator net");
  CHECK(refused.code == 2);
  CHECK(json::parse(refused.output)["field"] == "game");
  CHECK(json::parse(refused.output)["id"] == "a");
}

TEST_CASE("beside a net that is given the others come with the program, which is said once") {
  const TemporaryFolder folder;
  const Run result = analyze(folder, "rex", "");
  CHECK(result.code == 0);
  CHECK(result.errors ==
        "isthmus: playing rex by the net that comes with the program: the one given is for hex\n");
  const Run alone = run(folder, "analyze --backend cpu " + (folder / "query").string());
  CHECK(alone.errors.empty());
  CHECK(raw_win_rate(result) == raw_win_rate(alone));
}

TEST_CASE("playouts judge any game") {
  const TemporaryFolder folder;
  for (const std::string game : {"hex", "rex", "y"}) {
    const Run result = analyze(folder, game, "--evaluator playouts --playouts 4000");
    CHECK(result.code == 0);
    CHECK(result.errors.empty());
    const Run fills = analyze(folder, game, "--evaluator fills --fills 65536 --bridges false");
    CHECK(std::abs(raw_win_rate(result) - raw_win_rate(fills)) < 5 * std::sqrt(0.25 / 4000));
  }
}

TEST_CASE("evaluators and nets that there are not are refused in one line") {
  const TemporaryFolder folder;
  const auto error_of = [&](const std::string& options) {
    const Run result = run(folder, "gtp --backend cpu " + options + " < /dev/null");
    CHECK(result.code == 2);
    CHECK(count_lines(result.errors) == 1);
    return result.errors;
  };
  CHECK(error_of("--evaluator oracle").find("'oracle'") != std::string::npos);
  CHECK(error_of("--evaluator net --game gonnect-repetition-loses").find("--net") !=
        std::string::npos);
  CHECK(error_of("--net /nowhere/x").find("cannot read /nowhere/x: No such file") !=
        std::string::npos);
  write_text(folder / "torn", net_bytes(random_net("hex", 1, 32, 1)).substr(0, 9999));
  CHECK(error_of("--net " + (folder / "torn").string()).find("not whole") != std::string::npos);
}

TEST_CASE("the nets that come with the program are played by default") {
  const TemporaryFolder folder;
  for (const GameEntry& entry : games()) {
    const std::string game(entry.name);
    CAPTURE(game);
    write_text(folder / "query",
               R"({"id": "a", "size": 5, "maxVisits": 20, "game": ")" + game + "\"}");
    const auto by = [&](const std::string& evaluator) {
      const Run result = run(folder, "analyze --backend cpu --evaluator " + evaluator + " " +
                                         (folder / "query").string());
      CHECK(result.code == 0);
      CHECK(result.errors.empty() == (evaluator != "auto" || has_shipped_net(game)));
      return raw_win_rate(result);
    };
    const std::string playouts =
        entry.make(5, 5, SwapRule::none)->fill_rule() ? "fills" : "playouts";
    const auto by_default = by("auto");
    CHECK(by_default == by(has_shipped_net(game) ? "net" : playouts));
    if (has_shipped_net(game)) {
      CHECK(by_default != by(playouts));
      CHECK(parse_net(shipped_net(game)).game == game);
    }
  }
}

TEST_CASE("a large net plays where GPUs compute it fast, on boards up to 15 x 15") {
  const auto kind_on = [](int rows, int columns, const Net* given, bool is_fast) {
    return kind_for(*make_game("hex", rows, columns, SwapRule::none), given, is_fast);
  };
  CHECK(kind_on(11, 11, nullptr, true) == NetKind::large);
  CHECK(kind_on(15, 15, nullptr, true) == NetKind::large);
  CHECK(kind_on(11, 11, nullptr, false) == NetKind::small);
  CHECK(kind_on(15, 15, nullptr, false) == NetKind::small);
  CHECK(kind_on(5, 16, nullptr, true) == NetKind::small);
  CHECK(kind_on(16, 5, nullptr, true) == NetKind::small);
  CHECK(kind_on(16, 16, nullptr, true) == NetKind::small);
  const Net of_hex = random_net("hex", 1, 32, 1);
  CHECK(kind_on(11, 11, &of_hex, true) == NetKind::small);
  const Net of_rex = random_net("rex", 1, 32, 1);
  CHECK(kind_on(11, 11, &of_rex, true) == NetKind::large);
  CHECK(net_for("hex", &of_hex, NetKind::large)->checksum == of_hex.checksum);
  CHECK(net_for("hex", nullptr, NetKind::large)->checksum ==
        parse_net(shipped_net("hex", NetKind::large)).checksum);
  // Of games without one nothing changes.
  for (const GameEntry& entry : games()) {
    if (has_shipped_net(entry.name, NetKind::large)) continue;
    CHECK(kind_for(*entry.make(5, 5, SwapRule::none), nullptr, true) == NetKind::small);
  }
  // Processors are not for it, nor is a GPU beside one.
  for (const Backend backend : {Backend::cpu, Backend::check}) {
    CHECK(!is_fast_for_large_nets(backend, {}));
  }
}

TEST_CASE("a wide net plays on wide boards, whatever computes it") {
  const auto kind_on = [](int rows, int columns, const Net* given, bool is_fast) {
    return kind_for(*make_game("hex", rows, columns, SwapRule::none), given, is_fast);
  };
  const auto kind_of_havannah = [](int side, const Net* given, bool is_fast) {
    return kind_for(*make_game("havannah", side, side, SwapRule::none), given, is_fast);
  };
  const Net of_hex = random_net("hex", 1, 32, 1);
  for (const bool is_fast : {false, true}) {
    CHECK(kind_on(16, 16, nullptr, is_fast) == NetKind::small);
    CHECK(kind_on(16, 17, nullptr, is_fast) == NetKind::small);
    CHECK(kind_on(17, 16, nullptr, is_fast) == NetKind::small);
    CHECK(kind_on(17, 17, nullptr, is_fast) == NetKind::wide);
    CHECK(kind_on(32, 19, nullptr, is_fast) == NetKind::wide);
    CHECK(kind_on(19, 19, &of_hex, is_fast) == NetKind::small);
    CHECK(kind_of_havannah(6, nullptr, is_fast) == NetKind::small);
    CHECK(kind_of_havannah(7, nullptr, is_fast) == NetKind::wide);
    CHECK(kind_of_havannah(16, &of_hex, is_fast) == NetKind::wide);
  }
  CHECK(kind_for("hex", {19, 19}, false) == NetKind::wide);
  CHECK(kind_for("hex", {0, -1}, false) == NetKind::small);
  CHECK(kind_for("y", {19, 19}, false) == NetKind::small);
  const Net wide = parse_net(shipped_net("hex", NetKind::wide));
  CHECK(wide.game == "hex");
  CHECK(wide.checksum != parse_net(shipped_net("hex")).checksum);
  CHECK(find_net("wide", "hex").checksum == wide.checksum);
  const Net wide_of_havannah = find_net("wide", "havannah");
  CHECK(wide_of_havannah.game == "havannah");
  CHECK(wide_of_havannah.checksum != find_net("small", "havannah").checksum);
  CHECK_THROWS_WITH_AS(find_net("wide", "y"), "no wide net for y comes with the program", NetError);
  for (const NamedKind& named : kNetKinds) {
    CHECK(find_net_kind(named.name) == named.kind);
    CHECK(name(named.kind) == named.name);
  }
  CHECK(!find_net_kind("huge"));
  CHECK_THROWS_WITH_AS(
      find_net("huge", "hex"),
      "cannot read huge: No such file or directory; nets of the program are large, wide, small",
      NetError);

  const TemporaryFolder folder;
  write_text(folder / "8", R"({"id": "a", "game": "havannah", "moves": [], "maxVisits": 1})");
  write_text(folder / "17", R"({"id": "a", "size": 17, "moves": [], "maxVisits": 1})");
  write_text(folder / "16", R"({"id": "a", "size": 16, "moves": [], "maxVisits": 1})");
  const auto value_by = [&](const std::string& options) {
    return raw_win_rate(run(folder, "analyze --backend cpu " + (folder / options).string()));
  };
  CHECK(value_by("17") == value_by("17 --net wide"));
  CHECK(value_by("17") != value_by("17 --net small"));
  CHECK(value_by("16") == value_by("16 --net small"));
  // Of all games, whichever is the first.
  CHECK(value_by("8") == value_by("8 --net wide"));
  CHECK(value_by("8") != value_by("8 --net small"));
  CHECK(value_by("8 --net large") == value_by("8"));  // it has none
}

TEST_CASE("a stream says which net judges positions on a board, in the words of --version") {
  const TemporaryFolder folder;
  const auto size_of = [](const char* game, NetKind kind) {
    const Net net = parse_net(shipped_net(game, kind));
    return std::to_string(net.blocks.size()) + " blocks of " + std::to_string(net.channels) +
           " channels";
  };
  const std::string small = size_of("hex", NetKind::small), wide = size_of("hex", NetKind::wide);
  const std::string version = run(folder, "--version").output;
  CHECK(version.find("hex, " + small) != std::string::npos);
  CHECK(version.find("wide, from 17 x 17 on: " + wide) != std::string::npos);
  CHECK(judge_of(folder, "hex", 16, "") == "net, " + small);
  CHECK(judge_of(folder, "hex", 17, "") == "wide net, " + wide);
  CHECK(judge_of(folder, "havannah", 6, "") == "net, " + size_of("havannah", NetKind::small));
  CHECK(judge_of(folder, "havannah", 7, "") == "wide net, " + size_of("havannah", NetKind::wide));
  CHECK(judge_of(folder, "hex", 5, "--net large") ==
        "large net, " + size_of("hex", NetKind::large));
  CHECK(judge_of(folder, "hex", 5, "--evaluator fills") == "fills");

  const std::filesystem::path file = folder / "given.net";
  write_text(file, net_bytes(random_net("hex", 1, 32, 1)));
  const std::string given = "--net " + file.string();
  CHECK(judge_of(folder, "hex", 17, given) == "net, 1 block of 32 channels");
  CHECK(judge_of(folder, "y", 5, given) == "net, " + size_of("y", NetKind::small));
}

TEST_CASE("evaluators play by the net of the kind that suits the board") {
  const Net small = random_net("hex", 1, 32, 1), large = random_net("hex", 1, 32, 2);
  const auto evaluators = find_evaluators(
      "net", {.net = [&](const std::string&,
                         NetKind kind) { return kind == NetKind::large ? large : small; },
              .net_runner = [](const Net& net) { return std::make_shared<CpuNet>(net); },
              .playout_backends = {},
              .first_game = "hex",
              .kind = [](const Game& game) { return kind_for(game, nullptr, true); }});
  const auto value_on = [](const EvaluatorFactory& by, int side) {
    const auto game = make_game("hex", side, side, SwapRule::none);
    const Position start = game->start();
    const EvaluatorSettings settings;
    const EvaluationRequest request{.position = &start};
    Evaluation evaluation;
    by(*game, settings)->evaluate({&request, 1}, {&evaluation, 1});
    return evaluation.black_wins;
  };
  const auto by_net = [](const Net& net) {
    return net_evaluators(net, std::make_shared<CpuNet>(net));
  };
  CHECK(value_on(evaluators, 5) == value_on(by_net(large), 5));
  CHECK(value_on(evaluators, 16) == value_on(by_net(small), 16));
  CHECK(value_on(by_net(large), 5) != value_on(by_net(small), 5));
}

TEST_CASE("a large net plays where it is asked for") {
  const Net large = parse_net(shipped_net("hex", NetKind::large));
  const Net small = parse_net(shipped_net("hex"));
  CHECK(large.game == "hex");
  CHECK(large.channels > small.channels);
  for (const char* game : {"hex", ""}) CHECK(find_net("large", game).checksum == large.checksum);
  CHECK(find_net("small", "hex").checksum == small.checksum);
  CHECK_THROWS_WITH_AS(find_net("large", "y"), "no large net for y comes with the program",
                       NetError);
  CHECK(net_for("hex", nullptr)->checksum == small.checksum);

  const TemporaryFolder folder;
  write_text(folder / "hex-large.net", std::string(shipped_net("hex", NetKind::large)));
  write_text(folder / "query", R"({"id": "a", "size": 5, "moves": [], "maxVisits": 1})");
  const auto value_by = [&](const std::string& options) {
    return raw_win_rate(
        run(folder, "analyze --backend cpu " + (folder / "query").string() + " " + options));
  };
  CHECK(value_by("--net large") == value_by("--net " + (folder / "hex-large.net").string()));
  CHECK(value_by("--net large") != value_by(""));
  CHECK(value_by("--net small") == value_by(""));

  const std::string version = run(folder, "--version").output;
  CHECK(version.find(
            "hex, 10 blocks of 64 channels (large, on Hopper's GPUs up to 15 x 15: " +
            std::to_string(large.blocks.size()) + " blocks of " + std::to_string(large.channels) +
            " channels; wide, from 17 x 17 on: 10 blocks of 64 channels)") != std::string::npos);
  const std::string games = (folder / "games").string();
  for (const std::string& command : {std::string("gtp"), "selfplay --games 1 --out " + games}) {
    const Run refused = run(folder, command + " --game y --net large");
    CHECK(refused.code == 2);
    CHECK(refused.errors == "isthmus: option '--net': no large net for y comes with the program\n");
  }
}

TEST_CASE("it plays through GTP") {
  const TemporaryFolder folder;
  write_text(folder / "hex.net", net_bytes(random_net("hex", 2, 32, 1)));
  write_text(folder / "commands",
             "boardsize 5\ngenmove b\nisthmus-param half-turn true\ngenmove w\n");
  const Run result =
      run(folder, "gtp --visits 20 --evaluator net --net " + (folder / "hex.net").string() + " < " +
                      (folder / "commands").string());
  CHECK(result.code == 0);
  CHECK(result.output.find('?') == std::string::npos);
  CHECK(count_lines(result.output) == 8);
}
