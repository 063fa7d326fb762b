#include "tools/options/evaluator_options.hpp"

#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>

#include <boost/program_options/value_semantic.hpp>

#include "engine/net/net_evaluator.hpp"
#include "engine/net/net_file.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/options/backend_options.hpp"
#include "tools/options/evaluators.hpp"
#include "tools/options/net_or_fills.hpp"
#include "tools/options/shipped_net.hpp"

namespace isthmus {

namespace po = boost::program_options;

namespace {

// The net that was asked for, or else the one that comes with the program.
std::optional<Net> read_net(const po::variables_map& values) {
  try {
    if (values.count("net") != 0) return isthmus::read_net(values.at("net").as<std::string>());
  } catch (const NetError& error) {
    throw BadInput(std::string("option '--net': ") + error.what());
  }
  if (shipped_net().empty()) return std::nullopt;
  return parse_net(shipped_net());
}

void note(const std::string& message) { std::fprintf(stderr, "isthmus: %s\n", message.c_str()); }

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

void add_evaluator(po::options_description& options) {
  options.add_options()("evaluator",
                        po::value<std::string>()->value_name("NAME")->default_value("auto"),
                        "what judges positions:\n"
                        "  auto: the net for its game, if it is quick enough here, else fills\n"
                        "  fills: random fills of the board\n"
                        "  net: what was learned from games\n"
                        "  mixed: fills where they are certain, else the net")(
      "net", po::value<std::string>()->value_name("FILE"),
      "the net's file, where it is not to be the one that comes with the program");
  add_backend(options);
}

EvaluatorFactory read_evaluators(const po::variables_map& values) {
  const std::string& name = values.at("evaluator").as<std::string>();
  if (name != "auto" && name != "fills" && name != "net" && name != "mixed") {
    throw BadInput("option '--evaluator' takes auto, fills, net or mixed, not '" + name + "'");
  }
  if (name == "fills") return fills_evaluators(read_tallier(values));
  const std::optional<Net> net = read_net(values);
  if (!net && name != "auto") {
    throw BadInput("option '--evaluator " + name + "' needs a net: give its file with --net");
  }
  if (!net) {
    note("playing by fills: this program comes without a net; --net gives it one");
    return fills_evaluators(read_tallier(values));
  }
  EvaluatorFactory nets = net_evaluators(net->game, read_net_runner(values, *net));
  if (name == "net") return nets;
  EvaluatorFactory fills = fills_evaluators(read_tallier(values));
  if (name == "mixed") return mixed_evaluators(std::move(fills), std::move(nets));
  return net_or_fills(net->game, std::move(nets), std::move(fills), note, seconds_now);
}

}  // namespace isthmus
