#pragma once

// What cannot be done in the program that this is part of, in place of the C library's
// pthread_create() and the memory of C++.
namespace isthmus::test {

// Threads that were made since this was called last, but for those that failed.
int take_threads_made();
// Those that have not ended.
int threads_alive();
// The n-th thread from now on cannot be made; 0: all can.
void fail_thread(int n);
// Whether threads that are made from now on get no memory.
void starve_threads(bool are_starved);

}  // namespace isthmus::test
