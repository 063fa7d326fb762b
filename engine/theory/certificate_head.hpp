#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "engine/board/board_size.hpp"

// Certificates: proofs as text of who wins a position, which others can check. What they are made
// of is a matter of each game's Certifier; all begin with these lines:
//
//   isthmus-certificate 1
//   game hex
//   board 7x7              columns x rows

namespace isthmus {

// A text that is no certificate, or does not prove what it says. The message names the line.
class CertificateError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

// What a certificate says that it is of.
struct CertificateBoard {
  std::string game;
  BoardSize size;
};

// Reads the first lines. Throws CertificateError where these are no certificate's. What is no size
// of the game is for make_game() to refuse.
CertificateBoard read_certificate_board(std::string_view text);

// The first lines.
std::string certificate_head(std::string_view game, BoardSize size);

}  // namespace isthmus
