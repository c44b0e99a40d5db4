/*
 * Clocks that can be made wrong: stands before the C library of one process and adds to its clocks as
 * many microseconds as the mapped file named by LAB_CLOCK says, first to the wall clock, then to the
 * monotonic one. What a thread waits for until an instant of such a clock is waited for until then.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct shift {
  long wall;
  long monotonic;
};

/* Instants of the wall clock lie above this many seconds, those since the machine's start below. */
static const long WALL_SECONDS = 1000000000L;

static const struct shift none;
static const volatile struct shift *shift = &none;

__attribute__((constructor)) static void open_file(void) {
  const char *path = getenv("LAB_CLOCK");
  int file = path ? open(path, O_RDONLY) : -1;
  void *map =
      file < 0 ? MAP_FAILED : mmap(0, sizeof(struct shift), PROT_READ, MAP_SHARED, file, 0);
  if (map != MAP_FAILED) {
    shift = map;
  }
}

static void add(struct timespec *instant, long micros) {
  long nanos = instant->tv_nsec + micros % 1000000 * 1000;
  instant->tv_sec += micros / 1000000;
  if (nanos < 0) {
    nanos += 1000000000L;
    instant->tv_sec--;
  } else if (nanos >= 1000000000L) {
    nanos -= 1000000000L;
    instant->tv_sec++;
  }
  instant->tv_nsec = nanos;
}

static long wrong_by(clockid_t clock) {
  switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
      return shift->wall;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_MONOTONIC_RAW:
      return shift->monotonic;
    default:
      return 0;
  }
}

int clock_gettime(clockid_t clock, struct timespec *result) {
  int failed = syscall(SYS_clock_gettime, clock, result);
  if (!failed) {
    add(result, wrong_by(clock));
  }
  return failed;
}

int gettimeofday(struct timeval *tv, void *zone) {
  struct timespec now;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &now);
  tv->tv_sec = now.tv_sec;
  tv->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) {
    *result = now.tv_sec;
  }
  return now.tv_sec;
}

typedef int (*wait_until)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);

static wait_until real_wait(void) {
  static wait_until found;
  if (!found) {
    /* Without a version some systems find the one of before 2002, which is another thing. */
    void *known = dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
    found = (wait_until)(known ? known : dlsym(RTLD_NEXT, "pthread_cond_timedwait"));
  }
  return found;
}

int pthread_cond_timedwait(
    pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until) {
  struct timespec right = *until;
  add(&right, until->tv_sec > WALL_SECONDS ? -shift->wall : -shift->monotonic);
  return real_wait()(condition, mutex, &right);
}
