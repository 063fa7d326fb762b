#include "protocols/web/site.hpp"

namespace isthmus {

std::span<const SiteFile> site_files() { return {}; }

}  // namespace isthmus
