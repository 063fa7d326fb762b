#pragma once

#include <optional>
#include <string>

#include <boost/program_options/options_description.hpp>
#include <boost/program_options/variables_map.hpp>

#include "engine/base/number_range.hpp"

namespace isthmus {

// An option that takes a number.
struct NumberOption {
  std::string name;
  std::string unit;  // the value's name in the help: "N", "S" for seconds
  NumberRange range;
  std::optional<double> otherwise;  // where it is not given; nothing: it is not there then
  std::string help;                 // to which the range is added
};

// Adds the option. parse_options() then throws BadInput for any value that is not of the range, so
// that what reads it later cannot fail.
void add_number(boost::program_options::options_description& options, const NumberOption& option);

// The value of an option that add_number() added, which must be there. A whole number fits any type
// that holds its range.
template <class Number = double>
Number number_of(const boost::program_options::variables_map& values, const std::string& name) {
  return static_cast<Number>(values.at(name).as<double>());
}

}  // namespace isthmus
