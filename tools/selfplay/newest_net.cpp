#include "tools/selfplay/newest_net.hpp"

#include <algorithm>
#include <system_error>
#include <tuple>
#include <vector>

#include "engine/net/net_file.hpp"

namespace isthmus::selfplay {

namespace {

namespace fs = std::filesystem;

bool is_newer(const fs::path& a, const fs::path& b) {
  const std::string name_a = a.filename().string(), name_b = b.filename().string();
  return std::pair(name_a.size(), name_a) > std::pair(name_b.size(), name_b);
}

// The newest first; none where the folder cannot be read.
std::vector<fs::path> list_nets(const fs::path& folder) {
  std::vector<fs::path> nets;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() == ".net") nets.push_back(at->path());
  }
  std::sort(nets.begin(), nets.end(), is_newer);
  return nets;
}

}  // namespace

std::optional<Net> NewestNet::look() {
  for (const fs::path& file : list_nets(folder_)) {
    if (!found_.empty() && !is_newer(file, found_)) break;
    if (std::optional<Net> net = read(file)) {
      found_ = file;
      note_("games from now on are played by " + file.string());
      return net;
    }
  }
  return std::nullopt;
}

// The net of a file, unless that is to be passed over.
std::optional<Net> NewestNet::read(const fs::path& file) {
  std::error_code error;
  const State state{fs::last_write_time(file, error), fs::file_size(file, error)};
  const auto known = passed_over_.find(file);
  if (known != passed_over_.end() && known->second == state) return std::nullopt;
  std::string why;
  try {
    Net net = read_net(file);
    if (net.game != game_) {
      why = file.string() + " is of " + net.game + ", not of " + game_;
    } else if (net.planes > max_planes_) {
      why = file.string() + " has " + std::to_string(net.planes) +
            " input planes, of which this version knows " + std::to_string(max_planes_);
    } else {
      return net;
    }
  } catch (const NetError& failure) {
    why = failure.what();
  }
  if (known == passed_over_.end()) note_("passed over: " + why);
  passed_over_[file] = state;
  return std::nullopt;
}

}  // namespace isthmus::selfplay
