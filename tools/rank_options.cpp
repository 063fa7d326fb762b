#include "tools/rank_options.hpp"

#include <boost/program_options/value_semantic.hpp>

#include "tools/bad_input.hpp"
#include "tools/mpi/one_gpu.hpp"

namespace isthmus {

namespace po = boost::program_options;

void add_ranks(po::options_description& options) {
  options.add_options()("mpi", po::bool_switch(), "play on many machines, under mpirun or srun")(
      "patience", po::value<double>()->value_name("SECONDS")->default_value(60, "60"),
      "with --mpi, how long a rank may be silent until others play its games");
}

std::unique_ptr<mpi::Ranks> read_ranks(const po::variables_map& values) {
  if (!values.at("mpi").as<bool>()) return nullptr;
  auto ranks = std::make_unique<mpi::Ranks>();
  if (ranks->rank() > 0) mpi::take_one_gpu(ranks->place());
  return ranks;
}

double read_patience(const po::variables_map& values) {
  const double patience = values.at("patience").as<double>();
  if (patience >= 2 && patience <= 1e6) return patience;
  throw BadInput("option '--patience' takes a number from 2 to 1e+06");
}

}  // namespace isthmus
