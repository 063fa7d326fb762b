#include "tools/mpi/ranks.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>
#include <utility>

#include <dlfcn.h>

#include "tools/base/bad_input.hpp"
#include "tools/mpi/module.h"

namespace isthmus::mpi {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

// A message goes in parts, each with a letter ahead that says which it is. MPI sends this few bytes
// eagerly, along with their envelope; of more it sends the envelope alone, and the receiver waits
// for a sender that may have been killed.
constexpr std::size_t kPartBytes = 1000;
enum Part : char { kOnly = 'o', kFirst = 'f', kInner = 'i', kLast = 'l' };

Part part_name(bool is_first, bool is_last) {
  if (is_first) return is_last ? kOnly : kFirst;
  return is_last ? kLast : kInner;
}

// Beside the program as it is built, or where it is installed.
fs::path find_module() {
  const fs::path folder = fs::read_symlink("/proc/self/exe").parent_path();
  for (const fs::path& path :
       {folder / ISTHMUS_MPI_MODULE, folder.parent_path() / "lib/isthmus" / ISTHMUS_MPI_MODULE}) {
    if (fs::exists(path)) return path;
  }
  throw BadInput(std::string("option '--mpi' needs MPI, and this program came without: there is "
                             "no " ISTHMUS_MPI_MODULE " in ") +
                 folder.string() + "; install libopenmpi-dev and build with -DISTHMUS_MPI=ON");
}

const IsthmusMpi* load_module() {
  const fs::path path = find_module();
  // MPI loads parts of its own, which look for its names among all.
  void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (library == nullptr) {
    throw BadInput(std::string("option '--mpi': cannot load MPI: ") + ::dlerror());
  }
  const auto entry = reinterpret_cast<IsthmusMpiEntry>(::dlsym(library, ISTHMUS_MPI_ENTRY));
  if (entry == nullptr || entry()->version != kIsthmusMpiVersion) {
    throw BadInput("option '--mpi': " + path.string() + " is of another version of the program");
  }
  return entry();
}

}  // namespace

Ranks::Ranks() : module_(load_module()) {
  if (module_->start(&rank_, &count_, &place_) != 0) {
    throw std::runtime_error("MPI does not start");
  }
  if (count_ > 1) return;
  module_->end();
  throw BadInput(
      "option '--mpi' needs two ranks or more, of which rank 0 hands out what the others "
      "play; start the program by mpirun -n 2 or srun -n 2");
}

Ranks::~Ranks() {
  if (together_) {
    module_->end();
    return;
  }
  // What was sent to a rank that is lost is never taken.
  constexpr auto kTimeout = 5s;
  auto taken = std::chrono::steady_clock::now();
  std::size_t left = module_->count_sending();
  while (left > 0 && std::chrono::steady_clock::now() - taken < kTimeout) {
    std::this_thread::sleep_for(1ms);
    const std::size_t before = std::exchange(left, module_->count_sending());
    if (left < before) taken = std::chrono::steady_clock::now();
  }
}

void Ranks::send(int to, const std::string& text) {
  const std::lock_guard lock(mutex_);
  module_->count_sending();  // frees what was taken
  std::size_t sent = 0;
  do {
    const std::size_t end = std::min(sent + kPartBytes, text.size());
    const std::string part =
        char{part_name(sent == 0, end == text.size())} + text.substr(sent, end - sent);
    if (module_->send(to, part.data(), part.size()) != 0) {
      throw LostRank("rank " + std::to_string(to) + " takes no messages any more");
    }
    sent = end;
  } while (sent < text.size());
}

std::optional<Message> Ranks::receive(double seconds) {
  // Counted in naps, as a process that was stopped for long has not waited for long. MPI has no way
  // to wait that leaves the core to others.
  double waited = 0;
  for (auto nap = 10us;; nap = std::min(2 * nap, 500us)) {
    if (auto message = take()) return message;
    if (waited >= seconds) return std::nullopt;
    std::this_thread::sleep_for(nap);
    waited += std::chrono::duration<double>(nap).count();
  }
}

std::optional<Message> Ranks::take() {
  const std::lock_guard lock(mutex_);
  int from = 0;
  std::size_t size = 0;
  while (module_->poll(&from, &size) != 0) {
    std::string part(size, ' ');
    if (module_->receive(from, part.data(), size) != 0) return std::nullopt;
    const char name = part.front();
    std::string& text = begun_[from];
    if (name == kOnly || name == kFirst) text.clear();
    text.append(part, 1);
    if (name == kOnly || name == kLast) return Message{from, std::exchange(text, {})};
  }
  return std::nullopt;
}

}  // namespace isthmus::mpi
