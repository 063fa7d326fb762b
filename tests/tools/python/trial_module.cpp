// The module isthmus with a game more, which only the tests know.

#include "games/list.hpp"
#include "tests/games/trial.hpp"
#include "tools/python/bindings.hpp"

PYBIND11_MODULE(isthmus, module) {
  isthmus::add_game(Trial::entry());
  isthmus::python::define_module(module);
}
