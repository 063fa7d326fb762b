#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include "engine/board/position.hpp"
#include "tools/python/seen_board.hpp"

// The module `isthmus` for Python; README.md describes what it offers.

namespace isthmus::python {

// A position, and the game that it is of, as Python has it: a value that does not change.
struct PythonPosition {
  std::shared_ptr<const SeenBoard> board;
  Position position;
};

// "black" or "white"; nothing for any other text is thrown as std::invalid_argument.
Colour find_colour(const std::string& name);
std::string colour_name(Colour colour);

// An array of `count` numbers. By its shape, as pybind11 before 2.12 looks for the size of a number
// of an array that is given by its length where NumPy 2 has something else.
template <class Number>
pybind11::array_t<Number> array_of(std::size_t count) {
  return pybind11::array_t<Number>(
      std::vector<pybind11::ssize_t>{static_cast<pybind11::ssize_t>(count)});
}

// An array that holds these, of this shape.
template <class Number>
pybind11::array_t<Number> to_array(std::span<const Number> numbers,
                                   std::vector<pybind11::ssize_t> shape) {
  return pybind11::array_t<Number>(std::move(shape), numbers.data());
}
template <class Number>
pybind11::array_t<Number> to_array(const std::vector<Number>& numbers) {
  return to_array(std::span<const Number>(numbers),
                  {static_cast<pybind11::ssize_t>(numbers.size())});
}

// Adds everything to the module: games and positions, records, and engines.
void define_module(pybind11::module_& module);
void define_games(pybind11::module_& module);
void define_records(pybind11::module_& module);
void define_engines(pybind11::module_& module);

}  // namespace isthmus::python
