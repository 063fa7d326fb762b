#pragma once

#include <filesystem>

#include "protocols/json/service_action.hpp"

namespace isthmus {

// The action query_tournament about a folder that isthmus tournament or isthmus selfplay has made,
// and may be writing to; README.md describes it. Of self-play all is read once now, and later what
// is new, in a thread of its own: no answer waits for that for more than a moment. Files that
// cannot be read hold no games. A folder that is empty, or not there, is waited for. Throws
// BadInput where the folder is neither.
ServiceAction watch_action(const std::filesystem::path& folder);

}  // namespace isthmus
