#include "tools/tournament/spec.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/support/error_of.hpp"
#include "tests/tools/base/temporary_folder.hpp"
#include "tools/base/bad_input.hpp"

using namespace isthmus;
using namespace isthmus::tournament;

namespace {

constexpr auto kEngines =
    R"("engines": [{"name": "a", "command": "x"}, {"name": "b", "command": "y"}])";

// A spec of two engines and these fields.
std::string with(const std::string& fields) {
  return "{" + fields + (fields.empty() ? "" : ", ") + kEngines + "}";
}

std::string error_of(const std::string& text) {
  return test::error_of<BadInput>([&] { parse_spec(text); });
}

}  // namespace

TEST_CASE("an engine is a command or a net") {
  const Spec spec = parse_spec(
      R"({"games": 2, "engines": [{"name": "a", "net": "it's.net"}, {"name": "b", "command": "x"}]})");
  CHECK(spec.engines[0].net == "it's.net");
  CHECK(spec.engines[0].command.empty());
  const std::string command = command_of(spec.engines[0]);
  CHECK(command.find(" gtp ") != command.npos);
  CHECK(command.find(R"(--net 'it'\''s.net')") != command.npos);
  CHECK(command_of(spec.engines[1]) == "x");
  CHECK(to_json(parse_spec(to_json(spec).dump())) == to_json(spec));

  CHECK(error_of(R"({"games": 2, "engines": [{"name": "a", "net": "n", "command": "x"}]})") ==
        "/engines/0/net is \"n\"; give a command or a net, not both");
}

TEST_CASE("a spec with all its fields") {
  const Spec spec = parse_spec(R"({
    "game": "rex", "size": "5x4", "swap": "swap-sides", "games": 6, "jobs": 3, "seed": 7,
    "openings": [["a1", "swap-sides"], ["b2", "C3"]],
    "time": {"main": 60, "increment": 0.5, "margin": 0.25},
    "engines": [{"name": "new", "command": "isthmus gtp --threads 1", "initial": ["x 1", "y"]},
                {"name": "old", "command": "old gtp", "restart": true}]})");
  CHECK(spec.game->name() == "rex");
  CHECK(spec.game->board().columns() == 5);
  CHECK(spec.game->board().rows() == 4);
  CHECK(spec.game->swap_rule() == SwapRule::sides);
  CHECK(spec.games == 6);
  CHECK(spec.jobs == 3);
  CHECK(spec.seed == 7);
  REQUIRE(spec.openings.size() == 2);
  CHECK(spec.openings[0] == Opening{Move(Cell{0}), Move::swap_sides()});
  CHECK(spec.openings[1] == Opening{Move(Cell{6}), Move(Cell{12})});
  CHECK(spec.time.kind == EngineTime::Kind::main);
  CHECK(spec.time.main.main_seconds == 60);
  CHECK(spec.time.main.increment == 0.5);
  CHECK(spec.time.margin == 0.25);
  REQUIRE(spec.engines.size() == 2);
  CHECK(spec.engines[0].command == "isthmus gtp --threads 1");
  CHECK(spec.engines[0].initial == std::vector<std::string>{"x 1", "y"});
  CHECK(!spec.engines[0].restart);
  CHECK(spec.engines[1].name == "old");
  CHECK(spec.engines[1].restart);
}

TEST_CASE("a spec with what it must have") {
  const Spec spec = parse_spec(with(R"("games": 2)"));
  CHECK(spec.game->name() == "hex");
  CHECK(spec.game->board().rows() == 11);
  CHECK(spec.game->swap_rule() == SwapRule::none);
  CHECK(spec.openings == std::vector<Opening>{Opening{}});
  CHECK(spec.time.kind == EngineTime::Kind::none);
}

TEST_CASE("all-1ply has each first stone once, in an order that the seed decides") {
  const auto openings = [](int seed) {
    return parse_spec(
               with(R"("games": 2, "game": "y", "size": 5, "openings": "all-1ply", "seed": )" +
                    std::to_string(seed)))
        .openings;
  };
  const auto first = openings(1);
  CHECK(first.size() == 15);
  std::set<Cell> cells;
  for (const Opening& opening : first) {
    REQUIRE(opening.size() == 1);
    cells.insert(opening[0].cell());
  }
  CHECK(cells.size() == 15);
  CHECK(openings(1) == first);
  CHECK(openings(2) != first);
  CHECK(std::is_permutation(first.begin(), first.end(), openings(2).begin()));
}

