// A game of the engine with itself, on a small board.

#include <exception>
#include <iostream>

#include <isthmus.hpp>

int main() try {
  using namespace isthmus::api;
  const Game game("hex", 5, 5);
  Engine engine(game);
  Position position = game.start();
  while (position.result() == Result::ongoing) {
    const SearchReport report = engine.search(position, {50, 0});
    const MoveReport& best = report.moves.front();
    std::cout << (position.to_move() == Player::black ? "black " : "white ") << best.move << ' '
              << best.win_rate << (best.proof == Proof::win ? " wins for certain" : "") << '\n';
    position = position.play(best.move);
  }
  std::cout << (position.result() == Result::black ? "black" : "white") << " has won\n";
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
