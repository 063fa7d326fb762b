#include "tools/tournament/standings_json.hpp"

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tools/tournament/standings.hpp"
#include "tools/tournament/time_use.hpp"

namespace isthmus::tournament {

namespace {

using nlohmann::ordered_json;

ordered_json outcomes_json(const Outcomes& outcomes) {
  const auto& [lost, drawn, won] = outcomes.games;
  return {{"games", outcomes.game_count()},
          {"won", won},
          {"drawn", drawn},
          {"lost", lost},
          {"points", outcomes.points()}};
}

ordered_json engine_json(const Standings& standings, const Ratings& ratings, const TimeUse& time,
                         const Spec& spec, std::size_t engine) {
  ordered_json entry = {{"name", spec.engines[engine].name}};
  entry.update(outcomes_json(standings.total(engine).outcomes));
  entry["rating"] = ratings.of(engine).elo;
  entry["ratingError"] = ratings.of(engine).error;
  ordered_json& losses = entry["losses"] = ordered_json::object();
  for (std::size_t i = 0; i < kReasons; ++i) {
    losses[std::string(name(static_cast<Reason>(i)))] = standings.total(engine).losses[i];
  }
  entry["time"] = {{"moves", time.moves},
                   {"seconds", time.seconds},
                   {"medianMilliseconds", time.median},
                   {"longestMilliseconds", time.longest}};
  return entry;
}

ordered_json pairing_json(const Standings& standings, const Ratings& ratings, const Spec& spec,
                          std::size_t i, std::size_t j) {
  const Outcomes& outcomes = standings.against(i, j).outcomes;
  const EloEstimate elo = estimate_elo(outcomes);
  const EloEstimate normalised = estimate_normalised_elo(outcomes);
  ordered_json entry = {{"engine", spec.engines[i].name}, {"opponent", spec.engines[j].name}};
  entry.update(outcomes_json(outcomes));
  entry.update({{"pairs", outcomes.pairs},
                {"singles", outcomes.singles},
                {"elo", elo.elo},
                {"eloError", elo.error},
                {"normalisedElo", normalised.elo},
                {"normalisedEloError", normalised.error},
                {"superiority", elo.superiority()},
                {"predictedScore", ratings.expected_score(i, j)},
                {"superiorityByRatings", ratings.difference(i, j).superiority()}});
  return entry;
}

ordered_json sprt_json(const Outcomes& outcomes, const Sprt& sprt) {
  const double ratio = log_likelihood_ratio(outcomes, sprt);
  return {{"elo0", sprt.elo0},
          {"elo1", sprt.elo1},
          {"alpha", sprt.alpha},
          {"beta", sprt.beta},
          {"scale", name(sprt.scale)},
          {"model", name(sprt.model)},
          {"llr", ratio},
          {"llrBounds", {sprt.lower_bound(), sprt.upper_bound()}},
          {"verdict", name(verdict(ratio, sprt))}};
}

}  // namespace

ordered_json standings_json(const Spec& spec, std::span<const GameRecord> records) {
  const std::size_t engines = spec.engines.size();
  const Standings standings = make_standings(records, static_cast<int>(engines));
  const Ratings ratings = fit_ratings(standings.begun());
  const std::vector<TimeUse> times = time_use(records, spec);
  const BoardSize size = spec.game->size();
  ordered_json document = {{"game", spec.game->name()},
                           {"columns", size.columns},
                           {"rows", size.rows},
                           {"games", standings.games()},
                           {"repeatedGames", standings.repeated()},
                           {"overheadMilliseconds", standings.overhead()}};
  ordered_json& engine_list = document["engines"] = ordered_json::array();
  for (std::size_t i = 0; i < engines; ++i) {
    engine_list.push_back(engine_json(standings, ratings, times[i], spec, i));
  }
  const auto& [lost, drawn, won] = standings.first_player();
  document["firstMove"] = {{"won", won},
                           {"drawn", drawn},
                           {"lost", lost},
                           {"elo", ratings.first_move().elo},
                           {"eloError", ratings.first_move().error}};
  ordered_json& pairings = document["pairings"] = ordered_json::array();
  for (std::size_t i = 0; i < engines; ++i) {
    for (std::size_t j = i + 1; j < engines; ++j) {
      pairings.push_back(pairing_json(standings, ratings, spec, i, j));
    }
  }
  if (spec.sprt) document["sprt"] = sprt_json(standings.total(0).outcomes, *spec.sprt);
  return document;
}

}  // namespace isthmus::tournament
