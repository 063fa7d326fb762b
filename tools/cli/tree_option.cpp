#include "tools/cli/tree_option.hpp"

#include <cstdio>

#include <boost/program_options/value_semantic.hpp>

#include "engine/base/backend_error.hpp"
#include "gpu/tree/make_tree_games.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/options/backend_options.hpp"

namespace isthmus {

namespace po = boost::program_options;

void add_tree(po::options_description& options, int parallel) {
  const std::string help =
      "where the searches are:\n"
      "  host\n"
      "  gpu: trees, rules and the net on GPUs, where these know the rules: those of all games, on "
      "boards that look the same to both sides; with " +
      std::to_string(parallel) + " games at a time on each unless --parallel says how many";
  options.add_options()(
      "tree", po::value<std::string>()->value_name("PLACE")->default_value("host"), help.c_str());
}

std::vector<int> read_tree_devices(const po::variables_map& values, std::string why) {
  const std::string& place = values.at("tree").as<std::string>();
  if (place == "host") return {};
  if (place != "gpu") throw BadInput("option '--tree' takes host or gpu, not '" + place + "'");
  const std::string& backend = values.at("backend").as<std::string>();
  if (backend != "auto" && backend != "gpu") why = "--backend " + backend + " asks for it";
  if (why.empty()) {
    try {
      return tree_devices(read_gpus(values));
    } catch (const BackendError& error) {
      why = error.what();
    }
  }
  std::fprintf(stderr, "isthmus: the trees are on the host: %s\n", why.c_str());
  return {};
}

}  // namespace isthmus
