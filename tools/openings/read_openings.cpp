#include "tools/openings/read_openings.hpp"

#include "protocols/formats/game_formats.hpp"
#include "protocols/formats/text_check.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/base/read_file.hpp"

namespace isthmus {

std::vector<Opening> read_openings(const std::string& path, const std::shared_ptr<const Game>& game,
                                   std::optional<int> max_moves) {
  const std::string text = read_file(path, "give a file of openings or games", kMaxTextBytes);
  std::vector<Opening> openings;
  Omissions omissions;
  const auto refuse = [&](const std::string& what) {
    throw BadInput(path + ": game " + std::to_string(openings.size() + 1) + " " + what);
  };
  try {
    read_games(text, guess_game_format(text), game, omissions, [&](const GameFile& file) {
      const Game& played = file.record.game();
      if (played.name() != game->name() || played.size() != game->size()) {
        refuse("is not of the game or the board that is played");
      }
      Opening opening;
      Position position = game->start();
      if (file.record.first_position() != position) {
        refuse("does not begin on the empty board with Black to move");
      }
      for (const Turn& turn : file.record.turns()) {
        if (max_moves && static_cast<int>(opening.size()) == *max_moves) break;
        if (turn.colour != position.to_move || !game->is_legal(position, turn.move)) {
          refuse("has the move " + played.name(turn.move) +
                 " which is not legal there; set moves to end the opening before it");
        }
        game->play(position, turn.move);
        opening.push_back(turn.move);
      }
      if (position.result != Result::ongoing) {
        refuse("has come to its end; set moves to take just that many of its moves");
      }
      openings.push_back(std::move(opening));
    });
  } catch (const FormatError& error) {
    throw BadInput(path + ": " + error.what());
  }
  return openings;
}

}  // namespace isthmus
