/*
 * A file system on a disk that forgets what was not synced: forgetful MOUNTPOINT, as root, on Linux. It speaks FUSE's
 * protocol (linux/fuse.h) itself, so every call that changes a file comes here, however it was made: also raw system calls,
 * mapped memory (when the kernel writes it) and io_uring. What it does not model it refuses.
 *
 * Commands come a line at a time on standard input, and each is answered by a line; the end of the input ends it.
 *   arm N         before the Nth next change the power fails: nothing is answered any more. Says "frozen" then.
 *   aim N GLOB    the same before the Nth next fsync of a path of this pattern: what was written is there by chance. 0 for none
 *   freeze        the power fails now
 *   cut S         mounts what survives of the seed S, or of "none" or "all" of what was not synced
 *   ignore GLOB   an fsync of a path of this pattern does nothing (fnmatch, from the mount point on); "" for none
 *   delay MICROS  an fsync takes up to so long, and covers what was written before it began
 */
#include "disk.h"

#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <linux/falloc.h>
#include <linux/fuse.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { WRITE_BYTES_MAX = 1 << 20, REQUEST_BYTES_MAX = WRITE_BYTES_MAX + (1 << 16), SYNCS_MAX = 4096, COMMAND_BYTES_MAX = 4096 };
static const uint64_t NOTHING_CHANGES_SECONDS = 3600; /* only the kernel's own calls change anything */

struct sync {
  int64_t due_micros;
  uint64_t unique;
  uint32_t inode;
  uint64_t up_to;
};

static const char *mount_point;
static int fuse = -1;
static bool frozen;
static uint64_t changes_left; /* 0: not armed */
static uint64_t delay_micros;
static uint64_t syncs_seen;
static char ignored[COMMAND_BYTES_MAX];
static char aimed[COMMAND_BYTES_MAX];
static uint64_t aimed_left; /* 0: at none */
static struct sync syncs[SYNCS_MAX];
static int sync_count;
static uint8_t request[REQUEST_BYTES_MAX];

static int64_t now_micros(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000LL + now.tv_nsec / 1000;
}

static void say(const char *line) {
  puts(line);
  fflush(stdout);
}

/* ---- answers ---- */

static void answer(uint64_t unique, int error, const void *data, size_t length) {
  struct fuse_out_header header = {.len = (uint32_t)(sizeof header + length), .error = -error, .unique = unique};
  struct iovec parts[] = {{&header, sizeof header}, {(void *)(uintptr_t)data, length}};
  if (writev(fuse, parts, length > 0 ? 2 : 1) < 0 && errno != ENOENT && errno != ENODEV) {
    perror("answer"); /* ENOENT: who asked was interrupted */
  }
}

static struct fuse_attr attributes(uint32_t number) {
  const struct inode *each = inode(number);
  uint64_t seconds = (uint64_t)each->changed.tv_sec;
  uint32_t nanos = (uint32_t)each->changed.tv_nsec;
  return (struct fuse_attr){
      .ino = number, .size = each->live.size, .blocks = (each->live.size + 511) / 512, .atime = seconds, .mtime = seconds,
      .ctime = seconds, .atimensec = nanos, .mtimensec = nanos, .ctimensec = nanos, .mode = each->mode,
      .nlink = each->links, .blksize = 4096};
}

static void answer_entry(uint64_t unique, uint32_t number) {
  struct fuse_entry_out out = {.nodeid = number, .generation = 1, .entry_valid = NOTHING_CHANGES_SECONDS,
                               .attr_valid = NOTHING_CHANGES_SECONDS, .attr = attributes(number)};
  answer(unique, 0, &out, sizeof out);
}

static void answer_attributes(uint64_t unique, uint32_t number) {
  struct fuse_attr_out out = {.attr_valid = NOTHING_CHANGES_SECONDS, .attr = attributes(number)};
  answer(unique, 0, &out, sizeof out);
}

/* ---- requests ---- */

static void begin(const struct fuse_in_header *in, const struct fuse_init_in *init) {
  struct fuse_init_out out = {.major = FUSE_KERNEL_VERSION, .minor = 31, .max_readahead = init->max_readahead,
                              .flags = init->flags & (FUSE_BIG_WRITES | FUSE_MAX_PAGES), .max_write = WRITE_BYTES_MAX,
                              .max_pages = WRITE_BYTES_MAX / 4096, .time_gran = 1};
  answer(in->unique, 0, &out, sizeof out);
}

