#pragma once

#include <cstddef>
#include <span>

#include "engine/settings.hpp"
#include "engine/tree.hpp"

namespace isthmus {

// So many children of an edge are kept in order. Few edges ever have more with a visit, and to sort
// all would take a third of the time of a search on 11 x 11.
constexpr std::size_t kRanked = 12;

// The child of an expanded edge that the search follows next: the one with the largest
//
//   Q + exploration * prior * sqrt(visits of the parent) / (1 + visits)
//
// (PUCT as in AlphaGo Zero, Silver et al. 2017), where Q is the child's mean result for the player
// who chooses, or, before its first visit, the parent's less first_play_reduction times the root
// of the prior mass visited so far. Children proven lost are passed over; one proven won is taken.
// The first kRanked of `children` come in the order of falling priors and before the rest, which
// may lie in any order. The parent's visits count the one under way.
Edge& select_child(const Edge& parent, std::span<Edge> children, const Settings& settings);

// What follows for the player of a move from the proofs of the answers to it, which are all the
// legal ones: a loss if one wins, unknown if one is open, else the best for him.
Proof proof_from_answers(std::span<const Edge> answers);

}  // namespace isthmus
