#include "tools/tournament/standings.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <sstream>

#include "tools/text_table.hpp"

namespace isthmus::tournament {

namespace {

void count_game(const GameRecord& record, int engine, Score& score) {
  const auto reason = static_cast<std::size_t>(record.reason);
  ++score.games;
  score.points += record.score(engine);
  if (record.winner == engine) ++score.wins[reason];
  if (record.winner && record.winner != engine) ++score.losses[reason];
}

std::string points_text(double points) {
  std::ostringstream text;
  text << points;
  return text.str();
}

std::string percent_text(const Score& score) {
  if (score.games == 0) return "-";
  std::ostringstream text;
  text.setf(std::ios::fixed);
  text.precision(1);
  text << 100 * score.points / score.games;
  return text.str();
}

std::string title(const Standings& standings, const Spec& spec) {
  const Board& board = spec.game->board();
  int games = 0;
  for (const Score& score : standings.total) games += score.games;
  return spec.game->name() + " " + std::to_string(board.columns()) + "x" +
         std::to_string(board.rows()) + ", " + std::to_string(games / 2) + " games\n";
}

TextTable cross_table(const Standings& standings, const Spec& spec) {
  std::vector<std::string> head{"engine", "games", "points", "%", "Elo (95%)"};
  for (const EngineSpec& engine : spec.engines) head.push_back("vs " + engine.name);
  TextTable table(head);
  for (std::size_t i = 0; i < spec.engines.size(); ++i) {
    const Score& score = standings.total[i];
    std::vector<std::string> row{spec.engines[i].name, std::to_string(score.games),
                                 points_text(score.points), percent_text(score),
                                 elo_text(estimate_elo(score.pairs))};
    for (std::size_t j = 0; j < spec.engines.size(); ++j) {
      const Score& one = standings.against[i][j];
      row.push_back(i == j ? "" : points_text(one.points) + "/" + std::to_string(one.games));
    }
    table.add(row);
  }
  return table;
}

TextTable pairings_table(const Standings& standings, const Spec& spec) {
  TextTable table({"pairing", "points", "%", "Elo (95%)"});
  for (std::size_t i = 0; i < spec.engines.size(); ++i) {
    for (std::size_t j = i + 1; j < spec.engines.size(); ++j) {
      const Score& score = standings.against[i][j];
      table.add({spec.engines[i].name + " - " + spec.engines[j].name,
                 points_text(score.points) + "/" + std::to_string(score.games), percent_text(score),
                 elo_text(estimate_elo(score.pairs))});
    }
  }
  return table;
}

TextTable losses_table(const Standings& standings, const Spec& spec) {
  std::vector<std::string> head{"lost by"};
  for (int i = 0; i < kReasons; ++i) head.emplace_back(name(static_cast<Reason>(i)));
  TextTable table(head);
  for (std::size_t i = 0; i < spec.engines.size(); ++i) {
    std::vector<std::string> row{spec.engines[i].name};
    for (int count : standings.total[i].losses) row.push_back(std::to_string(count));
    table.add(row);
  }
  return table;
}

}  // namespace

Standings make_standings(std::span<const GameRecord> records, int engines) {
  const auto count = static_cast<std::size_t>(engines);
  Standings standings{std::vector<Score>(count),
                      std::vector<std::vector<Score>>(count, std::vector<Score>(count))};
  std::map<int, const GameRecord*> first_of_pair;
  for (const GameRecord& record : records) {
    const int black = record.game.black;
    const int white = record.game.white;
    const auto [other, is_first] = first_of_pair.emplace(record.game.pair, &record);
    for (const auto& [engine, opponent] : {std::pair{black, white}, std::pair{white, black}}) {
      const auto i = static_cast<std::size_t>(engine);
      const auto j = static_cast<std::size_t>(opponent);
      for (Score* score : {&standings.total[i], &standings.against[i][j]}) {
        count_game(record, engine, *score);
        if (is_first) continue;
        score->pairs.push_back((record.score(engine) + other->second->score(engine)) / 2);
      }
    }
  }
  return standings;
}

std::string table_text(const Standings& standings, const Spec& spec) {
  std::string text = title(standings, spec);
  text.append("\n").append(cross_table(standings, spec).text());
  if (spec.engines.size() > 2) text.append("\n").append(pairings_table(standings, spec).text());
  text.append("\n").append(losses_table(standings, spec).text());
  return text + "\nElo: against all its opponents as one; 95% intervals from pairs of games.\n";
}

std::string elo_text(const EloEstimate& estimate) {
  const long elo = std::lround(estimate.elo);
  std::string text = elo >= 0 ? "+" : "";
  return text.append(std::to_string(elo))
      .append(" ± ")
      .append(std::to_string(std::lround(estimate.error)));
}

}  // namespace isthmus::tournament
