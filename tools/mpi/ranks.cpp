#include "tools/mpi/ranks.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>

#include <dlfcn.h>

#include "tools/bad_input.hpp"
#include "tools/mpi/module.h"

namespace isthmus::mpi {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr double kPatience = 60;  // seconds for a message to be taken

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
  if (together_) module_->end();
}

void Ranks::send(int to, const std::string& text) {
  const std::lock_guard lock(mutex_);
  if (module_->send(to, text.data(), text.size(), kPatience) == 0) return;
  throw LostRank("rank " + std::to_string(to) + " takes no messages any more");
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
  Message message{0, {}};
  std::size_t size = 0;
  if (module_->poll(&message.from, &size) == 0) return std::nullopt;
  message.text.resize(size);
  if (module_->receive(message.from, message.text.data(), size) != 0) return std::nullopt;
  return message;
}

}  // namespace isthmus::mpi
