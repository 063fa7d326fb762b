#pragma once

#include <string_view>

#include "protocols/http/reply.hpp"
#include "protocols/web/site.hpp"

namespace isthmus {

// A file of the page for a browser whose request has these fields: compressed where it takes that,
// and nothing where it has the file already (304). The browser is told to run no script and to
// load nothing but the page's own, and to let no other page into this one.
Reply site_reply(const SiteFile& file, std::string_view accept_encoding,
                 std::string_view if_none_match);

}  // namespace isthmus
