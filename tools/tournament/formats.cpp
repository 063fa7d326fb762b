#include "tools/tournament/formats.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

#include "tools/base/text_table.hpp"

namespace isthmus::tournament {

namespace {

int engine_count(const Spec& spec) { return static_cast<int>(spec.engines.size()); }

std::string points_text(double points) {
  std::ostringstream text;
  text << points;
  return text.str();
}

// Each of the first `challengers` engines with all that come after it.
std::vector<Pairing> everyone_with(const Spec& spec, int challengers) {
  std::vector<Pairing> pairings;
  for (int first = 0; first < challengers; ++first) {
    for (int second = first + 1; second < engine_count(spec); ++second) {
      pairings.push_back({.first = first, .second = second, .pairs = spec.games / 2});
    }
  }
  return pairings;
}

// A gauntlet's challengers do not meet each other.
std::vector<Pairing> gauntlet(const Spec& spec) {
  std::vector<Pairing> pairings = everyone_with(spec, spec.challengers);
  std::erase_if(pairings,
                [&](const Pairing& pairing) { return pairing.second < spec.challengers; });
  return pairings;
}

// ---- Swiss

// Pairs engines, given in the order of their standing, none with one that it has met. Depth first;
// gives up after many steps, for which reason it may miss a way that there is.
class SwissPairer {
 public:
  SwissPairer(std::vector<int> order, std::set<std::pair<int, int>> met)
      : order_(std::move(order)), met_(std::move(met)), paired_(order_.size()) {}

  std::optional<std::vector<std::pair<int, int>>> pair() {
    if (!extend()) return std::nullopt;
    return pairs_;
  }

 private:
  bool extend() {
    const auto free = std::find(paired_.begin(), paired_.end(), false);
    if (free == paired_.end()) return true;
    const auto first = static_cast<std::size_t>(free - paired_.begin());
    for (std::size_t second = first + 1; second < order_.size() && steps_ > 0; ++second) {
      if (paired_[second] || met_.contains(std::minmax(order_[first], order_[second]))) continue;
      --steps_;
      paired_[first] = paired_[second] = true;
      pairs_.emplace_back(order_[first], order_[second]);
      if (extend()) return true;
      pairs_.pop_back();
      paired_[first] = paired_[second] = false;
    }
    return false;
  }

  std::vector<int> order_;
  std::set<std::pair<int, int>> met_;
  std::vector<bool> paired_;
  std::vector<std::pair<int, int>> pairs_;
  int steps_ = 100'000;
};

std::vector<Pairing> swiss_round(const Spec& spec, std::span<const Pairing> before) {
  const int round = before.empty() ? 0 : before.back().round + 1;
  if (round == spec.rounds) return {};
  std::vector<SwissScore> standings = swiss_standings(spec, before);
  if (standings.size() % 2 != 0) {
    const int fewest =
        std::min_element(standings.begin(), standings.end(),
                         [](const SwissScore& a, const SwissScore& b) { return a.byes < b.byes; })
            ->byes;
    const auto bye = std::find_if(standings.rbegin(), standings.rend(),
                                  [&](const SwissScore& score) { return score.byes == fewest; });
    standings.erase(std::next(bye).base());
  }
  std::vector<int> order;
  for (const SwissScore& score : standings) order.push_back(score.engine);
  std::set<std::pair<int, int>> met;
  for (const Pairing& pairing : before) met.insert(std::minmax(pairing.first, pairing.second));
  auto pairs = SwissPairer(order, std::move(met)).pair();
  if (!pairs) pairs = SwissPairer(order, {}).pair();
  std::vector<Pairing> pairings;
  for (const auto& [first, second] : *pairs) {
    pairings.push_back({.round = round,
                        .first = first,
                        .second = second,
                        .pairs = spec.games / 2,
                        .opening = round * (spec.games / 2)});
  }
  return pairings;
}

// ---- Knockout

// A match of a round, with what tie-breaks added.
struct Match {
  int first, second;
  int pairs = 0;
  int tie_breaks = -1;  // the first stage of the match is none
  std::array<double, 2> points{};

