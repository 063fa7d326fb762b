#include "tools/python/bindings.hpp"

#include <cstdint>
#include <exception>

#include "engine/net/net_file.hpp"
#include "tools/base/bad_input.hpp"

namespace isthmus::python {

namespace py = pybind11;

void define_module(py::module_& module) {
  module.doc() =
      "Games, self-play records and engines of Isthmus. Cells are numbered by rows, "
      "row * columns + column; colours are 'black' and 'white'. tools/python/README.md has an "
      "example.";
  py::register_local_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const BadInput& error) {
      PyErr_SetString(PyExc_ValueError, error.what());
    } catch (const NetError& error) {
      PyErr_SetString(PyExc_ValueError, error.what());
    }
  });
  // pybind11 before 2.12 looks NumPy up as the first array is made, and lets other threads run in
  // between: one that makes an array then waits for the first with the lock that the first needs.
  // While the module is loaded there is no other.
  array_of<std::uint8_t>(0);
  define_games(module);
  define_records(module);
  define_engines(module);
}

}  // namespace isthmus::python
