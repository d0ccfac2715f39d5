/* The clock of the system, moved by so many nanoseconds as a file says: loaded into Node and PostgreSQL (LD_PRELOAD), it jumps for
 * them while the machine's own stays. What counts up without a date (CLOCK_MONOTONIC) is not moved, as it is not by a real jump. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const int64_t second = 1000000000;
static const volatile int64_t *moved_by;

__attribute__((constructor)) static void open_offset(void) {
  const char *file = getenv("MOVED_CLOCK");
  int fd = file == NULL ? -1 : open(file, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return;
  void *page = mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, fd, 0);
  close(fd);
  if (page != MAP_FAILED) moved_by = page;
}

int clock_gettime(clockid_t clock, struct timespec *found) {
  int failed = syscall(SYS_clock_gettime, clock, found);
  if (failed || moved_by == NULL || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)) return failed;
  int64_t moment = found->tv_sec * second + found->tv_nsec + *moved_by;
  found->tv_sec = moment / second;
  found->tv_nsec = moment % second;
  return 0;
}

int gettimeofday(struct timeval *found, void *zone) {
  struct timespec now;
  (void)zone;
  if (clock_gettime(CLOCK_REALTIME, &now)) return -1;
  found->tv_sec = now.tv_sec;
  found->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *found) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (found != NULL) *found = now.tv_sec;
  return now.tv_sec;
}
