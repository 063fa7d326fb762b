#pragma once

#include <string>

#include "tools/ratings/elo.hpp"
#include "tools/ratings/sprt.hpp"
#include "tools/tournament/standings.hpp"

namespace isthmus::tournament {

// All that table.txt says: the cross table, ratings or the figures of a match of two, the pairings,
// and the reasons for which games were lost.
std::string table_text(const Standings& standings, const Spec& spec);

// What it comes to, in a sentence or two: which is the stronger and by how much, or that the games
// do not decide it; of several engines, of the first two by their ratings. What a sequential test
// took.
std::string verdict_text(const Standings& standings, const Spec& spec);

// "+72 ± 45".
std::string elo_text(const EloEstimate& estimate);
// "97.5%", of a share from 0 to 1.
std::string percent_text(double share);
// "12-0-8": won, drawn and lost.
std::string outcomes_text(const Outcomes& outcomes);
// "1.25 [-2.94, 2.94]": the log likelihood ratio with its bounds.
std::string ratio_text(double log_likelihood_ratio, const Sprt& sprt);
// "Elo 0 against 10", "normalised Elo 0 against 5, from single games".
std::string hypotheses_text(const Sprt& sprt);
// "hex 11x11".
std::string board_text(const Spec& spec);

}  // namespace isthmus::tournament
