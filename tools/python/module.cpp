// The module that Python loads as isthmus.

#include "tools/python/bindings.hpp"

PYBIND11_MODULE(isthmus, module) { isthmus::python::define_module(module); }
