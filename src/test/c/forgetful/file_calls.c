/*
 * Every way to change a file or a name, each once followed by the fsync that makes it durable and once not.
 *   file_calls make DIRECTORY     what the calls begin with, durable
 *   file_calls change DIRECTORY   the calls
 *   file_calls check DIRECTORY synced|all|seed
 *       synced: only what an fsync followed has taken place; all: everything has; seed: what an fsync followed has, the rest
 *       is not looked at. Prints what is otherwise.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/falloc.h>
#include <linux/io_uring.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { BYTES = 8192, BLOCK = 4096 };

static int faults;

static void require(bool true_, const char *what) {
  if (!true_) {
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
    exit(1);
  }
}

static int opened(const char *name, int flags) {
  int fd = open(name, flags, 0644);
  require(fd >= 0, name);
  return fd;
}

static void sync_name(const char *name) {
  int fd = opened(name, O_RDONLY);
  require(fsync(fd) == 0, "fsync");
  close(fd);
}

/* A block of 'n' where the file has 'o'. */
static uint8_t block[BLOCK] __attribute__((aligned(BLOCK)));

/* ---- content: each writes the first block, unless its expected end says otherwise ---- */

static void by_write(int fd) { require(write(fd, block, BLOCK) == BLOCK, "write"); }

static void by_pwrite(int fd) { require(pwrite(fd, block, BLOCK, 0) == BLOCK, "pwrite64"); }

static void by_writev(int fd) {
  struct iovec parts[] = {{block, 100}, {block + 100, BLOCK - 100}};
  require(writev(fd, parts, 2) == BLOCK, "writev");
}

static void by_pwritev(int fd) {
  struct iovec parts[] = {{block, 100}, {block + 100, BLOCK - 100}};
  require(pwritev(fd, parts, 2, 0) == BLOCK, "pwritev");
}

static void by_pwritev2(int fd) {
  struct iovec parts[] = {{block, 100}, {block + 100, BLOCK - 100}};
  require(pwritev2(fd, parts, 2, 0, 0) == BLOCK, "pwritev2");
}

static void by_raw_call(int fd) { require(syscall(SYS_pwrite64, fd, block, (size_t)BLOCK, (off_t)0) == BLOCK, "raw pwrite64"); }

