#pragma once

#include <cstdint>

#include "gpu/device/stream.hpp"
#include "gpu/tree/tree_layout.hpp"

namespace isthmus {

// Puts into the stream: `count` games get their slots. All lies in memory that the device reaches.
// Throws what check_cuda() does, as the next.
void start_begin_games(const TreeTask& task, const TreeBegin* begun, std::uint32_t count,
                       const Stream& stream);

// The same for what these games remember, where they have captures. No game has more keys than
// task.past_room.
void start_begin_pasts(const TreeTask& task, const TreeBegin* begun, const TreeBeginPast* pasts,
                       const std::uint64_t* keys, std::uint32_t count, const Stream& stream);

// Puts into the stream: all games go on, by what their leaves were judged to be, to the next leaf.
// Moves are reported in the outbox, and counts are added up. `rule` is the board's.
void start_tree_step(const TreeTask& task, TreeRule rule, const Stream& stream);

}  // namespace isthmus
