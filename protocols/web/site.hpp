#pragma once

#include <span>
#include <string_view>

namespace isthmus {

// A file of the page, as it was when the program was built.
struct SiteFile {
  std::string_view path;  // that it is asked for by, "/" or "/page.js"
  std::string_view type;  // for Content-Type
  std::string_view etag;  // with its quotes; another one for other content
  std::string_view content;
  std::string_view compressed;  // the same by gzip
};

// All files of the page; none where the program was built without it, as there was no Node.js or
// its packages were not installed.
std::span<const SiteFile> site_files();

// The file with this path; none where there is no such file.
const SiteFile* find_site_file(std::string_view path);

}  // namespace isthmus
