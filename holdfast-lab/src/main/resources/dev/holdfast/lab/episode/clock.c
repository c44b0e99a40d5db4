/*
 * A clock that can be made wrong: stands before the C library of one process and adds to the wall
 * clock as many microseconds as the mapped file named by LAB_CLOCK says. Other clocks are right.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile long *offset;
static long none;

__attribute__((constructor)) static void open_file(void) {
  const char *path = getenv("LAB_CLOCK");
  int file = path ? open(path, O_RDONLY) : -1;
  void *map = file < 0 ? MAP_FAILED : mmap(0, sizeof(long), PROT_READ, MAP_SHARED, file, 0);
  offset = map == MAP_FAILED ? &none : map;
}

static long micros(void) {
  struct timespec now;
  syscall(SYS_clock_gettime, CLOCK_REALTIME, &now);
  return now.tv_sec * 1000000L + now.tv_nsec / 1000 + (offset ? *offset : 0);
}

int gettimeofday(struct timeval *tv, void *zone) {
  (void)zone;
  long now = micros();
  tv->tv_sec = now / 1000000;
  tv->tv_usec = now % 1000000;
  return 0;
}

time_t time(time_t *result) {
  time_t now = micros() / 1000000;
  if (result) {
    *result = now;
  }
  return now;
}

int clock_gettime(clockid_t clock, struct timespec *result) {
  if (clock != CLOCK_REALTIME) {
    return syscall(SYS_clock_gettime, clock, result);
  }
  long now = micros();
  result->tv_sec = now / 1000000;
  result->tv_nsec = now % 1000000 * 1000;
  return 0;
}
