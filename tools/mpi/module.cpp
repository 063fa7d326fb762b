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

namespace {

constexpr int kTag = 1;

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

// A message on its way; its copy follows.
struct Sending {
  MPI_Request request;
  Sending* next;
};

Sending* all_sending = nullptr;

int send(int to, const char* data, size_t size) {
  if (size > INT_MAX) return 1;
  auto* sending = static_cast<Sending*>(malloc(sizeof(Sending) + size));
  if (sending == nullptr) return 1;
  memcpy(sending + 1, data, size);
  if (MPI_Isend(sending + 1, static_cast<int>(size), MPI_CHAR, to, kTag, MPI_COMM_WORLD,
                &sending->request)) {
    free(sending);
    return 1;
  }
  sending->next = all_sending;
  all_sending = sending;
  return 0;
}

size_t count_sending() {
  size_t count = 0;
  for (Sending** at = &all_sending; *at != nullptr;) {
    Sending* sending = *at;
    int done = 0;
    // One that fails is left to MPI, like one that nobody takes.
    if (MPI_Test(&sending->request, &done, MPI_STATUS_IGNORE) || !done) {
      ++count;
      at = &sending->next;
    } else {
      *at = sending->next;
      free(sending);
    }
  }
  return count;
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

constexpr IsthmusMpi kModule{kIsthmusMpiVersion, start, send, count_sending, poll, receive, end};

}  // namespace

extern "C" __attribute__((visibility("default"))) const IsthmusMpi* isthmus_mpi(void) {
  return &kModule;
}
