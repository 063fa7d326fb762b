#include "tools/tournament/standings.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/tools/base/run_program.hpp"
#include "tests/tools/ratings/outcomes.hpp"
#include "tools/ratings/elo.hpp"
#include "tools/tournament/progress.hpp"
#include "tools/tournament/standings_json.hpp"
#include "tools/tournament/standings_text.hpp"

using namespace isthmus::tournament;
using isthmus::estimate_elo;
using isthmus::estimate_normalised_elo;
using isthmus::Outcomes;
using nlohmann::json;

namespace {

Spec spec_of(int engines, const std::string& fields = "") {
  json list = json::array();
  for (int i = 0; i < engines; ++i) {
    list.push_back({{"name", std::string(1, static_cast<char>('a' + i))}, {"command", "none"}});
  }
  return parse_spec("{\"size\": 5, \"games\": 2, " + fields + "\"engines\": " + list.dump() + "}");
}

// A game that Black won, lost or drew by its points.
GameRecord record_of(int id, int pair, int black, int white, double points) {
  GameRecord record;
  record.game = {.id = id, .pair = pair, .black = black, .white = white};
  if (points == 1) record.winner = black;
  if (points == 0) record.winner = white;
  record.reason = points == 0.5 ? Reason::move_limit : Reason::resignation;
  record.moves = {isthmus::Move(0), isthmus::Move(6)};
  record.milliseconds = {10, 20};
  record.seconds = 0.5;
  return record;
}

bool is_finite_text(const std::string& text) {
  return text.find("nan") == text.npos && text.find("inf") == text.npos;
}

}  // namespace

TEST_CASE("games are counted in pairs, in whatever order they end") {
  std::vector<GameRecord> records{
      record_of(0, 0, 0, 1, 1),   record_of(1, 0, 1, 0, 0),    // 2 points for the first
      record_of(2, 1, 0, 1, 1),   record_of(3, 1, 1, 0, 1),    // 1
      record_of(4, 2, 0, 1, 0.5), record_of(5, 2, 1, 0, 1),    // 1/2
      record_of(6, 3, 0, 1, 0),   record_of(8, 4, 0, 1, 0.5),  // no whole pairs
  };
  std::mt19937 random(1);
  for (int i = 0; i < 20; ++i) {
    const Standings standings = make_standings(records, 2);
    const Outcomes& first = standings.total(0).outcomes;
    CHECK(first.games == std::array<std::int64_t, 3>{3, 2, 3});
    CHECK(first.pairs == std::array<std::int64_t, 5>{0, 1, 1, 0, 1});
    CHECK(first.singles == std::array<std::int64_t, 3>{1, 1, 0});
    CHECK(standings.against(0, 1).outcomes == first);
    const Outcomes& second = standings.total(1).outcomes;
    CHECK(second.games == std::array<std::int64_t, 3>{3, 2, 3});
    CHECK(second.pairs == std::array<std::int64_t, 5>{1, 0, 1, 1, 0});
    CHECK(second.singles == std::array<std::int64_t, 3>{0, 1, 1});
    CHECK(standings.begun()[0][1] == std::array<std::int64_t, 3>{1, 2, 2});
    CHECK(standings.begun()[1][0] == std::array<std::int64_t, 3>{1, 0, 2});
    CHECK(standings.first_player() == std::array<std::int64_t, 3>{2, 2, 4});
    CHECK(standings.games() == 8);
    CHECK(standings.total(0).losses[static_cast<std::size_t>(Reason::resignation)] == 3);
    CHECK(reasons_of(standings) == std::vector{Reason::rules, Reason::resignation});
    std::shuffle(records.begin(), records.end(), random);
  }
}

TEST_CASE("games that went as another did are counted") {
  std::vector<GameRecord> records{
      record_of(0, 0, 0, 1, 1), record_of(1, 0, 1, 0, 0),  // these differ in the colours
      record_of(2, 1, 0, 1, 1), record_of(3, 1, 1, 0, 0), record_of(4, 2, 0, 1, 1),
      record_of(5, 2, 1, 0, 0), record_of(6, 3, 0, 2, 1)};
  records[4].moves.back() = isthmus::Move(7);
  const Spec spec = spec_of(3);
  Standings standings = make_standings(records, 3);
  CHECK(standings.repeated() == 3);
  CHECK(standings_json(spec, records)["repeatedGames"] == 3);
  CHECK(table_text(standings, spec).find("Repeated: 3 games") != std::string::npos);
  standings = make_standings(std::span(records).first(2), 3);
  CHECK(standings.repeated() == 0);
  CHECK(table_text(standings, spec).find("Repeated") == std::string::npos);
}

