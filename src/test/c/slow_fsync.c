/* A disk whose every fsync takes longer: LD_PRELOAD of a process, SLOW_FSYNC_MICROS=2000 in its environment. */
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static void delay(void) {
  const char *micros = getenv("SLOW_FSYNC_MICROS");
  if (micros != NULL) {
    usleep((useconds_t)atoi(micros));
  }
}

int fsync(int fd) {
  delay();
  return (int)syscall(SYS_fsync, fd);
}

int fdatasync(int fd) {
  delay();
  return (int)syscall(SYS_fdatasync, fd);
}
