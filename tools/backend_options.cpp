#include "tools/backend_options.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include <boost/program_options/value_semantic.hpp>

#include "gpu/backend.hpp"
#include "tools/bad_input.hpp"

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

void note(const std::string& message) {
  std::fprintf(stderr, "isthmus: going on with the CPU: %s\n", message.c_str());
}

}  // namespace

void add_backend(po::options_description& options) {
  options.add_options()("backend",
                        po::value<std::string>()->value_name("NAME")->default_value("auto"),
                        "what plays fills out:\n"
                        "  auto: GPUs where there are some, else the CPU\n"
                        "  cpu, gpu\n"
                        "  check: both, which must come to the same")(
      "gpus", po::value<std::string>()->value_name("LIST")->default_value("all"),
      "GPUs to use: all, or numbers as in 0,2");
}

std::shared_ptr<const Tallier> read_tallier(const po::variables_map& values) {
  const std::string& name = values.at("backend").as<std::string>();
  const auto backend = find_backend(name);
  if (!backend) {
    throw BadInput("option '--backend' takes auto, cpu, gpu or check, not '" + name + "'");
  }
  const std::vector<int> gpus = parse_gpus(values.at("gpus").as<std::string>());
  try {
    return make_tallier(*backend, gpus, note);
  } catch (const TallierError& error) {
    throw TallierError("no GPU for --backend " + name + ": " + error.what() +
                       "; --backend cpu does without");
  }
}

}  // namespace isthmus
