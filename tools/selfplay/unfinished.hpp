#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "tools/selfplay/game_record.hpp"

namespace isthmus::selfplay {

// Games that were unfinished when a run ended, kept for another to go on with: in unfinished.shard,
// or whatever it is called, and unfinished-1.shard and on where several processes leave such games.

// The files that there are of these which a rank of a run is to go on with. Each belongs to one
// rank; one process alone, rank 0 of 1, has them all.
std::vector<std::filesystem::path> list_unfinished(const std::filesystem::path& unfinished,
                                                   int rank, int ranks);

// Takes the games out of such a file, which is gone then: whatever becomes of this run, no other
// goes on with them. None where another process was the first. `note` is given what is damaged.
// Throws BadInput for a file that is no shard, and leaves it.
std::vector<GameRecord> take_unfinished(const std::filesystem::path& file,
                                        const std::function<void(const std::string&)>& note);

// Keeps games in the first such file that is not there, beginning with that of the rank's number.
// It gets its name when all are in it. Throws std::runtime_error where it cannot be written.
void keep_unfinished(const std::filesystem::path& unfinished, int rank,
                     std::span<const GameRecord> games);

}  // namespace isthmus::selfplay
