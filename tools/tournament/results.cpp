#include "tools/tournament/results.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <iterator>
#include <set>
#include <thread>

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <unistd.h>

#include "tools/base/bad_input.hpp"
#include "tools/base/output_file.hpp"
#include "tools/tournament/game_sgf.hpp"
#include "tools/tournament/gtp_client.hpp"

namespace isthmus::tournament {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

std::string sgf_name(int id) {
  std::array<char, 32> name;
  std::snprintf(name.data(), name.size(), "%04d.sgf", id);
  return name.data();
}

// Where a stored tournament is not the one of the spec, says so. How many games are played at a
// time, and on what cores, may change.
void check_same(const Spec& stored, const Spec& given, const fs::path& file) {
  nlohmann::ordered_json before = to_json(stored), now = to_json(given);
  for (const char* free : {"jobs", "pin"}) {
    before.erase(free);
    now.erase(free);
  }
  const nlohmann::ordered_json changes = nlohmann::ordered_json::diff(before, now);
  if (changes.empty()) return;
  const nlohmann::ordered_json::json_pointer place(changes[0].at("path").get<std::string>());
  const auto shown = [&](const nlohmann::ordered_json& document) {
    return document.contains(place) ? printable(document.at(place).dump()) : "missing";
  };
  throw BadInput(file.string() + " is of another tournament: " + place.to_string() + " is " +
                 shown(before) + " there and " + shown(now) +
                 " in the spec; give the spec that it was begun with, or another folder to --out");
}

}  // namespace

FolderLock::FolderLock(const fs::path& folder, const std::function<void(const std::string&)>& note)
    : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  // The system takes a moment to end what was killed, threads and all; and an engine that was about
  // to be started has what its parent had open until it runs.
  constexpr std::chrono::milliseconds kTimeout = 3s, kPause = 20ms;
  const std::string other = "another tournament is writing to " + folder.string();
  const auto until = std::chrono::steady_clock::now() + kTimeout;
  // A file system without locks does not keep other runs out.
  for (bool is_noted = false; ::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
       is_noted = true) {
    if (!is_noted) note(other + "; waiting a moment for its end");
    if (std::chrono::steady_clock::now() >= until) {
      ::close(descriptor_);
      throw BadInput(other + "; wait for its end, or give another folder to --out");
    }
    std::this_thread::sleep_for(kPause);
  }
}

FolderLock::~FolderLock() { ::close(descriptor_); }

Results::Results(fs::path folder, const Spec& spec, bool resume,
                 const std::function<void(const std::string&)>& note)
    : folder_(std::move(folder)), spec_(spec) {
  const fs::path file = folder_ / kResultsFile;
  if (fs::exists(file) && !resume) {
    throw BadInput(file.string() + " is there already; go on with it by --resume, or give " +
                   "another folder to --out");
  }
  fs::create_directories(folder_ / "sgf");
  fs::create_directories(log_folder());
  lock_.emplace(folder_, note);
  if (fs::exists(file)) {
    StoredTournament stored = read_tournament(file);
    check_same(stored.spec, spec_, file);
    records_ = std::move(stored.records);
  } else {
    ResultsFile::create(file, spec_);
  }
  file_.emplace(file, spec_);
}

void Results::add(std::vector<GameRecord> records) {
  for (const GameRecord& record : records) {
    write_file(folder_ / "sgf" / sgf_name(record.game.id), game_sgf(record, spec_));
  }
  file_->add_all(records);
  std::move(records.begin(), records.end(), std::back_inserter(records_));
}

void Results::take(const fs::path& other) {
  StoredTournament stored = read_tournament(other);
  check_same(stored.spec, spec_, other);
  std::set<int> here;
  for (const GameRecord& record : records_) here.insert(record.game.id);
  std::erase_if(stored.records,
                [&](const GameRecord& record) { return !here.insert(record.game.id).second; });
  add(std::move(stored.records));
}

void Results::write_table(std::string_view text) const { write_file(folder_ / "table.txt", text); }

}  // namespace isthmus::tournament
