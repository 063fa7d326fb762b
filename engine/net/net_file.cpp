#include "engine/net/net_file.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <nlohmann/json.hpp>

#include "engine/base/crc32.hpp"
#include "engine/base/input_file.hpp"
#include "engine/net/float16.hpp"

namespace isthmus {

namespace {

using Json = nlohmann::json;

constexpr std::string_view kMagic = "isthmus-net ";
constexpr std::string_view kVersion = "1";

// Takes the text up to the next end of a line off the front.
std::string_view take_line(std::string_view& bytes) {
  const std::size_t end = bytes.find('\n');
  if (end == bytes.npos) throw NetError("is no net file, or ends within its header");
  const std::string_view line = bytes.substr(0, end);
  bytes.remove_prefix(end + 1);
  return line;
}

// How deep objects and arrays are in each other, in what is JSON.
int depth_of(std::string_view json) {
  int depth = 0, most = 0;
  bool is_text = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (c == '"') is_text = !is_text;
    if (is_text) {
      i += c == '\\';
    } else if (c == '{' || c == '[') {
      most = std::max(most, ++depth);
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return most;
}

Json parse_header(std::string_view line) {
  // Depth costs stack when the header is written out again.
  constexpr int kMaxDepth = 32;
  if (depth_of(line) > kMaxDepth) throw NetError("has a header that is nested too deeply");
  const Json header = Json::parse(line, nullptr, false);
  if (!header.is_object()) throw NetError("has a header that is no JSON object");
  return header;
}

// An integer of the header.
std::int64_t number(const Json& header, const char* field, std::int64_t least, std::int64_t most,
                    std::int64_t step = 1) {
  const auto found = header.find(field);
  if (found == header.end() || !found->is_number_integer()) {
    throw NetError(std::string("lacks the number \"") + field + "\" in its header");
  }
  // As double, where no number is too large.
  const auto value = found->get<double>();
  if (!(value >= static_cast<double>(least) && value <= static_cast<double>(most)) ||
      found->get<std::int64_t>() % step != 0) {
    throw NetError(std::string("has \"") + field + "\": " + found->dump() +
                   ", where this version takes " + std::to_string(least) + " to " +
                   std::to_string(most) +
                   (step > 1 ? " in steps of " + std::to_string(step) : std::string()));
  }
  return found->get<std::int64_t>();
}

// The net that a header describes, without its weights.
Net shape_of(const Json& header) {
  Net net;
  const auto game = header.find("game");
  if (game == header.end() || !game->is_string()) throw NetError("does not name its \"game\"");
  net.game = *game;
  if (header.contains("planes")) {
    net.planes = static_cast<int>(number(header, "planes", Net::kCommonPlanes, Net::kMaxPlanes));
  }
  if (const auto ring = header.find("ring"); ring != header.end()) {
    if (!ring->is_boolean())
      throw NetError("has \"ring\": " + ring->dump() + ", which is neither true nor false");
    net.has_ring = ring->get<bool>();
  }
  constexpr int kStep = Net::kChannelStep;
  net.channels = static_cast<int>(number(header, "channels", kStep, Net::kMaxChannels, kStep));
  net.policy_channels =
      static_cast<int>(number(header, "policyChannels", kStep, Net::kMaxChannels, kStep));
  net.value_hidden = static_cast<int>(number(header, "valueHidden", 1, Net::kMaxHidden));
  const auto blocks = number(header, "blocks", 1, Net::kMaxBlocks);
  net.blocks.resize(static_cast<std::size_t>(blocks));
  const auto pooled = header.find("poolBlocks");
  if (pooled == header.end() || !pooled->is_array()) {
    throw NetError("lacks the list \"poolBlocks\" in its header");
  }
  for (const Json& block : *pooled) {
    if (!block.is_number_unsigned() || block.get<std::uint64_t>() >= net.blocks.size()) {
      throw NetError("has " + block.dump() + " among its \"poolBlocks\", and no such block");
    }
    net.blocks[block.get<std::size_t>()].is_pooled = true;
  }
  if (const auto training = header.find("training"); training != header.end()) {
    net.training = training->dump();
  }
  return net;
}

std::size_t payload_bytes(const Net& net) {
  std::size_t count = 0;
  for_each_tensor(net, [&](const std::vector<float>&, int outputs, int inputs) {
    count += tensor_size(outputs, inputs);
  });
  return 2 * count;
}

// Takes what stands before the weights off the front.
Json take_header(std::string_view& bytes) {
  if (bytes.substr(0, kMagic.size()) != kMagic) throw NetError("is no net file");
  bytes.remove_prefix(kMagic.size());
  const std::string version(take_line(bytes).substr(0, 20));
  if (version != kVersion) {
    throw NetError("is a net file of version " + version + "; this program reads version " +
                   std::string(kVersion));
  }
  return parse_header(take_line(bytes));
}

}  // namespace

Net parse_net_shape(std::string_view bytes) { return shape_of(take_header(bytes)); }

Net parse_net(std::string_view bytes) {
  const Json header = take_header(bytes);
  Net net = shape_of(header);

  const std::size_t size = payload_bytes(net);
  const auto claimed = number(header, "payloadBytes", 0, INT64_MAX / 2);
  if (static_cast<std::size_t>(claimed) != size) {
    throw NetError("has \"payloadBytes\": " + std::to_string(claimed) + ", where its shape takes " +
                   std::to_string(size));
  }
  if (bytes.size() != size) {
    throw NetError("has " + std::to_string(bytes.size()) +
                   " bytes of weights, where its shape takes " + std::to_string(size) +
                   (bytes.size() < size ? "; it is not whole" : ""));
  }
  net.checksum = crc32(bytes);
  if (number(header, "crc32", 0, UINT32_MAX) != net.checksum) {
    throw NetError("is damaged: its checksum does not agree with its weights");
  }
  auto at = bytes.begin();
  for_each_tensor(net, [&](std::vector<float>& tensor, int outputs, int inputs) {
    tensor.resize(tensor_size(outputs, inputs));
    for (float& weight : tensor) {
      const unsigned low = static_cast<unsigned char>(*at++);
      const unsigned high = static_cast<unsigned char>(*at++);
      weight = float_from_half(static_cast<std::uint16_t>(high << 8U | low));
      if (!std::isfinite(weight)) throw NetError("has weights that are no finite numbers");
    }
  });
  return net;
}

Net read_net(const std::filesystem::path& path) {
  try {
    return parse_net(read_input_file(path, kMaxNetBytes));
  } catch (const FileError& error) {
    throw NetError(error.what());
  } catch (const NetError& error) {
    throw NetError(path.string() + ' ' + error.what());
  }
}

}  // namespace isthmus
