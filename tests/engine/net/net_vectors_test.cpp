// The net against PyTorch's outputs, which tools/train/export.py --vectors wrote of a net of random
// weights.

#include <algorithm>
#include <cmath>
#include <fstream>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "engine/net/cpu_net.hpp"
#include "engine/net/net_file.hpp"
#include "games/hex/hex.hpp"
#include "tests/support/net_bytes.hpp"

using namespace isthmus;
using isthmus::test::net_bytes;
using nlohmann::json;

TEST_CASE("the net comes to what the trainer comes to") {
  std::ifstream file(ISTHMUS_NET_VECTORS);
  const json vectors = json::parse(file);
  const Net net = random_net("hex", 2, 32, 2026);
  const std::string bytes = net_bytes(net);
  const std::size_t begin = bytes.find('\n') + 1;
  const json header = json::parse(bytes.substr(begin, bytes.find('\n', begin) - begin));
  REQUIRE(header["crc32"] == vectors["crc32"]);
  REQUIRE(vectors["positions"].size() == 12);

  const CpuNet runner(net);
  float greatest = 0;
  for (const json& vector : vectors["positions"]) {
    const Hex game(vector["rows"], vector["columns"], SwapRule::none);
    const NetView view = NetInput(game).view(Colour::black);
    Position position;
    for (const Cell cell : vector["mover"]) position.of(Colour::black).insert(cell);
    for (const Cell cell : vector["opponent"]) position.of(Colour::white).insert(cell);
    if (!vector["last"].is_null()) position.last_move = Move(vector["last"].get<Cell>());
    std::vector<std::uint8_t> points(view.points());
    std::vector<float> outputs(view.outputs(), NAN);
    NetInput(game).write(position, points);
    runner.run(view, points, outputs);

    std::vector<float> expected{vector["valueLogit"].get<float>()};
    for (const char* head : {"policyLogits", "ownershipLogits"}) {
      for (const float logit : vector[head]) expected.push_back(logit);
    }
    REQUIRE(expected.size() == outputs.size());
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      const float difference = std::abs(outputs[i] - expected[i]);
      greatest = std::max(greatest, std::isnan(difference) ? INFINITY : difference);
    }
  }
  CHECK(greatest < 5e-5F);  // they are written with five digits
}
