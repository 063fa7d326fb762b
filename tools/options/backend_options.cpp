#include "tools/options/backend_options.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <boost/program_options/value_semantic.hpp>

#include "engine/net/cpu_net.hpp"
#include "gpu/backend/backend.hpp"
#include "gpu/net/make_net_runner.hpp"
#include "gpu/net/net_precision.hpp"
#include "gpu/playout/make_playout_backend.hpp"
#include "tools/base/bad_input.hpp"

namespace isthmus {

namespace po = boost::program_options;

namespace {

// Reads "0,2"; "all" as nothing.
std::vector<int> parse_gpus(const std::string& text) {
  std::vector<int> gpus;
  if (text == "all") return gpus;
  const char* at = text.data();
  const char* const end = at + text.size();
  for (;;) {
    int gpu = 0;
    const auto [stop, error] = std::from_chars(at, end, gpu);
    const bool is_new = std::find(gpus.begin(), gpus.end(), gpu) == gpus.end();
    if (error != std::errc{} || gpu < 0 || !is_new || (stop != end && *stop != ',')) {
      throw BadInput("option '--gpus' takes all, or numbers of devices as in 0,2, not '" + text +
                     "'");
    }
    gpus.push_back(gpu);
    if (stop == end) return gpus;
    at = stop + 1;
  }
}

// The same is said once: it may hold for fills as for a net.
void note_cpu_instead(const std::string& message) {
  static std::mutex mutex;
  static std::set<std::string> noted;
  const std::scoped_lock lock(mutex);
  if (!noted.insert(message).second) return;
  std::fprintf(stderr, "isthmus: going on with the CPU: %s\n", message.c_str());
}

// What `make` makes for the backend and devices that were asked for.
template <class Make>
auto on_backend(const po::variables_map& values, Make&& make) {
  const std::string& name = values.at("backend").as<std::string>();
  const auto backend = find_backend(name);
  if (!backend) {
    throw BadInput("option '--backend' takes auto, cpu, gpu or check, not '" + name + "'");
  }
  const std::vector<int> gpus = read_gpus(values);
  try {
    return make(*backend, gpus);
  } catch (const BackendError& error) {
    throw BackendError("no GPU for --backend " + name + ": " + error.what() +
                       "; --backend cpu does without");
  }
}

std::string instruction_list() {
  std::string list;
  for (const std::string& name : CpuNet::instruction_sets()) {
    list += (list.empty() ? "" : ", ") + name;
  }
  return list;
}

// As make_net_runner() takes it.
std::string read_instructions(const po::variables_map& values) {
  const std::string& name = values.at("instructions").as<std::string>();
  if (name == "auto") return "";
  const std::vector<std::string> names = CpuNet::instruction_sets();
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    throw BadInput("option '--instructions' takes auto or, on this machine, " + instruction_list() +
                   ", not '" + name + "'");
  }
  return name;
}

}  // namespace

void add_backend(po::options_description& options) {
  options.add_options()("backend",
                        po::value<std::string>()->value_name("NAME")->default_value("auto"),
                        "what plays fills out and computes nets:\n"
                        "  auto: GPUs where there are some, else the CPU\n"
                        "  cpu, gpu\n"
                        "  check: both, which must come to the same")(
      "gpus", po::value<std::string>()->value_name("LIST")->default_value("all"),
      "GPUs to use: all, or numbers as in 0,2; one process for each is best: two that share one "
      "are "
      "slower together than one alone")(
      "instructions", po::value<std::string>()->value_name("NAME")->default_value("auto"),
      "what computes nets on the CPU: auto, the fastest of those it has, or one of them, as "
      "isthmus "
      "--version lists them")(
      "net-precision", po::value<std::string>()->value_name("NAME")->default_value("auto"),
      "the numbers that nets multiply on GPUs:\n"
      "  auto: fp8 for nets of 128 channels and more, which gain most by it, else fp16\n"
      "  fp16\n"
      "  fp8: faster and less exact; only Hopper's GPUs have it, and only for nets that their own "
      "kernel takes");
}

std::vector<int> read_gpus(const po::variables_map& values) {
  return parse_gpus(values.at("gpus").as<std::string>());
}

NetPrecision read_net_precision(const po::variables_map& values, int channels) {
  constexpr int kChannelsForFp8 = 128;  // gpu/net/NOTES.md
  const std::string& name = values.at("net-precision").as<std::string>();
  const bool is_compared = values.at("backend").as<std::string>() == "check";
  if (name == "fp16") return NetPrecision::bits16;
  if (name == "auto") {
    const bool gains = channels >= kChannelsForFp8 && !is_compared;
    return gains ? NetPrecision::fp8 : NetPrecision::bits16;
  }
  if (name != "fp8") {
    throw BadInput("option '--net-precision' takes auto, fp16 or fp8, not '" + name + "'");
  }
  if (is_compared) {
    throw BadInput(
        "option '--net-precision': fp8 differs from the CPU by more than --backend check allows");
  }
  return NetPrecision::fp8;
}

PlayoutBackends read_playout_backends(const po::variables_map& values) {
  return on_backend(values, [](Backend backend, const std::vector<int>& gpus) {
    return make_playout_backends(backend, gpus, note_cpu_instead);
  });
}

std::string instructions_of(const po::variables_map& values) {
  const std::string name = read_instructions(values);
  return name.empty() ? CpuNet::instruction_sets().front() : name;
}

std::shared_ptr<const NetRunner> read_net_runner(const po::variables_map& values, const Net& net) {
  const std::string instructions = read_instructions(values);
  const NetPrecision precision = read_net_precision(values, net.channels);
  return on_backend(values, [&](Backend backend, const std::vector<int>& gpus) {
    return make_net_runner(backend, gpus, net, note_cpu_instead, instructions, precision);
  });
}

}  // namespace isthmus
