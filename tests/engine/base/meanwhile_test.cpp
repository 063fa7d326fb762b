#include "engine/base/meanwhile.hpp"

#include <thread>

#include <doctest/doctest.h>

using isthmus::Meanwhile;

TEST_CASE("what is offered is done once, on the thread that offers it, while it is offered") {
  int done = 0, inner_done = 0;
  Meanwhile::take();
  {
    const Meanwhile offered([&] { ++done; });
    CHECK(done == 0);
    std::thread([] { Meanwhile::take(); }).join();
    CHECK(done == 0);
    {
      const Meanwhile inner([&] { ++inner_done; });
      Meanwhile::take();
      Meanwhile::take();
    }
    CHECK(inner_done == 1);
    CHECK(done == 0);
    Meanwhile::take();
    Meanwhile::take();
    CHECK(done == 1);
  }
  {
    const Meanwhile never([&] { ++done; });
  }
  Meanwhile::take();
  CHECK(done == 1);
}