static void set_attributes(const struct fuse_in_header *in, const struct fuse_setattr_in *set) {
  uint32_t number = (uint32_t)in->nodeid;
  int error = 0;
  if (set->valid & FATTR_MODE) {
    inode(number)->mode = (inode(number)->mode & S_IFMT) | (set->mode & 07777);
  }
  if (set->valid & FATTR_SIZE) {
    error = resize(number, set->size);
  }
  if (error != 0) {
    answer(in->unique, error, NULL, 0);
  } else {
    answer_attributes(in->unique, number);
  }
}

static void read_file(const struct fuse_in_header *in, const struct fuse_read_in *read) {
  const struct content *live = &inode((uint32_t)in->nodeid)->live;
  uint64_t end = read->offset + read->size < live->size ? read->offset + read->size : live->size;
  answer(in->unique, 0, live->bytes + read->offset, end > read->offset ? end - read->offset : 0);
}

static void write_file(const struct fuse_in_header *in, const struct fuse_write_in *write) {
  bool forced = (write->flags & (O_DSYNC | O_SYNC)) != 0;
  int error = write_bytes((uint32_t)in->nodeid, write->offset, write + 1, write->size, forced);
  struct fuse_write_out out = {.size = write->size};
  answer(in->unique, error, &out, error == 0 ? sizeof out : 0);
}

static int allocate(uint32_t number, const struct fuse_fallocate_in *in) {
  static const uint8_t zeros[65536];
  uint64_t size = inode(number)->live.size;
  uint64_t end = in->offset + in->length;
  bool keep_size = (in->mode & FALLOC_FL_KEEP_SIZE) != 0;
  switch (in->mode & ~(uint32_t)FALLOC_FL_KEEP_SIZE) {
  case 0:
    return end > size && !keep_size ? resize(number, end) : 0;
  case FALLOC_FL_PUNCH_HOLE:
  case FALLOC_FL_ZERO_RANGE:
    break;
  default:
    return EOPNOTSUPP;
  }
  uint64_t zero_end = end > size && keep_size ? size : end;
  for (uint64_t at = in->offset; at < zero_end; at += sizeof zeros) {
    int error = write_bytes(number, at, zeros, zero_end - at < sizeof zeros ? zero_end - at : sizeof zeros, false);
    if (error != 0) {
      return error;
    }
  }
  return 0;
}

static void list(const struct fuse_in_header *in, const struct fuse_read_in *read) {
  static uint8_t out[65536];
  size_t room = read->size < sizeof out ? read->size : sizeof out;
  size_t used = 0;
  for (const struct entry *entry = inode((uint32_t)in->nodeid)->names; entry != NULL; entry = entry->next) {
    size_t length = strlen(entry->name);
    size_t size = FUSE_DIRENT_ALIGN(FUSE_NAME_OFFSET + length);
    if (entry->id <= read->offset) {
      continue;
    }
    if (used + size > room) {
      break;
    }
    struct fuse_dirent head = {.ino = entry->inode, .off = entry->id, .namelen = (uint32_t)length,
                               .type = (inode(entry->inode)->mode & S_IFMT) >> 12};
    memset(out + used, 0, size);
    memcpy(out + used, &head, FUSE_NAME_OFFSET);
    memcpy(out + used + FUSE_NAME_OFFSET, entry->name, length);
    used += size;
  }
  answer(in->unique, 0, out, used);
}

static void make_entry(const struct fuse_in_header *in, const char *name, mode_t mode) {
  uint32_t made;
  int error = S_ISREG(mode) || S_ISDIR(mode) ? make((uint32_t)in->nodeid, name, mode, &made) : EPERM;
  if (error != 0) {
    answer(in->unique, error, NULL, 0);
  } else {
    answer_entry(in->unique, made);
  }
}

static int rename_entry(const struct fuse_in_header *in, uint64_t to, uint32_t flags, const char *names) {
  if (flags & ~1U) { /* RENAME_EXCHANGE and the like; 1 is RENAME_NOREPLACE */
    return EINVAL;
  }
  return rename_name((uint32_t)in->nodeid, names, (uint32_t)to, names + strlen(names) + 1, (flags & 1U) == 0);
}

static void sync_begins(const struct fuse_in_header *in) {
  uint64_t micros = 0;
  if (delay_micros > 0) {
    micros = (++syncs_seen * 7919) % (delay_micros + 1);
  }
  if (sync_count == SYNCS_MAX) {
    answer(in->unique, EIO, NULL, 0);
    return;
  }
  syncs[sync_count++] = (struct sync){now_micros() + (int64_t)micros, in->unique, (uint32_t)in->nodeid, last_change()};
}

static void state_files(uint64_t unique) {
  struct fuse_statfs_out out = {.st = {.blocks = 4 << 20, .bfree = 4 << 20, .bavail = 4 << 20, .files = 1 << 20,
                                       .ffree = 1 << 20, .bsize = 4096, .namelen = NAME_BYTES_MAX, .frsize = 4096}};
  answer(unique, 0, &out, sizeof out);
}

