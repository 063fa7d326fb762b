#include "tools/tournament/standings_text.hpp"

#include <cmath>
#include <vector>

#include "engine/base/number_range.hpp"
#include "tools/base/text_table.hpp"

namespace isthmus::tournament {

namespace {

// Of the points that there were.
std::string share_text(const Outcomes& outcomes) {
  const auto games = static_cast<double>(outcomes.game_count());
  return games > 0 ? fixed_text(100 * outcomes.points() / games, 1) : "-";
}

std::string score_text(const Outcomes& outcomes) {
  return number_text(outcomes.points()) + "/" + std::to_string(outcomes.game_count());
}

TextTable cross_table(const Standings& standings, const Ratings& ratings, const Spec& spec) {
  const bool is_match = standings.engines() == 2;
  const std::vector<std::size_t> order = ranking(ratings);
  std::vector<std::string> head{"engine", "games", "points", "%"};
  if (!is_match) head.emplace_back("rating (95%)");
  for (std::size_t i : order) head.push_back("vs " + spec.engines[i].name);
  TextTable table(head);
  for (std::size_t i : order) {
    const Outcomes& outcomes = standings.total(i).outcomes;
    std::vector<std::string> row{spec.engines[i].name, std::to_string(outcomes.game_count()),
                                 number_text(outcomes.points()), share_text(outcomes)};
    if (!is_match) row.push_back(elo_text(ratings.of(i)));
    for (std::size_t j : order) {
      row.push_back(i == j ? "" : score_text(standings.against(i, j).outcomes));
    }
    table.add(row);
  }
  return table;
}

// The figures of a match of two, for the first engine.
TextTable match_table(const Standings& standings, const Spec& spec) {
  const Outcomes& outcomes = standings.against(0, 1).outcomes;
  const EloEstimate elo = estimate_elo(outcomes);
  TextTable table({spec.engines[0].name + " against " + spec.engines[1].name, ""});
  table.add({"won-drawn-lost", outcomes_text(outcomes)});
  std::string pairs;
  for (std::int64_t count : outcomes.pairs) {
    pairs += (pairs.empty() ? "" : "-") + std::to_string(count);
  }
  table.add({"pairs with 0, 1/2, 1, 3/2, 2 points", pairs});
  table.add({"Elo (95%)", elo_text(elo)});
  table.add({"normalised Elo (95%)", elo_text(estimate_normalised_elo(outcomes))});
  table.add({"likelihood of superiority", percent_text(elo.superiority())});
  if (spec.sprt) {
    const double ratio = log_likelihood_ratio(outcomes, *spec.sprt);
    table.add({"LLR, " + hypotheses_text(*spec.sprt), ratio_text(ratio, *spec.sprt)});
    const Verdict result = verdict(ratio, *spec.sprt);
    const double elo_taken = result == Verdict::elo0 ? spec.sprt->elo0 : spec.sprt->elo1;
    table.add({"", result == Verdict::undecided ? "undecided" : number_text(elo_taken) + " taken"});
  }
  return table;
}

TextTable pairings_table(const Standings& standings, const Ratings& ratings, const Spec& spec) {
  TextTable table({"pairing", "won-drawn-lost", "%", "predicted", "Elo (95%)", "superior"});
  const std::vector<std::size_t> order = ranking(ratings);
  for (std::size_t a = 0; a < order.size(); ++a) {
    for (std::size_t b = a + 1; b < order.size(); ++b) {
      const std::size_t i = order[a], j = order[b];
      const Outcomes& outcomes = standings.against(i, j).outcomes;
      if (outcomes.game_count() == 0) continue;
      table.add({spec.engines[i].name + " - " + spec.engines[j].name, outcomes_text(outcomes),
                 share_text(outcomes), fixed_text(100 * ratings.expected_score(i, j), 1),
                 elo_text(estimate_elo(outcomes)),
                 percent_text(ratings.difference(i, j).superiority())});
    }
  }
  return table;
}

TextTable losses_table(const Standings& standings, const Spec& spec) {
  std::vector<std::string> head{"lost by"};
  const std::vector<Reason> reasons = reasons_of(standings);
  for (Reason reason : reasons) head.emplace_back(name(reason));
  TextTable table(head);
  for (std::size_t i = 0; i < standings.engines(); ++i) {
    std::vector<std::string> row{spec.engines[i].name};
    for (Reason reason : reasons) {
      row.push_back(std::to_string(standings.total(i).losses[static_cast<std::size_t>(reason)]));
    }
    table.add(row);
  }
  return table;
}

std::string overhead_text(const Standings& standings) {
  if (standings.overhead() == 0) return "";
  return "Clock overhead: " + fixed_text(standings.overhead(), 2) + " ms a move.\n";
}

std::string repeated_text(const Standings& standings) {
  if (standings.repeated() == 0) return "";
  return "Repeated: " + std::to_string(standings.repeated()) +
         " games went as another did, move by move; errors take them for new ones.\n";
}

std::string first_move_text(const Standings& standings, const Ratings& ratings) {
  const auto& [lost, drawn, won] = standings.first_player();
  return "Who began: " + std::to_string(won) + "-" + std::to_string(drawn) + "-" +
         std::to_string(lost) + ", worth " + elo_text(ratings.first_move()) + " Elo.\n";
}

}  // namespace

std::string table_text(const Standings& standings, const Spec& spec) {
  const Ratings ratings = fit_ratings(standings.begun());
  const bool is_match = standings.engines() == 2;
  std::string text = board_text(spec) + ", " + std::to_string(standings.games()) + " games\n\n";
  text += cross_table(standings, ratings, spec).text() + "\n";
  text +=
      (is_match ? match_table(standings, spec) : pairings_table(standings, ratings, spec)).text() +
      "\n";
  text += losses_table(standings, spec).text() + "\n";
  text += first_move_text(standings, ratings) + overhead_text(standings) + repeated_text(standings);
  return text + (is_match ? "Elo: 95% intervals from pairs of games.\n"
                          : "Ratings: Bradley and Terry's, mean 0; predictions and superiority by "
                            "them. Elo: of the pairing alone.\n");
}

std::string verdict_text(const Standings& standings, const Spec& spec) {
  if (standings.games() == 0) return "No game has been played.";
  const Ratings ratings = fit_ratings(standings.begun());
  const std::vector<std::size_t> order = ranking(ratings);
  const std::size_t first = order[0], second = order[1];
  const std::string& ahead = spec.engines[first].name;
  const std::string& behind = spec.engines[second].name;
  const bool is_match = standings.engines() == 2;
  const Outcomes& met = standings.against(first, second).outcomes;
  const EloEstimate elo = is_match ? estimate_elo(met) : ratings.difference(first, second);
  std::string text = std::abs(elo.elo) > elo.error
                         ? ahead + " is stronger than " + behind
                         : "The games do not show whether " + ahead + " is stronger than " + behind;
  text += ": " + elo_text(elo) + " Elo (95%)";
  text += is_match ? ", " + score_text(met) + " points." : ".";
  if (!is_match) {
    text += " They lead the ratings of " + std::to_string(standings.engines()) + " engines.";
  }
  if (!is_match || !spec.sprt) return text;
  const Verdict taken =
      verdict(log_likelihood_ratio(standings.against(0, 1).outcomes, *spec.sprt), *spec.sprt);
  const std::string name = spec.engines[0].name;
  if (taken == Verdict::undecided) return text + " The sequential test has not decided.";
  const double elo_taken = taken == Verdict::elo0 ? spec.sprt->elo0 : spec.sprt->elo1;
  return text + " The sequential test took " + name + " for stronger by " + number_text(elo_taken) +
         (spec.sprt->scale == Sprt::Scale::normalised ? " normalised Elo." : " Elo.");
}

std::string elo_text(const EloEstimate& estimate) {
  const long elo = std::lround(estimate.elo);
  std::string text = elo >= 0 ? "+" : "";
  return text.append(std::to_string(elo))
      .append(" ± ")
      .append(std::to_string(std::lround(estimate.error)));
}

std::string percent_text(double share) { return fixed_text(100 * share, 1) + "%"; }

std::string outcomes_text(const Outcomes& outcomes) {
  const auto& [lost, drawn, won] = outcomes.games;
  return std::to_string(won) + "-" + std::to_string(drawn) + "-" + std::to_string(lost);
}

std::string ratio_text(double log_likelihood_ratio, const Sprt& sprt) {
  return fixed_text(log_likelihood_ratio, 2) + " [" + fixed_text(sprt.lower_bound(), 2) + ", " +
         fixed_text(sprt.upper_bound(), 2) + "]";
}

std::string hypotheses_text(const Sprt& sprt) {
  return (sprt.scale == Sprt::Scale::normalised ? "normalised Elo " : "Elo ") +
         number_text(sprt.elo0) + " against " + number_text(sprt.elo1) +
         (sprt.model == Sprt::Model::trinomial ? ", from single games" : "");
}

std::string board_text(const Spec& spec) {
  const BoardSize size = spec.game->size();
  const std::string columns = std::to_string(size.columns);
  const bool is_rectangle = spec.game->board().is_full();
  return spec.game->name() +
         (is_rectangle ? " " + columns + "x" + std::to_string(size.rows) : ", side " + columns);
}

}  // namespace isthmus::tournament
