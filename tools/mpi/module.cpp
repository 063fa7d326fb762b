// The one file that calls MPI. It is built apart, as isthmus_mpi.so, and uses nothing of C++ that
// would need its runtime.

#include "module.h"

#include <limits.h>
// The C interface is all that is used: that of C++ is no part of MPI any more.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

namespace {

constexpr int kTag = 1;

double now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// The ranks of this machine are numbered in the order of their ranks, so that rank 0, which does
// not play, is the first on its own.
int find_place(int rank, int* place) {
  MPI_Comm machine;
  int failed =
      MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &machine);
  if (failed) return failed;
  int first = rank;
  failed = MPI_Comm_rank(machine, place) || MPI_Bcast(&first, 1, MPI_INT, 0, machine);
  if (first == 0 && *place > 0) --*place;
  return MPI_Comm_free(&machine) || failed;
}

int start(int* rank, int* count, int* place) {
  int provided = MPI_THREAD_SINGLE;
  if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided)) return 1;
  if (provided < MPI_THREAD_SERIALIZED) return 1;
  // The loss of another rank is to be seen, not to end this one.
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  return MPI_Comm_rank(MPI_COMM_WORLD, rank) || MPI_Comm_size(MPI_COMM_WORLD, count) ||
         find_place(*rank, place);
}

int send(int to, const char* data, size_t size, double seconds) {
  if (size > INT_MAX) return 1;
  // A copy, which is left to MPI where nobody takes the message.
  char* copy = static_cast<char*>(malloc(size + 1));
  if (copy == nullptr) return 1;
  memcpy(copy, data, size);
  MPI_Request request;
  if (MPI_Isend(copy, static_cast<int>(size), MPI_CHAR, to, kTag, MPI_COMM_WORLD, &request)) {
    return 1;
  }
  const double until = now() + seconds;
  for (long nap = 1000;; nap = nap < 500000 ? 2 * nap : nap) {
    int done = 0;
    if (MPI_Test(&request, &done, MPI_STATUS_IGNORE)) return 1;
    if (done) break;
    if (now() > until) return 1;
    const timespec time{0, nap};
    nanosleep(&time, nullptr);
  }
  free(copy);
  return 0;
}

int poll(int* from, size_t* size) {
  int has_come = 0, count = 0;
  MPI_Status status;
  if (MPI_Iprobe(MPI_ANY_SOURCE, kTag, MPI_COMM_WORLD, &has_come, &status) || !has_come) return 0;
  if (MPI_Get_count(&status, MPI_CHAR, &count)) return 0;
  *from = status.MPI_SOURCE;
  *size = static_cast<size_t>(count);
  return 1;
}

int receive(int from, char* data, size_t size) {
  return MPI_Recv(data, static_cast<int>(size), MPI_CHAR, from, kTag, MPI_COMM_WORLD,
                  MPI_STATUS_IGNORE);
}

int end() { return MPI_Finalize(); }

constexpr IsthmusMpi kModule{kIsthmusMpiVersion, start, send, poll, receive, end};

}  // namespace

extern "C" __attribute__((visibility("default"))) const IsthmusMpi* isthmus_mpi(void) {
  return &kModule;
}
