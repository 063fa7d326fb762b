#include "tools/options/help_form.hpp"

#include <boost/program_options/value_semantic.hpp>
#include <doctest/doctest.h>

#include "tests/support/error_of.hpp"
#include "tools/base/bad_input.hpp"

namespace isthmus {

namespace {

namespace po = boost::program_options;

// What would be taken for something else, by the macros of manual pages and by shells.
po::options_description strange_options() {
  po::options_description options;
  options.add_options()("plain", "'quoted' at the start: [a:b]\n.dotted C:\\ a-b")(
      "file-name", po::value<std::string>()->value_name("FILE")->default_value("it's"), "one");
  return options;
}

TEST_CASE("a manual page takes nothing in a text for macros") {
  CHECK(find_help_form("man").command("Usage: isthmus x\n\nText -\n\nFor:\n  a  ~\n.b\n",
                                      strange_options()) ==
        "Usage: isthmus x\n"
        ".PP\nText \\-\n"
        ".PP\n.EX\nFor:\n  a  \\(ti\n\\&.b\n.EE\n"
        ".PP\nOptions:\n"
        ".TP\n\\fB\\-\\-plain\\fP\n"
        "\\&\\(aqquoted\\(aq at the start: [a:b]\n.br\n\\&.dotted C:\\e a\\-b\n"
        ".TP\n\\fB\\-\\-file\\-name\\fP FILE (=it\\(aqs)\none\n");
}

TEST_CASE("long texts of a manual page go on lines that begin with no macro") {
  const std::string forty(40, 'x');
  CHECK(find_help_form("man").command(forty + ' ' + forty + " .y " + forty, {}) ==
        forty + '\n' + forty + " .y\n" + forty + "\n.PP\nOptions:\n");
  CHECK(find_help_form("man").command(forty + forty + " .y", {}) ==
        forty + forty + "\n\\&.y\n.PP\nOptions:\n");
}

TEST_CASE("completions take nothing in a text for syntax") {
  CHECK(find_help_form("bash").command("", strange_options()) == "'--plain --file-name' ;;\n");
  CHECK(find_help_form("zsh").command("", strange_options()) ==
        " \\\n        '--plain['\\''quoted'\\'' at the start\\: \\[a\\:b\\]]'"
        " \\\n        '--file-name=[one]:value:_files' ;;\n");
}

TEST_CASE("there are no other forms of help") {
  CHECK(test::error_of<BadInput>([] { find_help_form("troff"); }) ==
        "option '--help' takes man, bash or zsh, or nothing, not 'troff'");
}

}  // namespace

}  // namespace isthmus
