#pragma once

#include <string_view>

#include "protocols/http/reply.hpp"
#include "protocols/web/site.hpp"

namespace isthmus {

// A file of the page for a browser whose request has these fields: compressed where it takes that,
// and nothing where it has the file already (304). Its headers have the browser run no script and
// load nothing but the page's own, and let no other page embed this one.
Reply site_reply(const SiteFile& file, std::string_view accept_encoding,
                 std::string_view if_none_match);

}  // namespace isthmus
