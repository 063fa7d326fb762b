// The program, with a game more.

#include "games/list.hpp"
#include "tests/games/trial.hpp"
#include "tools/cli/program.hpp"

int main(int count, char** arguments) {
  isthmus::add_game(Trial::entry());
  return isthmus::run_program(count, arguments);
}
