#include "engine/net/net_file.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "engine/net/float16.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/net_bytes.hpp"

using namespace isthmus;
using isthmus::test::contains;
using isthmus::test::net_bytes;

namespace {

std::string error_of(const std::string& bytes) {
  return test::error_of<NetError>([&] { parse_net(bytes); });
}

// The file with one field of its header changed, or taken out where the value is null.
std::string with(const std::string& bytes, const std::string& field, const nlohmann::json& value) {
  const std::size_t begin = bytes.find('\n') + 1;
  const std::size_t end = bytes.find('\n', begin);
  auto header = nlohmann::json::parse(bytes.substr(begin, end - begin));
  if (value.is_null()) {
    header.erase(field);
  } else {
    header[field] = value;
  }
  return bytes.substr(0, begin) + header.dump() + bytes.substr(end);
}

}  // namespace

TEST_CASE("halves are as IEEE 754 has them") {
  for (const auto& [half, value] : {std::pair{0x0000, 0.0F},
                                    {0x3c00, 1.0F},
                                    {0xc000, -2.0F},
                                    {0x7bff, 65504.0F},
                                    {0x0001, 0x1p-24F},
                                    {0x83ff, -1023 * 0x1p-24F},
                                    {0x0400, 0x1p-14F},
                                    {0x3555, 0.333251953125F}}) {
    CHECK(float_from_half(static_cast<std::uint16_t>(half)) == value);
  }
  for (int half = 0; half < 0x10000; ++half) {
    const float value = float_from_half(static_cast<std::uint16_t>(half));
    if (std::isnan(value)) {
      CHECK(std::isnan(float_from_half(half_from_float(value))));
    } else {
      REQUIRE(half_from_float(value) == half);
    }
  }
}

TEST_CASE("numbers are rounded to the nearest half, of two to the even one") {
  for (int half = 0; half < 0x7bff; ++half) {
    const double below = float_from_half(static_cast<std::uint16_t>(half));
    const double above = float_from_half(static_cast<std::uint16_t>(half + 1));
    const auto middle = static_cast<float>((below + above) / 2);  // exact
    REQUIRE(half_from_float(middle) == half + half % 2);
    REQUIRE(half_from_float(std::nextafter(middle, 0.0F)) == half);
    REQUIRE(half_from_float(-std::nextafter(middle, 1e9F)) == 0x8000 + half + 1);
  }
  CHECK(half_from_float(65519.9F) == 0x7bff);
  CHECK(half_from_float(65520.0F) == 0x7c00);
  CHECK(half_from_float(-INFINITY) == 0xfc00);
}

TEST_CASE("a net is read as it was written") {
  Net net = random_net("hex", 3, 32, 5);
  net.training = R"({"generation":7})";
  const std::string bytes = net_bytes(net);
  const Net read = parse_net(bytes);
  CHECK(read.game == "hex");
  CHECK(read.channels == 32);
  CHECK(read.training == net.training);
  CHECK(read.blocks.size() == 3);
  CHECK(read.blocks[1].is_pooled);
  CHECK_FALSE(read.blocks[2].is_pooled);
  CHECK(read.input.weights == net.input.weights);
  // Its header tells of it without the weights.
  const Net shape = parse_net_shape(bytes.substr(0, bytes.find('\n', 14) + 1));
  CHECK(shape.game == "hex");
  CHECK(shape.channels == 32);
  CHECK(shape.blocks.size() == 3);
  CHECK(read.blocks[1].pool.biases == net.blocks[1].pool.biases);
  CHECK(read.ownership.biases == net.ownership.biases);
  CHECK(net_bytes(read) == bytes);
}

TEST_CASE("the layout of a file is as documented") {
  const Net net = random_net("hex", 2, 32, 5);
  const std::string bytes = net_bytes(net);
  CHECK(bytes.substr(0, 14) == "isthmus-net 1\n");
  const std::size_t payload = bytes.find('\n', 14) + 1;
  const auto number = [&](std::size_t i) {
    const auto low = static_cast<unsigned char>(bytes[payload + 2 * i]);
    const auto high = static_cast<unsigned char>(bytes[payload + 2 * i + 1]);
    return float_from_half(static_cast<std::uint16_t>(low + 256 * high));
  };
  // Counted by hand: 32*4*9 + 32 of the input, and so on.
  const std::size_t input = 1184, conv = 32 * 32 * 9 + 32, pool = 32 * 64 + 32;
  CHECK(number(0) == net.input.weights[0]);
  CHECK(number(1152) == net.input.biases[0]);
  CHECK(number(input) == net.blocks[0].conv1.weights[0]);
  CHECK(number(input + 2 * conv) == net.blocks[1].conv1.weights[0]);
  CHECK(number(input + 3 * conv) == net.blocks[1].pool.weights[0]);
  CHECK(number(input + 3 * conv + pool) == net.blocks[1].conv2.weights[0]);
  const std::size_t heads = input + 4 * conv + pool;
  CHECK(number(heads) == net.policy.weights[0]);
  CHECK(number(heads + 1056) == net.policy_pool.weights[0]);
  CHECK(number(heads + 3104) == net.policy_out.weights[0]);
  CHECK(number(heads + 3137) == net.value.weights[0]);
  CHECK(number(heads + 7297) == net.value_out.weights[0]);
  CHECK(number(heads + 7362) == net.ownership.weights[0]);
  CHECK(bytes.size() == payload + 2 * (heads + 7395));
}

