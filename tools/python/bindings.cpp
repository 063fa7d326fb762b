#include "tools/python/bindings.hpp"

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
  define_games(module);
  define_records(module);
  define_engines(module);
}

}  // namespace isthmus::python
