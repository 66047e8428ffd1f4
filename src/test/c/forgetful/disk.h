/* A disk in memory that knows what of its live state is durable, and what a loss of power would leave of the rest. */
#ifndef DISK_H
#define DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>
#include <time.h>

enum { ROOT = 1, NONE = 0, NAME_BYTES_MAX = 255, SECTOR_BYTES = 512 };

/* A change of a file's content or size that no fsync of this file covers yet. */
struct change {
  struct change *next;
  uint64_t number;
  bool resize;
  bool forced; /* written with O_SYNC or O_DSYNC: it survives */
  uint64_t offset; /* of a resize: the new size */
  uint64_t length;
  uint8_t data[];
};

struct content {
  uint8_t *bytes;
  uint64_t size;
  uint64_t room;
};

struct entry {
  struct entry *next;
  uint64_t id; /* grows, so that a directory can be listed in pieces while it changes */
  uint32_t inode;
  char name[NAME_BYTES_MAX + 1];
};

struct inode {
  bool used;
  mode_t mode;
  uint32_t links;
  struct timespec changed;
  uint32_t parent; /* where it was named last, for patterns and reports */
  char name[NAME_BYTES_MAX + 1];
  struct content live, durable; /* of a file */
  struct change *changes, **changes_end;
  struct entry *names, *durable_names; /* of a directory */
};

struct inode *inode(uint32_t number);
bool is_directory(uint32_t number);
/* The path below the root, without a leading slash; of the name that it had last. */
const char *path_of(uint32_t number);

void disk_open(void);

/* All of these change the live state only. They return a positive error of errno.h, or 0. */
uint32_t lookup(uint32_t directory, const char *name);
int make(uint32_t directory, const char *name, mode_t mode, uint32_t *made);
int link_name(uint32_t directory, const char *name, uint32_t target);
int unlink_name(uint32_t directory, const char *name, bool expect_directory);
int rename_name(uint32_t from_directory, const char *from, uint32_t to_directory, const char *to, bool replace);
int write_bytes(uint32_t file, uint64_t offset, const void *data, uint64_t length, bool forced);
int resize(uint32_t file, uint64_t size);

/* The number of the last change; an fsync that begins now covers all up to it. */
uint64_t last_change(void);
/* Of a file: its content and size, not its name. Of a directory: its names. */
void make_durable(uint32_t number, uint64_t up_to);

/* What survives of the changes that are not durable. */
enum survival { SURVIVES_NOTHING, SURVIVES_ALL, SURVIVES_BY_SEED };

/* The power fails: the disk becomes what survives. Says in one line what was kept of how much. */
void power_loss(enum survival survival, uint64_t seed, FILE *report);

#endif
