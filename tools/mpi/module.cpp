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

// The messages on their way, by number: MPI's word for each, and its copy. The third is for MPI to
// write to.
MPI_Request* requests = nullptr;
char** copies = nullptr;
int* indices = nullptr;
int sending = 0, capacity = 0;

template <class T>
bool enlarge(T*& array, int size) {
  void* enlarged = realloc(array, sizeof(T) * static_cast<size_t>(size));
  if (enlarged != nullptr) array = static_cast<T*>(enlarged);
  return enlarged != nullptr;
}

bool make_room() {
  if (sending < capacity) return true;
  const int size = 2 * capacity + 16;
  if (!enlarge(requests, size) || !enlarge(copies, size) || !enlarge(indices, size)) return false;
  capacity = size;
  return true;
}

int send(int to, const char* data, size_t size) {
  if (size > INT_MAX || !make_room()) return 1;
  char* copy = static_cast<char*>(malloc(size + 1));
  if (copy == nullptr) return 1;
  memcpy(copy, data, size);
  if (MPI_Isend(copy, static_cast<int>(size), MPI_CHAR, to, kTag, MPI_COMM_WORLD,
                &requests[sending])) {
    free(copy);
    return 1;
  }
  copies[sending++] = copy;
  return 0;
}

size_t count_sending() {
  if (sending == 0) return 0;
  // All at once: each call may give the core to another process, and there may be hundreds.
  int done = 0;
  MPI_Testsome(sending, requests, &done, indices, MPI_STATUSES_IGNORE);
  int left = 0;
  for (int i = 0; i < sending; ++i) {
    if (requests[i] == MPI_REQUEST_NULL) {
      free(copies[i]);
    } else {
      requests[left] = requests[i];
      copies[left++] = copies[i];
    }
  }
  sending = left;
  return static_cast<size_t>(sending);
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