TEST_CASE("a board that is no rectangle is named by its side") {
  const Spec spec = parse_spec(R"({"game": "havannah", "size": 5, "games": 2, "engines": [
      {"name": "a", "command": "true"}, {"name": "b", "command": "true"}]})");
  CHECK(table_text(make_standings({}, 2), spec).find("havannah, side 5, 0 games") == 0);
}

TEST_CASE("the table of a match of two") {
  const Spec spec = spec_of(2, R"("sprt": {"elo0": 0, "elo1": 5, "scale": "normalised"}, )");
  std::vector<GameRecord> records;
  for (int pair = 0; pair < 20; ++pair) {
    records.push_back(record_of(2 * pair, pair, 0, 1, 1));
    records.push_back(record_of(2 * pair + 1, pair, 1, 0, pair < 12 ? 1 : 0));
  }
  const std::string text = table_text(make_standings(records, 2), spec);
  CHECK(text.find("hex 5x5, 40 games") == 0);
  CHECK(text.find("a          40      28  70.0") != text.npos);
  CHECK(text.find("28-0-12") != text.npos);
  CHECK(text.find("0-0-12-0-8") != text.npos);
  const Outcomes outcomes = pairs(0, 12, 8);
  CHECK(text.find("  " + elo_text(estimate_elo(outcomes))) != text.npos);
  CHECK(text.find(elo_text(estimate_normalised_elo(outcomes))) != text.npos);
  CHECK(text.find("LLR, normalised Elo 0 against 5") != text.npos);
  CHECK(text.find(ratio_text(log_likelihood_ratio(outcomes, *spec.sprt), *spec.sprt)) != text.npos);
  CHECK(text.find("undecided") != text.npos);
  CHECK(text.find("Who began: 32-0-8") != text.npos);
}

TEST_CASE("tables are finite and whole, whatever there is of games") {
  for (const int engines : {2, 3, 7}) {
    const Spec spec = spec_of(engines);
    std::vector<GameRecord> records;
    for (int id = 0; id < 60; ++id) {
      const json document = standings_json(spec, records);
      const std::string text = table_text(make_standings(records, engines), spec);
      CHECK(is_finite_text(text));
      CHECK(is_finite_text(document.dump()));
      CHECK(document.dump().find("null") == std::string::npos);
      CHECK(document["engines"].size() == static_cast<std::size_t>(engines));
      CHECK(document["pairings"].size() == static_cast<std::size_t>(engines * (engines - 1) / 2));
      CHECK(document["games"] == id);
      // Engine a wins all, the last loses all.
      const int black = id % 2 == 0 ? 0 : engines - 1;
      records.push_back(record_of(id, id / 2, black, engines - 1 - black, black == 0 ? 1 : 0));
    }
    const auto order = ranking(isthmus::fit_ratings(make_standings(records, engines).begun()));
    CHECK(order.front() == 0);
    CHECK(order.back() == static_cast<std::size_t>(engines - 1));
  }
}