static bool changes_something(uint32_t opcode) {
  switch (opcode) {
  case FUSE_SETATTR:
  case FUSE_WRITE:
  case FUSE_FALLOCATE:
  case FUSE_MKNOD:
  case FUSE_MKDIR:
  case FUSE_LINK:
  case FUSE_UNLINK:
  case FUSE_RMDIR:
  case FUSE_RENAME:
  case FUSE_RENAME2:
    return true;
  default:
    return false;
  }
}

/* Whether the power fails before this change. */
static bool fails_now(void) {
  if (changes_left == 0 || --changes_left > 0) {
    return false;
  }
  frozen = true;
  say("frozen");
  return true;
}

static void serve(const struct fuse_in_header *in) {
  const void *body = in + 1;
  const char *name = body;
  uint32_t number = (uint32_t)in->nodeid;
  if (changes_something(in->opcode) && fails_now()) {
    return;
  }
  switch (in->opcode) {
  case FUSE_INIT:
    begin(in, body);
    return;
  case FUSE_LOOKUP: {
    uint32_t found = lookup(number, name);
    if (found == NONE) {
      answer(in->unique, ENOENT, NULL, 0);
    } else {
      answer_entry(in->unique, found);
    }
    return;
  }
  case FUSE_GETATTR:
    answer_attributes(in->unique, number);
    return;
  case FUSE_SETATTR:
    set_attributes(in, body);
    return;
  case FUSE_READ:
    read_file(in, body);
    return;
  case FUSE_WRITE:
    write_file(in, body);
    return;
  case FUSE_FALLOCATE:
    answer(in->unique, allocate(number, body), NULL, 0);
    return;
  case FUSE_READDIR:
    list(in, body);
    return;
  case FUSE_MKNOD:
    make_entry(in, name + sizeof(struct fuse_mknod_in), ((const struct fuse_mknod_in *)body)->mode);
    return;
  case FUSE_MKDIR:
    make_entry(in, name + sizeof(struct fuse_mkdir_in), ((const struct fuse_mkdir_in *)body)->mode | S_IFDIR);
    return;
  case FUSE_LINK: {
    uint32_t target = (uint32_t)((const struct fuse_link_in *)body)->oldnodeid;
    int error = link_name(number, name + sizeof(struct fuse_link_in), target);
    if (error != 0) {
      answer(in->unique, error, NULL, 0);
    } else {
      answer_entry(in->unique, target);
    }
    return;
  }
  case FUSE_UNLINK:
  case FUSE_RMDIR:
    answer(in->unique, unlink_name(number, name, in->opcode == FUSE_RMDIR), NULL, 0);
    return;
  case FUSE_RENAME:
    answer(in->unique,
           rename_entry(in, ((const struct fuse_rename_in *)body)->newdir, 0, name + sizeof(struct fuse_rename_in)), NULL, 0);
    return;
  case FUSE_RENAME2: {
    const struct fuse_rename2_in *rename = body;
    answer(in->unique, rename_entry(in, rename->newdir, rename->flags, name + sizeof *rename), NULL, 0);
    return;
  }
  case FUSE_FSYNC:
  case FUSE_FSYNCDIR:
    sync_begins(in);
    return;
  case FUSE_STATFS:
    state_files(in->unique);
    return;
  case FUSE_FORGET:
  case FUSE_BATCH_FORGET:
  case FUSE_INTERRUPT:
  case FUSE_DESTROY:
    return; /* have no answer */
  default:
    /* OPEN, OPENDIR, CREATE, FLUSH, ACCESS, …: then the kernel does without. Links by name and attributes do not exist. */
    answer(in->unique, ENOSYS, NULL, 0);
  }
}

/* ---- fsync ---- */

/* Whether the power fails before this fsync has done anything. */
static bool fails_at(uint32_t number) {
  if (aimed_left == 0 || fnmatch(aimed, path_of(number), 0) != 0 || --aimed_left > 0) {
    return false;
  }
  frozen = true;
  say("frozen");
  return true;
}

static bool is_ignored(uint32_t number) { return ignored[0] != 0 && fnmatch(ignored, path_of(number), 0) == 0; }

static void end_syncs(void) {
  int64_t now = now_micros();
  int left = 0;
  for (int i = 0; i < sync_count && !frozen; i++) {
    struct sync each = syncs[i];
    if (each.due_micros > now) {
      syncs[left++] = each;
    } else if (!fails_at(each.inode) && !fails_now()) {
      if (!is_ignored(each.inode)) {
        make_durable(each.inode, each.up_to);
      }
      answer(each.unique, 0, NULL, 0);
    }
  }
  sync_count = left;
}

