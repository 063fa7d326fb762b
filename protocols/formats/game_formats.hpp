#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "protocols/formats/game_file.hpp"

namespace isthmus {

// One way to write games down. To add one, write its functions and a row in game_formats.cpp.
struct GameFormat {
  std::string_view name;
  std::string_view description;
  // Whether a text with games looks like this one. Formats are asked in their order; the last one
  // takes what is left.
  bool (*looks_like)(std::string_view text);
  // Visits all games in a text. `game` is that of texts that do not name one; its swap rule is that
  // of texts that name none. What cannot be kept goes to `omissions`. Throws FormatError.
  void (*read)(std::string_view text, const std::shared_ptr<const Game>& game, Omissions& omissions,
               const VisitGame& visit);
  // One game as text that ends in a newline; the texts of several may follow each other. Throws
  // FormatError where its moves cannot be held.
  std::string (*write)(const GameFile& file, Omissions& omissions);
  // Whether it names no game, and so knows the default one alone.
  bool names_no_game = false;
  bool has_result = false;  // in some cases; then write() reports the others as omitted
  bool has_names = false;   // of the players
  bool has_notes = false;   // also comments, variations and all else that is said of the game
  bool has_view = false;
  bool has_swap_rule = false;
  bool may_be_latin_1 = false;  // what is not UTF-8 is read as what editors wrote before that
};

std::span<const GameFormat> game_formats();

// The format with this name, or null.
const GameFormat* find_game_format(std::string_view name);

// The format that a text with games seems to be in.
const GameFormat& guess_game_format(std::string_view text);

// Whether the text is not games but names one, as a link of HexWorld or trmph does, or a page of
// which game_page_advice() has something to say.
bool is_game_link(std::string_view text);

// What to do where a text is the address of a page about a game, which holds no moves: a sentence
// without its beginning, which is what it is. Empty for all other texts.
std::string game_page_advice(std::string_view text);

// Visits all games of a text, at least one, and checks the text first. Throws FormatError.
void read_games(std::string_view text, const GameFormat& format,
                const std::shared_ptr<const Game>& game, Omissions& omissions,
                const VisitGame& visit);

// As the function of the format, and reports all that it has no place for.
std::string write_game(const GameFile& file, const GameFormat& format, Omissions& omissions);

}  // namespace isthmus
