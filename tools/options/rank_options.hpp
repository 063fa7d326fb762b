#pragma once

#include <memory>

#include <boost/program_options/options_description.hpp>
#include <boost/program_options/variables_map.hpp>

#include "tools/mpi/ranks.hpp"

namespace isthmus {

// Adds --mpi and --patience.
void add_ranks(boost::program_options::options_description& options);

// This process among the others, if that was asked for; a rank but rank 0 has one GPU from now on.
// To be called before CUDA is. Throws BadInput as mpi::Ranks does.
std::unique_ptr<mpi::Ranks> read_ranks(const boost::program_options::variables_map& values);

// Seconds for which a rank may be silent: the value of --patience.
double read_timeout(const boost::program_options::variables_map& values);

}  // namespace isthmus
