/* What disk.c and power_loss.c share. */
#ifndef DISK_STATE_H
#define DISK_STATE_H

#include "disk.h"

#define FILE_BYTES_MAX (4ULL << 30)

struct slot {
  uint32_t directory;
  uint32_t target; /* NONE: the name goes */
  char name[NAME_BYTES_MAX + 1];
};

/* One or two names of one directory that change at once, and that no fsync of the directory covers yet. */
struct name_change {
  struct name_change *next;
  uint64_t number;
  int count;
  struct slot slots[2];
};

extern uint32_t inode_count;
extern struct name_change *name_changes; /* in order */

void *must(void *memory);
void set_name(struct entry **names, const char *name, uint32_t target);
void set_size(struct content *content, uint64_t size);
void apply(struct content *content, const struct change *change);
void forget_name_changes(void);

#endif