TEST_CASE("a file says how many planes its net has, and is of before games had features if not") {
  const Net net = random_net("gonnect", 1, 32, 5, {7});
  const Net read = parse_net(net_bytes(net));
  CHECK(read.planes == 7);
  CHECK(read.input.weights == net.input.weights);
  const std::string old = net_bytes(random_net("gonnect", 1, 32, 5));
  CHECK(parse_net(with(old, "planes", nullptr)).planes == 4);
  CHECK(contains(error_of(with(old, "planes", 5)), "payloadBytes"));
  CHECK(contains(error_of(with(old, "planes", 3)), "\"planes\": 3"));
  CHECK(contains(error_of(with(old, "planes", 9)), "\"planes\": 9"));
}

TEST_CASE("a file says whether its net sees a ring, and has one if not") {
  const std::string ringed = net_bytes(random_net("hex", 1, 32, 5));
  const std::string bare = net_bytes(random_net("hex", 1, 32, 5, {.has_ring = false}));
  CHECK(parse_net(ringed).has_ring);
  CHECK_FALSE(parse_net(bare).has_ring);
  CHECK(parse_net(with(ringed, "ring", nullptr)).has_ring);
  CHECK(contains(error_of(with(bare, "ring", 1)), "\"ring\": 1"));
}

TEST_CASE("what is no whole net file of this version is refused in one clear line") {
  const std::string bytes = net_bytes(random_net("hex", 2, 32, 5));
  CHECK(error_of(bytes) == "no error");
  CHECK(error_of("") == "is no net file");
  CHECK(error_of("GIF89a") == "is no net file");
  CHECK(error_of("isthmus-net 2" + bytes.substr(13)) ==
        "is a net file of version 2; this program reads version 1");
  CHECK(contains(error_of(bytes.substr(0, 40)), "ends within its header"));
  CHECK(contains(error_of("isthmus-net 1\n[]\n"), "no JSON object"));
  CHECK(contains(error_of("isthmus-net 1\n{\"a\n"), "no JSON object"));
  CHECK(contains(error_of("isthmus-net 1\n" + std::string(1'000'000, '[') + "\n"), "too deeply"));
  CHECK(contains(error_of(bytes.substr(0, bytes.size() - 1)), "not whole"));
  CHECK(contains(error_of(bytes + "x"), "bytes of weights"));
  std::string damaged = bytes;
  damaged[bytes.size() - 9] ^= 4;
  CHECK(contains(error_of(damaged), "is damaged"));
  Net net = random_net("hex", 2, 32, 5);
  net.value.weights[3] = INFINITY;
  CHECK(contains(error_of(net_bytes(net)), "no finite numbers"));

  CHECK(contains(error_of(with(bytes, "channels", 64)), "payloadBytes"));
  CHECK(contains(error_of(with(bytes, "channels", 33)), "\"channels\": 33"));
  CHECK(contains(error_of(with(bytes, "channels", 1e99)), "channels"));
  CHECK(contains(error_of(with(bytes, "channels", -32)), "\"channels\": -32"));
  CHECK(contains(error_of(with(bytes, "blocks", 0)), "\"blocks\": 0"));
  CHECK(contains(error_of(with(bytes, "blocks", nullptr)), "lacks the number \"blocks\""));
  CHECK(contains(error_of(with(bytes, "poolBlocks", {2})), "no such block"));
  CHECK(contains(error_of(with(bytes, "poolBlocks", nullptr)), "poolBlocks"));
  CHECK(contains(error_of(with(bytes, "game", nullptr)), "game"));
  CHECK(contains(error_of(with(bytes, "crc32", 1)), "is damaged"));
  CHECK(contains(error_of(with(bytes, "crc32", 18446744073709551615U)), "crc32"));
}

TEST_CASE("an error names the file") {
  const auto path = std::filesystem::temp_directory_path() / "isthmus_net_file_test.net";
  std::ofstream(path) << "isthmus-net 9\n";
  CHECK_THROWS_WITH_AS(
      read_net(path),
      (path.string() + " is a net file of version 9; this program reads version 1").c_str(),
      NetError);
  std::filesystem::remove(path);
  CHECK_THROWS_WITH_AS(read_net(path),
                       ("cannot read " + path.string() + ": No such file or directory").c_str(),
                       NetError);
  CHECK_THROWS_WITH_AS(read_net("/dev/zero"), "cannot read /dev/zero: it is no regular file",
                       NetError);
}
