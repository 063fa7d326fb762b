#include "protocols/web/site.hpp"

#include <algorithm>

namespace isthmus {

const SiteFile* find_site_file(std::string_view path) {
  const auto files = site_files();
  const auto file =
      std::find_if(files.begin(), files.end(), [&](const auto& row) { return row.path == path; });
  return file == files.end() ? nullptr : &*file;
}

}  // namespace isthmus