TEST_CASE("formats, openings, time and what else a spec may have") {
  const Spec spec = parse_spec(R"({
    "size": 5, "games": 4, "format": "swiss", "rounds": 2, "start": 7, "pin": true, "ponder": true,
    "openings": {"from": "random", "stones": 3, "count": 50, "balanced": 0.2, "shuffle": false},
    "time": {"main": 60, "byoYomi": 10, "stones": 5, "grace": 2, "start": 9},
    "adjudicate": {"resignBelow": 0.05, "resignMoves": 4, "proven": true, "mostMoves": 20},
    "engines": [{"name": "a", "command": "x", "threads": 4},
                {"name": "b", "command": "y", "time": {"visits": 100}}]})");
  CHECK(spec.format == Format::swiss);
  CHECK(spec.rounds == 2);
  CHECK(spec.start == 7);
  CHECK(spec.pin);
  CHECK(spec.ponder);
  CHECK(spec.openings.empty());
  CHECK(spec.source.kind == OpeningSource::Kind::random);
  CHECK(spec.source.stones == 3);
  CHECK(spec.source.count == 50);
  CHECK(spec.source.balanced == 0.2);
  CHECK(!spec.source.shuffle);
  CHECK(spec.time.main.byo_yomi_seconds == 10);
  CHECK(spec.time.main.byo_yomi_stones == 5);
  CHECK(spec.time.grace == 2);
  CHECK(spec.time.start == 9);
  CHECK(spec.adjudication.resign_below == 0.05);
  CHECK(spec.adjudication.resign_moves == 4);
  CHECK(spec.adjudication.proven);
  CHECK(spec.adjudication.max_moves == 20);
  CHECK(spec.engines[0].threads == 4);
  CHECK(spec.time_of(0).kind == EngineTime::Kind::main);
  CHECK(spec.time_of(1).kind == EngineTime::Kind::visits);
  CHECK(spec.time_of(1).visits == 100);

  const Spec gauntlet = parse_spec(R"({"games": 2, "format": "gauntlet", "challengers": 2,
    "engines": [{"name": "a", "command": "x"}, {"name": "b", "command": "y"},
                {"name": "c", "command": "z"}]})");
  CHECK(gauntlet.format == Format::gauntlet);
  CHECK(gauntlet.challengers == 2);
  const Spec test = parse_spec(with(R"("games": 2, "sprt": {"elo0": -3, "elo1": 3, "beta": 0.1,
    "scale": "normalised", "model": "trinomial"})"));
  REQUIRE(test.sprt);
  CHECK(test.sprt->elo0 == -3);
  CHECK(test.sprt->beta == 0.1);
  CHECK(test.sprt->scale == Sprt::Scale::normalised);
  CHECK(test.sprt->model == Sprt::Model::trinomial);
}

TEST_CASE("a spec that is written out is read as the same") {
  for (const std::string& fields : std::vector<std::string>{
           R"("games": 2)", R"("games": 2, "size": "5x4", "game": "rex", "swap": "swap-sides")",
           R"("games": 4, "openings": [["a1"], ["b2", "c3"]], "jobs": 3, "seed": 9, "start": 4)",
           R"("games": 2, "size": 5, "openings": "all-1ply", "time": {"perMove": 0.5})",
           R"("games": 2, "time": {"main": 9, "increment": 0.5, "margin": 3, "grace": 1})",
           R"("games": 2, "time": {"byoYomi": 9, "stones": 3}, "pin": true, "ponder": true)",
           R"("games": 2, "time": {"visits": 9, "start": 5}, "format": "knockout")",
           R"("games": 2, "adjudicate": {"proven": true, "mostMoves": 9, "resignBelow": 0.1})",
           R"("games": 2, "sprt": {"elo1": 4, "scale": "normalised"}, "format": "gauntlet")"}) {
    CAPTURE(fields);
    const Spec spec = parse_spec(with(fields));
    const std::string text = to_json(spec).dump();
    const Spec again = parse_spec(text);
    CHECK(to_json(again).dump() == text);
    CHECK(again.openings == spec.openings);
    CHECK(again.time == spec.time);
    CHECK(again.sprt == spec.sprt);
  }
}

