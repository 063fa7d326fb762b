#pragma once

#include <stddef.h>

// What isthmus_mpi.so offers the program, which loads it for --mpi: so the program itself needs no
// MPI, and one that was built elsewhere can use that of the machine. Functions return 0 where all
// is well, but where it says otherwise. One thread at a time may call them.
struct IsthmusMpi {
  int version;  // kIsthmusMpiVersion

  // Begins, and gives this process's rank, how many ranks there are, and its place: how many ranks
  // but rank 0 are before it on its machine.
  int (*start)(int* rank, int* count, int* place);
  // Sends a copy of a message, without waiting until the other takes it.
  int (*send)(int to, const char* data, size_t size);
  // How many of the messages that were sent are still to be taken; the copies of others are freed.
  size_t (*count_sending)(void);
  // Whether a message has come, from whom and how long: 1 or 0.
  int (*poll)(int* from, size_t* size);
  // Takes the message that poll() has just reported.
  int (*receive)(int from, char* data, size_t size);
  // Ends, once all ranks do.
  int (*end)(void);
};

enum { kIsthmusMpiVersion = 2 };

// The name that the program looks up, and its type.
#define ISTHMUS_MPI_ENTRY "isthmus_mpi"
typedef const struct IsthmusMpi* (*IsthmusMpiEntry)(void);
