#include "engine/base/input_file.hpp"

#include <chrono>
#include <fstream>
#include <string>
#include <thread>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/error_of.hpp"
#include "tests/tools/base/temporary_folder.hpp"

using namespace isthmus;
using std::chrono::milliseconds;

namespace {

// Why a file is not read.
std::string refusal(const std::filesystem::path& path, std::size_t most,
                    std::optional<milliseconds> timeout = std::nullopt) {
  return test::error_of<FileError>([&] { read_input_file(path, most, timeout); });
}

}  // namespace

TEST_CASE("a file is read whole, up to its limit") {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "file";
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, std::size_t{65536}, std::size_t{200'001}}) {
    CAPTURE(size);
    std::string text(size, 'x');
    if (size > 0) text.back() = '\0';
    write_text(path, text);
    CHECK(read_input_file(path, size) == text);
    CHECK(read_input_file(path, size + 1000, milliseconds(0)) == text);
    if (size == 0) continue;
    CHECK(refusal(path, size - 1) == "cannot read " + path.string() + ": it has more than " +
                                         std::to_string(size - 1) + " bytes");
  }
  write_text(path, std::string((std::size_t{2} << 20) + 1, 'x'));
  CHECK(refusal(path, std::size_t{2} << 20) ==
        "cannot read " + path.string() + ": it has more than 2 MB");
}

TEST_CASE("what is no file, or cannot be read, is refused by what it is") {
  const TemporaryFolder folder;
  const std::string start = "cannot read ";
  CHECK(refusal(folder / "none", 10) ==
        start + (folder / "none").string() + ": No such file or directory");
  CHECK(refusal(folder.path(), 10) == start + folder.path().string() + ": Is a directory");
  for (const char* device : {"/dev/zero", "/dev/null"}) {
    CHECK(refusal(device, 10) == start + device + ": it is no regular file");
    CHECK(refusal(device, 10, milliseconds(10)) == start + device + ": it is no regular file");
  }
}

TEST_CASE("a file that reports no size is read as far as its limit") {
  struct stat facts {};
  REQUIRE(stat("/proc/self/status", &facts) == 0);
  REQUIRE(facts.st_size == 0);
  CHECK(read_input_file("/proc/self/status", 1 << 20).substr(0, 5) == "Name:");
  CHECK(refusal("/proc/self/status", 10) ==
        "cannot read /proc/self/status: it has more than 10 bytes");
}

TEST_CASE("a pipe is read where pipes are, as slowly as it is written") {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "pipe";
  REQUIRE(mkfifo(path.c_str(), 0600) == 0);
  CHECK(refusal(path, 10) == "cannot read " + path.string() + ": it is no regular file");
  CHECK(refusal(path, 10, milliseconds(20)) ==
        "cannot read " + path.string() + ": it is a pipe that no process writes to");

  const auto read_from = [&](const std::string& text, std::size_t most) {
    std::jthread writing([&] { std::ofstream(path) << text; });  // which waits for who reads
    return read_input_file(path, most, milliseconds(60'000));
  };
  CHECK(read_from("abc", 3) == "abc");
  CHECK(read_from("", 3).empty());
  CHECK(read_from(std::string(300'000, 'x'), 300'000) == std::string(300'000, 'x'));

  // Who has opened it to write may take longer than is waited for that.
  const int written = open(path.c_str(), O_RDWR | O_CLOEXEC);
  REQUIRE(written >= 0);
  std::jthread writing([&] {
    for (const char letter : {'a', 'b'}) {
      std::this_thread::sleep_for(milliseconds(20));
      CHECK(write(written, &letter, 1) == 1);
    }
    close(written);
  });
  CHECK(read_input_file(path, 10, milliseconds(1)) == "ab");
}

TEST_CASE("a pipe without an end is read as far as the limit") {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "pipe";
  REQUIRE(mkfifo(path.c_str(), 0600) == 0);
  const int written = open(path.c_str(), O_RDWR | O_CLOEXEC);
  REQUIRE(written >= 0);
  CHECK(write(written, "0123456789", 10) == 10);
  CHECK(refusal(path, 9, milliseconds(1)) ==
        "cannot read " + path.string() + ": it has more than 9 bytes");
  close(written);
}
