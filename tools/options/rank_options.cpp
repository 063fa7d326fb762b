#include "tools/options/rank_options.hpp"

#include <boost/program_options/value_semantic.hpp>

#include "tools/mpi/one_gpu.hpp"
#include "tools/options/number_option.hpp"

namespace isthmus {

namespace po = boost::program_options;

void add_ranks(po::options_description& options) {
  options.add_options()("mpi", po::bool_switch(), "run on many machines, under mpirun or srun");
  add_number(options, {"patience",
                       "S",
                       {2, 1e6},
                       60,
                       "with --mpi, seconds that a rank may be silent until others do its work"});
}

std::unique_ptr<mpi::Ranks> read_ranks(const po::variables_map& values) {
  if (!values.at("mpi").as<bool>()) return nullptr;
  auto ranks = std::make_unique<mpi::Ranks>();
  if (ranks->rank() > 0) mpi::take_one_gpu(ranks->place());
  return ranks;
}

double read_timeout(const po::variables_map& values) { return number_of(values, "patience"); }

}  // namespace isthmus