static void by_map(int fd) {
  uint8_t *map = mmap(NULL, BLOCK, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  require(map != MAP_FAILED, "mmap");
  memcpy(map, block, BLOCK);
  munmap(map, BLOCK);
}

static void by_msync(int fd) {
  uint8_t *map = mmap(NULL, BLOCK, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  require(map != MAP_FAILED, "mmap");
  memcpy(map, block, BLOCK);
  require(msync(map, BLOCK, MS_SYNC) == 0, "msync");
  munmap(map, BLOCK);
}

static int source(void) {
  int fd = open(".", O_RDWR | O_TMPFILE, 0600);
  if (fd < 0) { /* not modelled, and refused */
    fd = memfd_create("source", 0);
  }
  require(fd >= 0 && write(fd, block, BLOCK) == BLOCK && lseek(fd, 0, SEEK_SET) == 0, "source");
  return fd;
}

static void by_sendfile(int fd) {
  int from = source();
  require(sendfile(fd, from, NULL, BLOCK) == BLOCK, "sendfile");
  close(from);
}

static void by_copy_file_range(int fd) {
  int from = opened("source", O_RDONLY);
  if (copy_file_range(from, NULL, fd, NULL, BLOCK, 0) < 0) {
    require(errno == EOPNOTSUPP || errno == EXDEV || errno == ENOSYS, "copy_file_range");
    by_write(fd); /* refused, as some file systems do: the caller writes */
  }
  close(from);
}

static void by_splice(int fd) {
  int ends[2];
  require(pipe(ends) == 0 && write(ends[1], block, BLOCK) == BLOCK, "pipe");
  loff_t at = 0;
  require(splice(ends[0], NULL, fd, &at, BLOCK, 0) == BLOCK, "splice");
  close(ends[0]);
  close(ends[1]);
}

static void by_zero_range(int fd) { require(fallocate(fd, FALLOC_FL_ZERO_RANGE, 0, BLOCK) == 0, "fallocate zero"); }
static void by_punch_hole(int fd) {
  require(fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, BLOCK) == 0, "fallocate punch");
}
static void by_ftruncate(int fd) { require(ftruncate(fd, BLOCK) == 0, "ftruncate"); }
static void by_growth(int fd) { require(ftruncate(fd, BYTES + BLOCK) == 0, "ftruncate"); }
static void by_fallocate(int fd) { require(fallocate(fd, 0, 0, BYTES + BLOCK) == 0, "fallocate"); }
static void by_append(int fd) {
  require(fcntl(fd, F_SETFL, O_APPEND) == 0, "O_APPEND");
  by_write(fd);
}

static void by_sync_file_range(int fd) { /* which promises nothing */
  by_pwrite(fd);
  require(sync_file_range(fd, 0, BLOCK, SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER) == 0, "sync_file_range");
}

/* @return false where the kernel has none to offer */
static bool ring_write(int fd) {
  struct io_uring_params params = {0};
  int ring = (int)syscall(SYS_io_uring_setup, 1, &params);
  if (ring < 0) {
    return false;
  }
  size_t sq_bytes = params.sq_off.array + params.sq_entries * sizeof(uint32_t);
  uint8_t *sq = mmap(NULL, sq_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, ring, IORING_OFF_SQ_RING);
  struct io_uring_sqe *entries = mmap(NULL, sizeof *entries, PROT_READ | PROT_WRITE, MAP_SHARED, ring, IORING_OFF_SQES);
  require(sq != MAP_FAILED && entries != MAP_FAILED, "io_uring");
  memset(entries, 0, sizeof *entries);
  entries->opcode = IORING_OP_WRITE;
  entries->fd = fd;
  entries->addr = (uintptr_t)block;
  entries->len = BLOCK;
  *(uint32_t *)(void *)(sq + params.sq_off.array) = 0;
  __atomic_store_n((uint32_t *)(void *)(sq + params.sq_off.tail), 1, __ATOMIC_RELEASE);
  require(syscall(SYS_io_uring_enter, ring, 1, 1, IORING_ENTER_GETEVENTS, NULL, 0) == 1, "io_uring_enter");
  munmap(entries, sizeof *entries);
  munmap(sq, sq_bytes);
  close(ring);
  return true;
}

static void by_io_uring(int fd) {
  if (!ring_write(fd)) {
    by_write(fd);
  }
}

/* What the file should be then. */
enum end { FIRST_BLOCK_NEW, FIRST_BLOCK_ZERO, SHORTER, LONGER, APPENDED, EMPTY };

static const struct content_call {
  const char *name;
  void (*run)(int fd);
  enum end end;
  int flags;
  bool durable; /* by itself */
} content_calls[] = {
    {"write", by_write, FIRST_BLOCK_NEW, 0, false},
    {"write-O_SYNC", by_write, FIRST_BLOCK_NEW, O_SYNC, true},
    {"write-O_DSYNC", by_write, FIRST_BLOCK_NEW, O_DSYNC, true},
    {"write-O_DIRECT", by_write, FIRST_BLOCK_NEW, O_DIRECT, false},
    {"pwrite64", by_pwrite, FIRST_BLOCK_NEW, 0, false},
    {"pwrite64-raw", by_raw_call, FIRST_BLOCK_NEW, 0, false},
    {"writev", by_writev, FIRST_BLOCK_NEW, 0, false},
    {"pwritev", by_pwritev, FIRST_BLOCK_NEW, 0, false},
    {"pwritev2", by_pwritev2, FIRST_BLOCK_NEW, 0, false},
    {"mmap", by_map, FIRST_BLOCK_NEW, 0, false},
    {"msync", by_msync, FIRST_BLOCK_NEW, 0, true},
    {"sendfile", by_sendfile, FIRST_BLOCK_NEW, 0, false},
    {"copy_file_range", by_copy_file_range, FIRST_BLOCK_NEW, 0, false},
    {"splice", by_splice, FIRST_BLOCK_NEW, 0, false},
    {"io_uring", by_io_uring, FIRST_BLOCK_NEW, 0, false},
    {"sync_file_range", by_sync_file_range, FIRST_BLOCK_NEW, 0, false},
    {"fallocate-zero", by_zero_range, FIRST_BLOCK_ZERO, 0, false},
    {"fallocate-punch", by_punch_hole, FIRST_BLOCK_ZERO, 0, false},
    {"ftruncate", by_ftruncate, SHORTER, 0, false},
    {"ftruncate-longer", by_growth, LONGER, 0, false},
    {"fallocate", by_fallocate, LONGER, 0, false},
    {"write-O_APPEND", by_append, APPENDED, 0, false},
    {"open-O_TRUNC", NULL, EMPTY, O_TRUNC, false},
};

static void fill(const char *name, size_t bytes) {
  uint8_t content[BYTES];
  memset(content, 'o', sizeof content);
  int fd = opened(name, O_WRONLY | O_CREAT | O_EXCL);
  require(write(fd, content, bytes) == (ssize_t)bytes && fsync(fd) == 0, name);
  close(fd);
}

static void check_content(const char *name, bool changed, enum end end) {
  uint8_t expected[BYTES + BLOCK] = {0};
  uint8_t found[BYTES + BLOCK + 1] = {0};
  size_t size = BYTES;
  memset(expected, 'o', BYTES);
  if (changed) {
    switch (end) {
    case FIRST_BLOCK_NEW: memset(expected, 'n', BLOCK); break;
    case FIRST_BLOCK_ZERO: memset(expected, 0, BLOCK); break;
    case SHORTER: size = BLOCK; break;
    case LONGER: size = BYTES + BLOCK; break;
    case APPENDED: size = BYTES + BLOCK; memset(expected + BYTES, 'n', BLOCK); break;
    case EMPTY: size = 0; break;
    }
  }
  int fd = opened(name, O_RDONLY);
  ssize_t length = read(fd, found, sizeof found);
  close(fd);
  if (length != (ssize_t)size || memcmp(found, expected, size) != 0) {
    printf("%s: %zd bytes that begin with %02x, not %zu with %02x\n", name, length, found[0], size, expected[0]);
    faults++;
  }
}

/* ---- names: each in a directory of its own, "from" is there before it ---- */

static void by_create(void) { close(opened("made", O_CREAT | O_EXCL | O_WRONLY)); }
static void by_mkdir(void) { require(mkdir("made", 0755) == 0, "mkdir"); }
static void by_link(void) { require(link("from", "made") == 0, "link"); }
static void by_unlink(void) { require(unlink("from") == 0, "unlink"); }
static void by_rmdir(void) { require(rmdir("sub") == 0, "rmdir"); }
static void by_rename(void) { require(rename("from", "made") == 0, "rename"); }
static void by_renameat2(void) { require(syscall(SYS_renameat2, AT_FDCWD, "from", AT_FDCWD, "made", 1) == 0, "renameat2"); }
static void by_replacing(void) { require(rename("from", "other") == 0, "rename over"); }
/* Not modelled: all of these are refused. */
static void by_refused(void) {
  require(symlink("from", "made") != 0, "symlink should be refused");
  require(mkfifo("made", 0600) != 0, "mkfifo should be refused");
  require(syscall(SYS_renameat2, AT_FDCWD, "from", AT_FDCWD, "other", 2) != 0, "exchange should be refused");
  int fd = opened("from", O_RDWR);
  require(fallocate(fd, FALLOC_FL_COLLAPSE_RANGE, 0, BLOCK) != 0, "collapse should be refused");
  close(fd);
}

static const struct name_call {
  const char *name;
  void (*run)(void);
  const char *before, *after; /* names in order */
} name_calls[] = {
    {"create", by_create, "from other sub", "from made other sub"},
    {"mkdir", by_mkdir, "from other sub", "from made other sub"},
    {"link", by_link, "from other sub", "from made other sub"},
    {"unlink", by_unlink, "from other sub", "other sub"},
    {"rmdir", by_rmdir, "from other sub", "from other"},
    {"rename", by_rename, "from other sub", "made other sub"},
    {"renameat2", by_renameat2, "from other sub", "made other sub"},
    {"rename-over", by_replacing, "from other sub", "other sub"},
    {"refused", by_refused, "from other sub", "from other sub"},
};

static void check_names(const char *directory, const char *expected) {
  char found[200] = "";
  static const char *const names[] = {"from", "made", "other", "sub"};
  for (size_t i = 0; i < 4; i++) {
    char path[300];
    struct stat status;
    snprintf(path, sizeof path, "%s/%s", directory, names[i]);
    if (stat(path, &status) == 0) {
      strcat(strcat(found, found[0] == 0 ? "" : " "), names[i]);
    }
  }
  if (strcmp(found, expected) != 0) {
    printf("%s: has %s, not %s\n", directory, found, expected);
    faults++;
  }
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

int main(int count, char **arguments) {
  require(count >= 3 && chdir(arguments[2]) == 0, "file_calls make|change|check DIRECTORY [synced|all|seed]");
  memset(block, 'n', sizeof block);
  bool make = strcmp(arguments[1], "make") == 0;
  bool change = strcmp(arguments[1], "change") == 0;
  bool all = count > 3 && strcmp(arguments[3], "all") == 0;
  bool any = count > 3 && strcmp(arguments[3], "seed") == 0;
  char name[200];
  if (make) {
    fill("source", 0);
    int fd = opened("source", O_WRONLY);
    by_write(fd);
    require(fsync(fd) == 0, "fsync");
    close(fd);
  }
  for (size_t i = 0; i < 2 * COUNT(content_calls); i++) {
    const struct content_call *call = &content_calls[i / 2];
    bool synced = i % 2 == 0;
    snprintf(name, sizeof name, "%s%s", call->name, synced ? "-fsync" : "");
    if (make) {
      fill(name, BYTES);
    } else if (change) {
      int fd = opened(name, O_RDWR | call->flags);
      if (call->run != NULL) {
        call->run(fd);
      }
      require(!synced || (i % 4 == 0 ? fsync(fd) : fdatasync(fd)) == 0, "fsync");
      close(fd);
    } else if (!any || synced || call->durable) {
      check_content(name, all || synced || call->durable, call->end);
    }
  }
  for (size_t i = 0; i < 2 * COUNT(name_calls); i++) {
    const struct name_call *call = &name_calls[i / 2];
    bool synced = i % 2 == 0;
    snprintf(name, sizeof name, "%s-names%s", call->name, synced ? "-fsync" : "");
    if (make) {
      require(mkdir(name, 0755) == 0 && chdir(name) == 0, name);
      fill("from", BYTES);
      fill("other", BLOCK);
      require(mkdir("sub", 0755) == 0, "mkdir");
      sync_name(".");
      require(chdir("..") == 0, "..");
    } else if (change) {
      require(chdir(name) == 0, name);
      call->run();
      if (synced) {
        sync_name(".");
      }
      require(chdir("..") == 0, "..");
    } else if (!any || synced) {
      check_names(name, all || synced ? call->after : call->before);
    }
  }
  if (make) {
    sync_name(".");
  }
  printf("%d faults of %zu\n", faults, 2 * (COUNT(content_calls) + COUNT(name_calls)));
  return faults == 0 ? 0 : 1;
}