  bool is_tied() const { return points[0] == points[1] && tie_breaks < kMaxTieBreaks; }
  int winner() const {
    if (points[0] == points[1]) return std::min(first, second);
    return points[0] > points[1] ? first : second;
  }
};

std::vector<Match> matches_of(std::span<const Pairing> pairings, int round) {
  std::vector<Match> matches;
  for (const Pairing& pairing : pairings) {
    if (pairing.round != round) continue;
    auto match = std::find_if(matches.begin(), matches.end(), [&](const Match& one) {
      return one.first == pairing.first && one.second == pairing.second;
    });
    if (match == matches.end()) {
      match = matches.insert(match, Match{.first = pairing.first, .second = pairing.second});
    }
    match->pairs += pairing.pairs;
    ++match->tie_breaks;
    for (std::size_t i : {0U, 1U}) match->points[i] += pairing.points[i];
  }
  return matches;
}

// The engines in the order of the bracket: neighbours meet, then the winners of neighbours. Places
// that no engine has are -1: their neighbours have a bye.
std::vector<int> bracket(int engines) {
  std::vector<int> seeds{0};
  const auto places = std::bit_ceil(static_cast<unsigned>(engines));
  while (seeds.size() < places) {
    const int last = 2 * static_cast<int>(seeds.size()) - 1;
    std::vector<int> next;
    for (int seed : seeds) {
      next.push_back(seed);
      next.push_back(last - seed);
    }
    seeds = std::move(next);
  }
  for (int& seed : seeds) {
    if (seed >= engines) seed = -1;
  }
  return seeds;
}

// Who is still in, in the order of the bracket, when this round begins.
std::vector<int> survivors(const Spec& spec, std::span<const Pairing> pairings, int round) {
  std::vector<int> in = bracket(engine_count(spec));
  for (int i = 0; i < round; ++i) {
    std::set<int> losers;
    for (const Match& match : matches_of(pairings, i)) {
      losers.insert(match.winner() == match.first ? match.second : match.first);
    }
    std::vector<int> next;
    for (std::size_t j = 0; j < in.size(); j += 2) {
      const bool first_is_out = in[j] < 0 || losers.contains(in[j]);
      next.push_back(first_is_out ? in[j + 1] : in[j]);
    }
    in = std::move(next);
  }
  return in;
}

std::vector<Pairing> knockout_stage(const Spec& spec, std::span<const Pairing> before) {
  std::vector<Pairing> pairings;
  int round = 0;
  // Openings are not used again by those who go on: each round has as many as could be needed.
  const int openings = spec.games / 2 + kMaxTieBreaks;
  if (!before.empty()) {
    round = before.back().round;
    for (const Match& match : matches_of(before, round)) {
      if (!match.is_tied()) continue;
      pairings.push_back({.round = round,
                          .first = match.first,
                          .second = match.second,
                          .pairs = 1,
                          .opening = round * openings + match.pairs});
    }
    if (!pairings.empty()) return pairings;
    ++round;
  }
  const std::vector<int> in = survivors(spec, before, round);
  for (std::size_t i = 0; i + 1 < in.size(); i += 2) {
    if (in[i] < 0 || in[i + 1] < 0) continue;
    pairings.push_back({.round = round,
                        .first = in[i],
                        .second = in[i + 1],
                        .pairs = spec.games / 2,
                        .opening = round * openings});
  }
  return pairings;
}

std::string swiss_text(const Spec& spec, std::span<const Pairing> pairings) {
  TextTable table({"rank", "engine", "points", "byes", "Buchholz"});
  int rank = 0;
  for (const SwissScore& score : swiss_standings(spec, pairings)) {
    table.add({std::to_string(++rank), engine_name(spec, score.engine), points_text(score.points),
               std::to_string(score.byes), points_text(score.buchholz)});
  }
  return "Swiss, " + std::to_string(spec.rounds) + " rounds\n" + table.text();
}

std::string knockout_text(const Spec& spec, std::span<const Pairing> pairings) {
  TextTable table({"round", "", "points", "", ""});
  const int rounds = pairings.empty() ? 0 : pairings.back().round + 1;
  for (int round = 0; round < rounds; ++round) {
    for (const Match& match : matches_of(pairings, round)) {
      table.add(
          {std::to_string(round + 1), engine_name(spec, match.first),
           points_text(match.points[0]) + "-" + points_text(match.points[1]),
           engine_name(spec, match.second),
           match.tie_breaks > 0 ? std::to_string(match.tie_breaks) + " pairs more for a tie" : ""});
    }
  }
  return "Knockout\n" + table.text();
}

}  // namespace

std::vector<Pairing> next_pairings(const Spec& spec, std::span<const Pairing> before) {
  switch (spec.format) {
    case Format::swiss:
      return swiss_round(spec, before);
    case Format::knockout:
      return knockout_stage(spec, before);
    case Format::round_robin:
    case Format::gauntlet:
      break;
  }
  if (!before.empty()) return {};
  return spec.format == Format::gauntlet ? gauntlet(spec) : everyone_with(spec, engine_count(spec));
}

std::vector<SwissScore> swiss_standings(const Spec& spec, std::span<const Pairing> pairings) {
  const auto count = static_cast<std::size_t>(engine_count(spec));
  const int rounds = pairings.empty() ? 0 : pairings.back().round + 1;
  std::vector<SwissScore> scores(count);
  for (std::size_t i = 0; i < count; ++i) {
    scores[i].engine = static_cast<int>(i);
    scores[i].byes = count % 2 != 0 ? rounds : 0;
  }
  const auto of = [&](int engine) -> SwissScore& {
    return scores[static_cast<std::size_t>(engine)];
  };
  for (const Pairing& pairing : pairings) {
    of(pairing.first).points += pairing.points[0];
    of(pairing.second).points += pairing.points[1];
    if (count % 2 == 0) continue;
    --of(pairing.first).byes;
    --of(pairing.second).byes;
  }
  for (SwissScore& score : scores) score.points += score.byes * spec.games;
  for (const Pairing& pairing : pairings) {
    of(pairing.first).buchholz += of(pairing.second).points;
    of(pairing.second).buchholz += of(pairing.first).points;
  }
  std::stable_sort(scores.begin(), scores.end(), [](const SwissScore& a, const SwissScore& b) {
    return std::pair(a.points, a.buchholz) > std::pair(b.points, b.buchholz);
  });
  return scores;
}

std::string format_text(const Spec& spec, std::span<const Pairing> pairings) {
  if (spec.format == Format::swiss) return swiss_text(spec, pairings);
  if (spec.format == Format::knockout) return knockout_text(spec, pairings);
  return {};
}

}  // namespace isthmus::tournament
