#include "tools/selfplay/unfinished.hpp"

#include <algorithm>
#include <system_error>

#include "tools/base/bad_input.hpp"
#include "tools/base/read_file.hpp"
#include "tools/selfplay/numbered_files.hpp"
#include "tools/selfplay/shards.hpp"

namespace isthmus::selfplay {

namespace {

namespace fs = std::filesystem;

std::string unfinished_name(const fs::path& unfinished, int number) {
  if (number == 0) return unfinished.filename().string();
  return unfinished.stem().string() + "-" + std::to_string(number) +
         unfinished.extension().string();
}

fs::path folder_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

// A file that says what a process is about, and is gone with this.
class Claim {
 public:
  Claim(const fs::path& folder, const NameOf& name_of, int from)
      : file_(make_numbered(folder, name_of, from)) {}
  ~Claim() {
    std::error_code is_gone;
    fs::remove(file_.path, is_gone);
  }
  Claim(const Claim&) = delete;
  Claim& operator=(const Claim&) = delete;

  int number() const { return file_.number; }
  const fs::path& path() const { return file_.path; }

 private:
  NumberedFile file_;
};

}  // namespace

std::vector<fs::path> list_unfinished(const fs::path& unfinished, int rank, int ranks) {
  const auto name_of = [&](int number) { return unfinished_name(unfinished, number); };
  const int players = std::max(1, ranks - 1), first = ranks == 1 ? 0 : 1;
  std::vector<fs::path> files;
  for (const NumberedFile& file : list_numbered(folder_of(unfinished), name_of)) {
    if (file.number % players + first == rank) files.push_back(file.path);
  }
  return files;
}

std::vector<GameRecord> take_unfinished(const fs::path& file,
                                        const std::function<void(const std::string&)>& note) {
  const auto taken_name = [&](int number) {
    return file.filename().string() + ".taken-" + std::to_string(number);
  };
  const Claim taken(folder_of(file), taken_name, 0);
  // The process that renames it first has the games.
  std::error_code error;
  fs::rename(file, taken.path(), error);
  if (error == std::errc::no_such_file_or_directory) return {};
  if (error) throw fs::filesystem_error("cannot take unfinished games", file, error);
  std::vector<GameRecord> games;
  try {
    const ShardContents contents = read_games(
        read_file(taken.path().string(), "see to it that it can be read", kMaxShardBytes),
        file.string(), [&](const GameRecord& game) { games.push_back(game); });
    if (contents.lost_bytes > 0) note(loss_text(file, contents));
  } catch (const BadInput&) {
    fs::rename(taken.path(), file);
    throw;
  }
  return games;
}

void keep_unfinished(const fs::path& unfinished, int rank, std::span<const GameRecord> games) {
  const fs::path folder = folder_of(unfinished);
  fs::create_directories(folder);
  const auto claim_name = [&](int number) {
    return unfinished_name(unfinished, number) + ".claimed";
  };
  for (int number = rank;; ++number) {
    // As long as it is there no other process makes the file of this number.
    const Claim claim(folder, claim_name, number);
    number = claim.number();
    const fs::path path = folder / unfinished_name(unfinished, number);
    if (fs::exists(path)) continue;
    write_shard(path, games);
    return;
  }
}

}  // namespace isthmus::selfplay
