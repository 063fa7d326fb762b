#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "tools/tournament/spec.hpp"

namespace isthmus::tournament {

// Two engines that play pairs of games: in each pair one opening, with colours exchanged.
struct Pairing {
  int round = 0;  // from 0
  int first = 0;  // has Black in the first game of each pair
  int second = 0;
  int pairs = 1;
  int opening = 0;                 // the number of that of the first pair; the next have the next
  std::array<double, 2> points{};  // of first and second, in the games that have ended

  friend bool operator==(const Pairing&, const Pairing&) = default;
};

// The pairings of the next stage of a tournament, after those before, of which all games have
// ended; empty when it is over. The same results always lead to the same pairings.
//
// Round robins and gauntlets have one stage. Pairings come one after the other, so that few engines
// run at a time, and each goes through the openings from the first.
//
// In each round of a Swiss tournament engines stand in the order of swiss_standings(). The last one
// that has not had a bye gets one where their number is odd. Then the first meets the next one that
// it has not met, and so on with those left; where this comes to a dead end the last choice is
// changed, and where no way is left without meeting again, engines meet again.
//
// In a knockout, engines are seeded in the order of the spec, as in tennis: 1 meets the last, and 1
// and 2 could only meet in the final. Where their number is no power of two, the first seeds have a
// bye in the first round. A match that is tied goes on by a pair at a time, each with the next
// opening, kMaxTieBreaks times; then the better seed goes on.
std::vector<Pairing> next_pairings(const Spec& spec, std::span<const Pairing> before);

inline constexpr int kMaxTieBreaks = 10;

// An engine in a Swiss tournament. A bye counts as a match won.
struct SwissScore {
  int engine = 0;
  double points = 0;
  int byes = 0;
  double buchholz = 0;  // the points of all opponents
};

// In the order of points, then Buchholz (Buchholz 1932), then of the spec.
std::vector<SwissScore> swiss_standings(const Spec& spec, std::span<const Pairing> pairings);

// How a Swiss tournament or a knockout stands, in lines for people; empty for other formats.
std::string format_text(const Spec& spec, std::span<const Pairing> pairings);

}  // namespace isthmus::tournament