TEST_CASE("the specs that come as examples are good") {
  for (const char* name : {"match.json", "mohex.json", "sprt.json"}) {
    const std::string text = read_text(std::string(ISTHMUS_SOURCES "/tools/examples/") + name);
    CAPTURE(text);
    CHECK(error_of(text) == "no error");
  }
}

TEST_CASE("errors in a spec name the field, the value, and what would do") {
  const std::vector<std::pair<std::string, std::vector<const char*>>> cases{
      {"", {"not JSON", "line 1"}},
      {"{\n\"games\": 2,,}", {"not JSON", "line 2, column 12"}},
      {"[]", {"the document is []", "an object"}},
      {"3", {"the document is 3", "an object"}},
      {"{}", {"/engines is missing"}},
      {with(""), {"/games is missing"}},
      {with(R"("gmaes": 2)"), {"/gmaes is not a known field", "did you mean 'games'?"}},
      {with(R"("zzz": 2)"), {"/zzz is not a known field", "known: game, size"}},
      {with(R"("a\n~/\u0007": 2)"), {R"(/a\n~0~1\u0007 is not a known field)"}},
      {with(R"("games": 7)"), {"/games is 7", "even", "twice"}},
      {with(R"("games": 0)"), {"/games is 0", "from 2 to"}},
      {with(R"("games": "2")"), {"/games is \"2\"", "whole number"}},
      {with(R"("games": 2.0)"), {"/games is 2.0", "whole number"}},
      {with(R"("games": 18446744073709551615)"), {"/games is 18446744073709551615", "from 2 to"}},
      {with(R"("games": 1e999)"), {"not JSON", "1e999"}},
      {with(R"("games": 2, "game": "chess")"), {"/game", "'chess'", "hex, rex, y"}},
      {with(R"("games": 2, "game": null)"), {"/game is null", "text"}},
      {with(R"("games": 2, "size": 33)"), {"/size is 33", "1 to 32"}},
      {with(R"("games": 2, "size": "9x")"), {"/size is \"9x\"", "13x9"}},
      {with(R"("games": 2, "size": "40x40")"), {"/size", "1 to 32"}},
      {with(R"("games": 2, "game": "y", "size": "5x4")"), {"/size", "5"}},
      {with(R"("games": 2, "size": "5x4", "swap": "swap-pieces")"), {"/swap", "square"}},
      {with(R"("games": 2, "swap": "yes")"), {"/swap is \"yes\"", "swap-pieces"}},
      {with(R"("games": 2, "jobs": 0)"), {"/jobs is 0", "1 to 256"}},
      {with(R"("games": 2, "seed": -1)"), {"/seed is -1", "0 to"}},
      {with(R"("games": 2, "openings": "some")"), {"/openings is \"some\"", "all-1ply"}},
      {with(R"("games": 2, "openings": [])"), {"/openings is []", "all-1ply"}},
      {with(R"("games": 2, "openings": ["a1"])"), {"/openings/0 is \"a1\"", "array"}},
      {with(R"("games": 2, "openings": [["a1"], ["z1"]])"), {"/openings/1/0 is \"z1\"", "a move"}},
      {with(R"("games": 2, "openings": [["a1", "a1"]])"), {"/openings/0/1 is \"a1\"", "legal"}},
      {with(R"("games": 2, "openings": [["a1", "swap-pieces"]])"), {"/openings/0/1", "legal"}},
      {with(R"("games": 2, "size": 2, "openings": [["a1", "b1", "a2"]])"),
       {"/openings/0 is an array of 3", "end the game"}},
      {with(R"("games": 2, "size": 1, "openings": "all-1ply")"), {"/openings", "\"none\""}},
      {with(R"("games": 2, "time": 1)"), {"/time is 1", "object"}},
      {with(R"("games": 2, "time": {})"), {"/time is {}", "one of perMove, main"}},
      {with(R"("games": 2, "time": {"perMove": 0})"), {"/time/perMove is 0", "0.001"}},
      {with(R"("games": 2, "time": {"perMove": 1, "main": 1})"), {"/time is", "one of perMove"}},
      {with(R"("games": 2, "time": {"perMove": 1, "increment": 1})"), {"/time/increment", "main"}},
      {with(R"("games": 2, "time": {"permove": 1})"), {"/time/permove", "'perMove'"}},
      {with(R"("games": 2, "time": {"main": 1, "margin": -1})"), {"/time/margin is -1"}},
      {with(R"("games": 2, "format": "league")"), {"/format is \"league\"", "knockout"}},
      {with(R"("games": 2, "challengers": 1)"), {"/challengers is 1", "gauntlet"}},
      {with(R"("games": 2, "format": "gauntlet", "challengers": 2)"),
       {"/challengers is 2", "1 to 1"}},
      {with(R"("games": 2, "rounds": 1)"), {"/rounds is 1", "Swiss"}},
      {with(R"("games": 2, "start": -1)"), {"/start is -1"}},
      {with(R"("games": 2, "pin": 1)"), {"/pin is 1", "true or false"}},
      {with(R"("games": 2, "openings": {"from": "book"})"), {"/openings/from is \"book\""}},
      {with(R"("games": 2, "openings": {"from": "file"})"), {"/openings/file is missing"}},
      {with(R"("games": 2, "openings": {"from": "random", "stones": 2})"),
       {"/openings/count is missing"}},
      {with(R"("games": 2, "openings": {"from": "all-1ply", "stones": 2})"),
       {"/openings/stones is 2", "does not go with"}},
      {with(R"("games": 2, "openings": {"from": "all-1ply", "balanced": 0.7})"),
       {"/openings/balanced is 0.7", "0.001 to 0.5"}},
      {with(R"("games": 2, "time": {"main": 1, "increment": 1, "byoYomi": 1})"),
       {"/time/byoYomi is 1", "either an increment or byo-yomi"}},
      {with(R"("games": 2, "time": {"main": 1, "stones": 1})"), {"/time/stones", "byoYomi"}},
      {with(R"("games": 2, "time": {"visits": 0})"), {"/time/visits is 0", "from 1 to"}},
      {with(R"("games": 2, "time": {"visits": 5, "increment": 1})"), {"/time/increment", "main"}},
      {with(R"("games": 2, "adjudicate": {"resignBelow": 0.6})"),
       {"/adjudicate/resignBelow is 0.6", "0.5"}},
      {with(R"("games": 2, "adjudicate": {"resigns": 1})"), {"/adjudicate/resigns is not a known"}},
      {with(R"("games": 2, "sprt": {"elo0": 3, "elo1": 3})"), {"/sprt", "below elo1"}},
      {with(R"("games": 2, "sprt": {"scale": "bayes"})"), {"/sprt/scale", "normalised"}},
      {R"({"games": 2, "sprt": {}, "engines": [{"name": "a", "command": "x"}, {"name": "b",
        "command": "x"}, {"name": "c", "command": "x"}]})",
       {"/sprt is {}", "two engines"}},
      {R"({"games": 2, "engines": 3})", {"/engines is 3", "array"}},
      {R"({"games": 2, "engines": [{"name": "a", "command": "x"}]})", {"/engines", "two engines"}},
      {R"({"games": 2, "engines": [{"name": "a"}]})", {"/engines/0/command is missing"}},
      {R"({"games": 2, "engines": ["a"]})", {"/engines/0 is \"a\"", "object"}},
      {R"({"games": 2, "engines": [{"name": "", "command": "x"}]})", {"/engines/0/name is \"\""}},
      {R"({"games": 2, "engines": [{"name": "a", "command": "x\u0000"}]})",
       {"/engines/0/command is", "one line"}},
      {R"({"games": 2, "engines": [{"name": "a", "command": "x", "initial": ["a\nb"]}]})",
       {"/engines/0/initial/0", "one line"}},
      {R"({"games": 2, "engines": [{"name": "a", "command": "x", "restart": 1}]})",
       {"/engines/0/restart is 1", "true or false"}},
      {R"({"games": 2, "engines": [{"name": "a", "command": "x"}, {"name": "a", "command": "y"}]})",
       {"/engines/1/name is \"a\"", "another engine"}},
  };
  for (const auto& one : cases) {
    const auto& text = one.first;
    const std::string error = error_of(text);
    CAPTURE(text);
    CAPTURE(error);
    for (const char* part : one.second) CHECK(error.find(part) != std::string::npos);
    CHECK(error.find('\n') == std::string::npos);
  }
}
