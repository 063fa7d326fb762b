#include "tools/base/line_reader.hpp"

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <unistd.h>

#include "tools/base/bad_input.hpp"
#include "tools/base/write_all.hpp"

using namespace isthmus;

namespace {

struct Pipe {
  Pipe() { REQUIRE(pipe(ends) == 0); }
  ~Pipe() {
    close(ends[0]);
    close_input();
  }
  void close_input() {
    if (ends[1] >= 0) close(ends[1]);
    ends[1] = -1;
  }
  int ends[2] = {-1, -1};
};

// "!" for a line that was too long.
std::vector<std::string> lines(const std::string& text, std::size_t most, std::size_t piece) {
  Pipe pipe;
  std::jthread writing([&] {
    for (std::size_t i = 0; i < text.size(); i += piece) {
      CHECK(write_all(pipe.ends[1], std::string_view(text).substr(i, piece)));
    }
    pipe.close_input();
  });
  LineReader reader(pipe.ends[0], most);
  std::vector<std::string> result;
  while (const auto line = reader.next()) {
    CHECK((line->text.empty() || !line->is_too_long));
    result.push_back(line->is_too_long ? "!" : line->text);
  }
  return result;
}

}  // namespace

TEST_CASE("lines are read whole, however they come") {
  using Lines = std::vector<std::string>;
  for (std::size_t piece : {1U, 2U, 3U, 100U}) {
    CAPTURE(piece);
    CHECK(lines("", 5, piece) == Lines{});
    CHECK(lines("\n\na\n", 5, piece) == Lines{"", "", "a"});
    CHECK(lines("ab\ncd", 5, piece) == Lines{"ab", "cd"});
    CHECK(lines("12345\n123456\n1\n", 5, piece) == Lines{"12345", "!", "1"});
    CHECK(lines("123456", 5, piece) == Lines{"!"});
    CHECK(lines("1\n1234567890123", 5, piece) == Lines{"1", "!"});
    CHECK(lines("1234567890123\n", 5, piece) == Lines{"!"});
    CHECK(lines("1234567890123\n\nx", 5, piece) == Lines{"!", "", "x"});
  }
}

TEST_CASE("of a line that is too long little is kept") {
  const std::string huge(50'000'000, 'x');
  CHECK(lines(huge + "\nend\n", 1000, 65536) == std::vector<std::string>{"!", "end"});
}

TEST_CASE("a line that does not end is given up") {
  const std::string piece(1 << 20, 'x');
  Pipe pipe;
  std::jthread writing([&] {
    for (int i = 0; i < 66; ++i) static_cast<void>(write_all(pipe.ends[1], piece));
    pipe.close_input();
  });
  LineReader reader(pipe.ends[0], 1000);
  CHECK_THROWS_WITH_AS(reader.next(), "the input has a line of more than 64 MB", BadInput);
  std::string rest(1 << 20, ' ');
  while (read(pipe.ends[0], rest.data(), rest.size()) > 0) {
  }
}

TEST_CASE("a reader that waits can be stopped") {
  Pipe pipe;
  CHECK(write_all(pipe.ends[1], "one\ntw"));
  LineReader reader(pipe.ends[0], 100);
  CHECK(reader.next()->text == "one");
  std::stop_source stop;
  std::jthread stopping([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop.request_stop();
  });
  CHECK_FALSE(reader.next(stop.get_token()));
}
