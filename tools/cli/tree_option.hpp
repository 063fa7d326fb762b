#pragma once

#include <string>
#include <vector>

#include <boost/program_options/options_description.hpp>
#include <boost/program_options/variables_map.hpp>

namespace isthmus {

// Games of a match at a time on a GPU, where it is not said: each side has the turn in half of
// them. More were slower (tools/selfplay/README.md has the figures).
inline constexpr int kTreeGames = 2048;

// Adds --tree, which says where the searches of many games are; `parallel` is how many at a time
// that is on each GPU, unless --parallel says it.
void add_tree(boost::program_options::options_description& options, int parallel);

// The numbers of the GPUs on which trees are to be; none where they are to be on the host. `why`
// is what stands in the way of trees on a GPU, in words to end a sentence, empty for nothing: where
// GPUs were asked for and are not to be had, a line on standard error says why. Throws BadInput for
// a place that there is not.
std::vector<int> read_tree_devices(const boost::program_options::variables_map& values,
                                   std::string why);

}  // namespace isthmus
