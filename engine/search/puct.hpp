#pragma once

#include <cstdint>
#include <vector>

#include "engine/search/tree.hpp"
#include "engine/settings/settings.hpp"

namespace isthmus {

// The child of an expanded edge that the search follows next: the one with the largest
//
//   Q + exploration * prior * sqrt(visits of the parent) / (1 + visits)
//
// (PUCT as in AlphaGo Zero, Silver et al. 2017), where Q is the child's mean result for the player
// who chooses, or, before its first visit, the parent's less first_play_reduction (where the parent
// is the tree's root, root_first_play_reduction) times the root of the prior mass visited so far.
// Children proven lost are passed over; one proven won is taken. A move that has no edge yet gets
// one if it is the choice, where the memory allows it. The parent's visits count the one under way.
Edge& select_child(const Edge& parent, Tree& tree, const SearchSettings& settings);

struct ChosenChild {
  Edge* edge;
  std::uint32_t visits;
};

// The children that `count` visits of an edge go on to, one after the other, as if each were still
// under way when the next one chooses: of each child how many; added to `chosen`. `visits` are the
// edge's before them. Returns how many were chosen: less than `count` where a child turns out to be
// proven won, or all to be proven lost. One visit alone goes there, as the others should know of it
// first.
std::uint32_t select_children(const Edge& parent, std::uint32_t visits, std::uint32_t count,
                              Tree& tree, const SearchSettings& settings,
                              std::vector<ChosenChild>& chosen);

// What is proven for the player of a move by the answers to it, which are all the legal ones: a
// loss if one wins, unknown if one is open, else the best for him.
Proof proof_from_answers(const Tree& tree, const Edge& move);

}  // namespace isthmus
