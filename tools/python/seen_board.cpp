#include "tools/python/seen_board.hpp"

#include <algorithm>

#include "games/list.hpp"

namespace isthmus::python {

std::vector<Symmetry> view_symmetries(const Game& game, const NetInput& input, Colour to_move) {
  std::vector<Symmetry> different;
  std::vector<std::vector<std::size_t>> seen;  // by symmetry: where each cell of the view goes
  for (Symmetry& symmetry : game.symmetries()) {
    const Colour becomes = symmetry.exchanges_colours ? opponent(to_move) : to_move;
    if (input.view(becomes) != input.view(to_move)) continue;
    std::vector<std::size_t> places(input.view(to_move).cells());
    game.board().cells().for_each([&](Cell cell) {
      places[input.place(to_move, cell)] = input.place(becomes, symmetry.images[cell]);
    });
    if (std::find(seen.begin(), seen.end(), places) != seen.end()) continue;
    seen.push_back(std::move(places));
    different.push_back(std::move(symmetry));
  }
  return different;
}

SeenBoard::SeenBoard(std::shared_ptr<const Game> game_seen)
    : game(std::move(game_seen)),
      input(*game, {net_planes(*game)}),
      by_colour{view_symmetries(*game, input, Colour::black),
                view_symmetries(*game, input, Colour::white)} {}

std::shared_ptr<const SeenBoard> SeenBoards::find(int rows, int columns) {
  const std::scoped_lock lock(mutex_);
  const auto [at, is_new] = boards_.try_emplace({rows, columns});
  if (is_new) {
    if (std::shared_ptr<const Game> game = make_game_on_board(game_, rows, columns)) {
      at->second = std::make_shared<SeenBoard>(std::move(game));
    }
  }
  return at->second;
}

}  // namespace isthmus::python
