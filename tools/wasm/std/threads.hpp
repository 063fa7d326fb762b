#pragma once

#include "condition_variable.hpp"
#include "stop_token.hpp"

// What <condition_variable>, <stop_token> and <thread> lack, whichever of them is included first.
namespace std {
using isthmus::standard::condition_variable_any;
using isthmus::standard::stop_callback;
using isthmus::standard::stop_source;
using isthmus::standard::stop_token;
}  // namespace std
