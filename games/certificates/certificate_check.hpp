#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

#include "engine/game/game.hpp"
#include "engine/theory/certificate_head.hpp"
#include "games/certificates/certificate.hpp"

// Checks certificates by the rules of Hex, Y and Rex alone; shares no code with what makes them.

namespace isthmus {

// What earlier facts need, by number; they are known to hold.
using NeedsOf = std::function<FactNeeds(std::size_t number)>;

// Sets the stones and carrier of a fact to what follows from its parts. Throws CertificateError
// where the fact does not follow.
void follow(const FactRules& rules, const NeedsOf& needs_of, ConnectionFact& fact);

// Reads facts, one a line, works out what each needs, and hands it to `add`. Throws
// CertificateError where one does not follow from earlier ones; `before` lines stand before the
// text, and are counted.
void read_facts(const FactRules& rules, std::string_view text, int before, const NeedsOf& needs_of,
                const std::function<void(ConnectionFact fact)>& add);

// Reads and checks a certificate of a game on such a board in which who joins the edges wins, or
// loses (`is_reverse`). Of its facts only ends, stones and carriers are kept, so that memory is in
// proportion to the text. Throws CertificateError, with words of the text cut at 80 characters.
Certificate check_certificate(std::string_view game, const Board& board, bool is_reverse,
                              std::string_view text);

}  // namespace isthmus
