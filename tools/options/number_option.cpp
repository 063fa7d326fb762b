#include "tools/options/number_option.hpp"

#include <vector>

#include <boost/program_options/value_semantic.hpp>

#include "tools/base/bad_input.hpp"

namespace isthmus {

namespace po = boost::program_options;

namespace {

// A number that is held to its range when the command line is read.
class NumberValue : public po::typed_value<double> {
 public:
  explicit NumberValue(const NumberOption& option)
      : typed_value(nullptr), name_(option.name), range_(option.range) {
    value_name(option.unit);
    if (option.otherwise) default_value(*option.otherwise, number_text(*option.otherwise));
  }

 private:
  void xparse(boost::any& value, const std::vector<std::string>& tokens) const override {
    po::validators::check_first_occurrence(value);
    const std::string& text = po::validators::get_single_string(tokens, true);
    const auto number = range_.parse(text);
    if (!number) {
      throw BadInput("option '--" + name_ + "' takes " + range_.text() + ", not '" + text + "'");
    }
    value = *number;
  }

  std::string name_;
  NumberRange range_;
};

}  // namespace

void add_number(po::options_description& options, const NumberOption& option) {
  const std::string help = option.help + " (" + option.range.ends() + ")";
  options.add_options()(option.name.c_str(), new NumberValue(option), help.c_str());
}

}  // namespace isthmus