TEST_CASE("100,000 games of 20 engines make their table") {
  const Spec spec = spec_of(20);
  std::vector<GameRecord> records;
  std::mt19937 random(9);
  for (int id = 0; id < 100000; ++id) {
    const int pair = id / 2, first = pair % 20, second = (first + 1 + pair / 20 % 19) % 20;
    records.push_back(record_of(id, pair, id % 2 == 0 ? first : second,
                                id % 2 == 0 ? second : first, random() % 2 == 0 ? 1 : 0));
  }
  const Standings standings = make_standings(records, 20);
  // Each of 50,000 pairs has two engines, which take turns.
  for (std::size_t i = 0; i < 20; ++i) CHECK(standings.total(i).outcomes.game_count() == 10'000);
  const std::string text = table_text(standings, spec);
  CHECK(text.find("100000 games") != text.npos);
}

TEST_CASE("progress shows score, Elo, likelihood ratio and time") {
  const Spec spec = spec_of(2, R"("sprt": {"elo0": 0, "elo1": 50}, )");
  Outcomes outcomes = pairs(1, 2, 3);
  const ProgressReport report{.done = 12,
                              .total = 200,
                              .engine = 0,
                              .outcomes = outcomes,
                              .elo = {58.4, 120.6},
                              .log_likelihood_ratio = 0.514,
                              .seconds_left = 83.2};
  CHECK(progress_text(report, spec) ==
        "12/200 games, a 8-0-4, Elo +58 ± 121, LLR 0.51 [-2.94, 2.94], 1:23 left");
  GameRecord last = record_of(11, 5, 1, 0, 1);
  last.detail = "\"\x01<\xff";
  const json line = json::parse(progress_json(report, last, spec));
  CHECK(line["games"] == 12);
  CHECK(line["total"] == 200);
  CHECK(line["engine"] == "a");
  CHECK(line["won"] == 8);
  CHECK(line["lost"] == 4);
  CHECK(line["elo"] == 58.4);
  CHECK(line["llr"] == 0.514);
  CHECK(line["llrBounds"][1].get<double>() == doctest::Approx(2.944439));
  CHECK(line["last"]["winner"] == "b");
  CHECK(line["last"]["plies"] == 2);
}

TEST_CASE("progress is a line a game where it is no terminal, JSON or nothing if wanted") {
  const auto shown = [](int engines, Progress::Form form) {
    const Spec spec = spec_of(engines);
    std::string text;
    Progress progress([&](std::string_view part) { text += part; }, false, spec, 0, 4, form);
    std::vector<GameRecord> records;
    for (int id = 0; id < 4; ++id) {
      records.push_back(record_of(id, id / 2, id % 2, 1 - id % 2, 1 - id % 2));
      // More games come to be known after the second.
      progress.show(records, id < 1 ? 3 - id : 7 - id);
    }
    return text;
  };
  CHECK(shown(2, Progress::Form::quiet).empty());
  for (const int engines : {2, 4}) {
    const std::string text = shown(engines, Progress::Form::text);
    CHECK(count_lines(text) == 4);
    CHECK(text.find("1/4 games, a 1-0-0, ") == 0);
    CHECK(text.find("4/8 games, a 4-0-0, ") != text.npos);
    CHECK(text.find("; game 3: a beat b (resignation)") != text.npos);
    CHECK((text.find("rating") != text.npos) == (engines == 4));
    CHECK(is_finite_text(text));
    std::istringstream lines(shown(engines, Progress::Form::json));
    int count = 0;
    for (std::string line; std::getline(lines, line);) {
      const json object = json::parse(line);
      CHECK(object["games"] == ++count);
      CHECK(object["won"] == count);
      CHECK(object["secondsLeft"] >= 0.0);
    }
    CHECK(count == 4);
  }
}

TEST_CASE("the verdict says who is stronger only where the interval leaves out nought") {
  const auto standings_of = [](const Spec& spec, int wins, int losses) {
    std::vector<GameRecord> records;
    for (int i = 0; i < wins + losses; ++i) {
      const bool a_begins = i % 2 == 0;
      const bool a_wins = i < wins;
      records.push_back(
          record_of(i, i / 2, a_begins ? 0 : 1, a_begins ? 1 : 0, a_wins == a_begins ? 1 : 0));
    }
    return make_standings(records, static_cast<int>(spec.engines.size()));
  };
  const Spec match = spec_of(2);
  CHECK(verdict_text(Standings(2), match) == "No game has been played.");
  CHECK(verdict_text(standings_of(match, 80, 20), match).find("a is stronger than b: +2") == 0);
  CHECK(verdict_text(standings_of(match, 20, 80), match).find("b is stronger than a: +2") == 0);
  CHECK(verdict_text(standings_of(match, 52, 48), match)
            .find("The games do not show whether a is stronger than b: +1") == 0);
  CHECK(verdict_text(standings_of(match, 80, 20), match).find(", 80/100 points.") !=
        std::string::npos);
  // A third that has not played is rated between them, and nothing is known of it.
  const Spec three = spec_of(3);
  const std::string text = verdict_text(standings_of(three, 80, 20), three);
  CHECK(text.find("The games do not show whether a is stronger than c: +") == 0);
  CHECK(text.find("of 3 engines.") != std::string::npos);
  const Spec test = spec_of(2, R"("sprt": {"elo0": 0, "elo1": 10}, )");
  CHECK(verdict_text(standings_of(test, 2, 2), test).find("has not decided.") != std::string::npos);
  CHECK(verdict_text(standings_of(test, 900, 100), test)
            .find("The sequential test took a for stronger by 10 Elo.") != std::string::npos);
}
