#pragma once

#include <span>
#include <string_view>

#include "engine/game/game.hpp"
#include "engine/theory/certificate.hpp"
#include "games/hex/certificate.hpp"

// Checks certificates by the rules of Hex, Y and Rex alone; shares no code with what makes them.

namespace isthmus {

// Sets the stones and carrier of a fact to what follows from its parts, which are among the earlier
// `facts`, those being known to hold. Throws CertificateError where the fact does not follow.
void follow(const FactRules& rules, std::span<const ConnectionFact> facts, ConnectionFact& fact);

// Reads a certificate of a game that is played on such a board, to join the edges, or not to
// (`is_reverse`), and checks it. Of its facts the
// ends, stones and carriers are kept, and not what they follow from, so that it takes memory in
// proportion to the text. Throws CertificateError, with words of the text cut at 80 characters.
Certificate check_certificate(std::string_view game, const Board& board, bool is_reverse,
                              std::string_view text);

}  // namespace isthmus