/* ---- the mount ---- */

static void mount_disk(void) {
  char options[128];
  fuse = open("/dev/fuse", O_RDWR | O_CLOEXEC);
  snprintf(options, sizeof options, "fd=%d,rootmode=40000,user_id=0,group_id=0,default_permissions,allow_other", fuse);
  if (fuse < 0 || mount("forgetful", mount_point, "fuse", MS_NOSUID | MS_NODEV, options) != 0) {
    perror(fuse < 0 ? "/dev/fuse" : mount_point);
    exit(1);
  }
}

/* All that wait for an answer get an error: those who asked must have been killed before. */
static void unmount_disk(void) {
  if (fuse >= 0) {
    close(fuse);
    fuse = -1;
    umount2(mount_point, MNT_DETACH);
  }
}

static void command(char *line) {
  char *argument = strchr(line, ' ');
  argument = argument == NULL ? line + strlen(line) : argument + 1;
  if (strncmp(line, "arm ", 4) == 0) {
    changes_left = strtoull(argument, NULL, 10);
    say("armed");
  } else if (strncmp(line, "aim ", 4) == 0) {
    char *pattern;
    aimed_left = strtoull(argument, &pattern, 10);
    strcpy(aimed, pattern + strspn(pattern, " "));
    say("aimed");
  } else if (strcmp(line, "freeze") == 0) {
    if (!frozen) {
      frozen = true;
      say("frozen");
    }
  } else if (strncmp(line, "cut ", 4) == 0) {
    enum survival survival = strcmp(argument, "none") == 0  ? SURVIVES_NOTHING
                             : strcmp(argument, "all") == 0 ? SURVIVES_ALL
                                                            : SURVIVES_BY_SEED;
    unmount_disk();
    sync_count = 0;
    changes_left = 0;
    aimed_left = 0;
    power_loss(survival, strtoull(argument, NULL, 10), stdout);
    frozen = false;
    mount_disk();
    fflush(stdout);
  } else if (strncmp(line, "ignore", 6) == 0) {
    strcpy(ignored, argument);
    say("ignoring");
  } else if (strncmp(line, "delay ", 6) == 0) {
    delay_micros = strtoull(argument, NULL, 10);
    say("delaying");
  } else {
    say("unknown");
  }
}

/* @return false at the end of the input */
static bool read_commands(void) {
  static char text[COMMAND_BYTES_MAX];
  static size_t used;
  ssize_t count = read(STDIN_FILENO, text + used, sizeof text - 1 - used);
  if (count <= 0) {
    return false;
  }
  used += (size_t)count;
  text[used] = 0;
  char *line = text;
  for (char *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
    *end = 0;
    command(line);
  }
  used = strlen(line);
  memmove(text, line, used + 1);
  return true;
}

/* How long to wait for a request or a command at most; null: for ever. */
static const struct timespec *wait_time(void) {
  static struct timespec wait;
  int64_t next = INT64_MAX;
  for (int i = 0; i < sync_count; i++) {
    next = syncs[i].due_micros < next ? syncs[i].due_micros : next;
  }
  if (frozen || next == INT64_MAX) {
    return NULL;
  }
  int64_t micros = next - now_micros();
  wait.tv_sec = micros <= 0 ? 0 : micros / 1000000;
  wait.tv_nsec = micros <= 0 ? 0 : micros % 1000000 * 1000;
  return &wait;
}

int main(int count, char **arguments) {
  if (count != 2) {
    fputs("usage: forgetful MOUNTPOINT\n", stderr);
    return 2;
  }
  mount_point = arguments[1];
  signal(SIGPIPE, SIG_IGN);
  /* The end of the input ends it, so that no mount stays when a whole group of processes is ended. */
  signal(SIGTERM, SIG_IGN);
  signal(SIGINT, SIG_IGN);
  disk_open();
  mount_disk();
  say("mounted");
  for (;;) {
    struct pollfd polled[] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = frozen ? -1 : fuse, .events = POLLIN}};
    if (ppoll(polled, 2, wait_time(), NULL) < 0 && errno != EINTR) {
      perror("poll");
      break;
    }
    if (polled[0].revents != 0 && !read_commands()) {
      break;
    }
    if (polled[1].revents & POLLIN && !frozen && fuse == polled[1].fd) {
      ssize_t length = read(fuse, request, sizeof request);
      if (length > 0) {
        serve((const struct fuse_in_header *)request);
      }
    }
    end_syncs();
  }
  unmount_disk();
  return 0;
}
