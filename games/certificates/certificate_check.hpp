#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

#include "engine/game/game.hpp"
#include "engine/theory/certificate_head.hpp"
#include "games/certificates/certificate.hpp"

// Checks certificates by the rules of Hex, Y and Rex alone; shares no code with what makes them.

namespace isthmus {

// The earlier facts, by number, which are known to hold.
using NeedsOf = std::function<FactNeeds(std::size_t number)>;

// Sets the stones and carrier of a fact to what follows from its parts. Throws CertificateError
// where the fact does not follow.
void follow(const FactRules& rules, const NeedsOf& needs_of, ConnectionFact& fact);

// Reads lines of facts, each of which follows from earlier ones: they are handed on as they are
// read, worked out. Throws CertificateError where one does not; lines are counted from the one
// behind `before`.
void read_facts(const FactRules& rules, std::string_view text, int before, const NeedsOf& needs_of,
                const std::function<void(ConnectionFact fact)>& add);

// Reads a certificate of a game that is played on such a board, to join the edges, or not to
// (`is_reverse`), and checks it. Of its facts the
// ends, stones and carriers are kept, and not what they follow from, so that it takes memory in
// proportion to the text. Throws CertificateError, with words of the text cut at 80 characters.
Certificate check_certificate(std::string_view game, const Board& board, bool is_reverse,
                              std::string_view text);

}  // namespace isthmus
