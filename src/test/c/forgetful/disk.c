/* The live state, its changes, and what an fsync makes durable. What a loss of power leaves: power_loss.c. */
#include "disk_state.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static struct inode *inodes;
static uint32_t inodes_room;
uint32_t inode_count;
struct name_change *name_changes;
static struct name_change **name_changes_end = &name_changes;
static uint64_t last_number;
static uint64_t last_entry_id;

void *must(void *memory) {
  if (memory == NULL) {
    fputs("out of memory\n", stderr);
    abort();
  }
  return memory;
}

struct inode *inode(uint32_t number) { return &inodes[number]; }

bool is_directory(uint32_t number) { return S_ISDIR(inode(number)->mode); }

const char *path_of(uint32_t number) {
  static char path[4096];
  char *at = path + sizeof path - 1;
  *at = 0;
  for (int depth = 0; number != ROOT && number != NONE && depth < 64; depth++) {
    size_t length = strlen(inode(number)->name);
    if (at - path < (ptrdiff_t)length + 2) {
      break;
    }
    if (*at != 0) {
      *--at = '/';
    }
    at -= length;
    memcpy(at, inode(number)->name, length);
    number = inode(number)->parent;
  }
  return at;
}

static uint32_t new_inode(mode_t mode) {
  if (inode_count == inodes_room) {
    inodes_room = inodes_room == 0 ? 1024 : 2 * inodes_room;
    inodes = must(realloc(inodes, inodes_room * sizeof *inodes));
    /* The list's end may point into what has moved. */
    for (uint32_t i = 0; i < inode_count; i++) {
      if (inodes[i].changes == NULL) {
        inodes[i].changes_end = &inodes[i].changes;
      }
    }
  }
  uint32_t number = inode_count++;
  struct inode *made = inode(number);
  memset(made, 0, sizeof *made);
  made->used = true;
  made->mode = mode;
  made->changes_end = &made->changes;
  clock_gettime(CLOCK_REALTIME, &made->changed);
  return number;
}

void disk_open(void) {
  new_inode(0);
  new_inode(S_IFDIR | 0755);
  inode(ROOT)->links = 2;
}

/* ---- names ---- */

static struct entry **place(struct entry **names, const char *name) {
  while (*names != NULL && strcmp((*names)->name, name) != 0) {
    names = &(*names)->next;
  }
  return names;
}

void set_name(struct entry **names, const char *name, uint32_t target) {
  struct entry **at = place(names, name);
  if (target == NONE) {
    struct entry *gone = *at;
    if (gone != NULL) {
      *at = gone->next;
      free(gone);
    }
  } else if (*at != NULL) {
    (*at)->inode = target;
  } else {
    struct entry *made = must(calloc(1, sizeof *made));
    made->id = ++last_entry_id;
    made->inode = target;
    strcpy(made->name, name);
    *at = made; /* at the end: the list stays ordered by id */
  }
}

uint32_t lookup(uint32_t directory, const char *name) {
  struct entry *found = *place(&inode(directory)->names, name);
  return found == NULL ? NONE : found->inode;
}

static struct name_change *new_name_change(void) {
  struct name_change *made = must(calloc(1, sizeof *made));
  made->number = ++last_number;
  *name_changes_end = made;
  name_changes_end = &made->next;
  return made;
}

/* The name in the live state, and in the change that makes it so. */
static void change_name(struct name_change *change, uint32_t directory, const char *name, uint32_t target) {
  struct slot *slot = &change->slots[change->count++];
  slot->directory = directory;
  slot->target = target;
  strcpy(slot->name, name);
  set_name(&inode(directory)->names, name, target);
  clock_gettime(CLOCK_REALTIME, &inode(directory)->changed);
  if (target != NONE) {
    inode(target)->parent = directory;
    strcpy(inode(target)->name, name);
  }
}

int make(uint32_t directory, const char *name, mode_t mode, uint32_t *made) {
  if (strlen(name) > NAME_BYTES_MAX) {
    return ENAMETOOLONG;
  }
  if (lookup(directory, name) != NONE) {
    return EEXIST;
  }
  *made = new_inode(mode);
  inode(*made)->links = S_ISDIR(mode) ? 2 : 1;
  change_name(new_name_change(), directory, name, *made);
  return 0;
}

int link_name(uint32_t directory, const char *name, uint32_t target) {
  if (strlen(name) > NAME_BYTES_MAX) {
    return ENAMETOOLONG;
  }
  if (lookup(directory, name) != NONE) {
    return EEXIST;
  }
  inode(target)->links++;
  change_name(new_name_change(), directory, name, target);
  return 0;
}

/* Whether this name may go: whose target is of the expected kind, and empty. */
static int may_go(uint32_t target, bool expect_directory) {
  if (target == NONE) {
    return ENOENT;
  }
  if (is_directory(target) != expect_directory) {
    return expect_directory ? ENOTDIR : EISDIR;
  }
  return is_directory(target) && inode(target)->names != NULL ? ENOTEMPTY : 0;
}

static void forget_link(uint32_t target) { inode(target)->links -= is_directory(target) ? 2 : 1; }

int unlink_name(uint32_t directory, const char *name, bool expect_directory) {
  uint32_t target = lookup(directory, name);
  int error = may_go(target, expect_directory);
  if (error == 0) {
    forget_link(target);
    change_name(new_name_change(), directory, name, NONE);
  }
  return error;
}

int rename_name(uint32_t from_directory, const char *from, uint32_t to_directory, const char *to, bool replace) {
  uint32_t target = lookup(from_directory, from);
  uint32_t replaced = lookup(to_directory, to);
  if (strlen(to) > NAME_BYTES_MAX) {
    return ENAMETOOLONG;
  }
  if (target == NONE) {
    return ENOENT;
  }
  if (replaced == target) {
    return 0;
  }
  if (replaced != NONE) {
    int error = replace ? may_go(replaced, is_directory(target)) : EEXIST;
    if (error != 0) {
      return error;
    }
    forget_link(replaced);
  }
  struct name_change *change = new_name_change();
  change_name(change, to_directory, to, target);
  /* In one directory both names change at once. Between two each is the business of its own directory's fsync. */
  if (from_directory != to_directory) {
    change = new_name_change();
  }
  change_name(change, from_directory, from, NONE);
  return 0;
}

/* ---- content ---- */

void set_size(struct content *content, uint64_t size) {
  if (size > content->room) {
    uint64_t room = content->room == 0 ? 4096 : content->room;
    while (room < size) {
      room *= 2;
    }
    content->bytes = must(realloc(content->bytes, room));
    content->room = room;
  }
  if (size > content->size) {
    memset(content->bytes + content->size, 0, size - content->size);
  }
  content->size = size;
}

void apply(struct content *content, const struct change *change) {
  if (change->resize) {
    set_size(content, change->offset);
    return;
  }
  if (change->offset + change->length > content->size) {
    set_size(content, change->offset + change->length);
  }
  memcpy(content->bytes + change->offset, change->data, change->length);
}

static struct change *new_change(uint32_t file, uint64_t data_bytes) {
  struct change *made = must(calloc(1, sizeof *made + data_bytes));
  made->number = ++last_number;
  *inode(file)->changes_end = made;
  inode(file)->changes_end = &made->next;
  clock_gettime(CLOCK_REALTIME, &inode(file)->changed);
  return made;
}

int write_bytes(uint32_t file, uint64_t offset, const void *data, uint64_t length, bool forced) {
  if (offset + length > FILE_BYTES_MAX) {
    return EFBIG;
  }
  struct change *change = new_change(file, length);
  change->offset = offset;
  change->length = length;
  change->forced = forced;
  memcpy(change->data, data, length);
  apply(&inode(file)->live, change);
  return 0;
}

int resize(uint32_t file, uint64_t size) {
  if (size > FILE_BYTES_MAX) {
    return EFBIG;
  }
  struct change *change = new_change(file, 0);
  change->resize = true;
  change->offset = size;
  apply(&inode(file)->live, change);
  return 0;
}

/* ---- fsync ---- */

uint64_t last_change(void) { return last_number; }

static void make_content_durable(struct inode *file, uint64_t up_to) {
  while (file->changes != NULL && file->changes->number <= up_to) {
    struct change *done = file->changes;
    apply(&file->durable, done);
    file->changes = done->next;
    free(done);
  }
  if (file->changes == NULL) {
    file->changes_end = &file->changes;
  }
}

static void make_names_durable(uint32_t directory, uint64_t up_to) {
  struct name_change **at = &name_changes;
  while (*at != NULL && (*at)->number <= up_to) {
    struct name_change *change = *at;
    if (change->slots[0].directory != directory) {
      at = &change->next;
      continue;
    }
    for (int i = 0; i < change->count; i++) {
      set_name(&inode(directory)->durable_names, change->slots[i].name, change->slots[i].target);
    }
    *at = change->next;
    if (change->next == NULL) {
      name_changes_end = at;
    }
    free(change);
  }
}

void make_durable(uint32_t number, uint64_t up_to) {
  if (is_directory(number)) {
    make_names_durable(number, up_to);
  } else {
    make_content_durable(inode(number), up_to);
  }
}

void forget_name_changes(void) {
  while (name_changes != NULL) {
    struct name_change *gone = name_changes;
    name_changes = gone->next;
    free(gone);
  }
  name_changes_end = &name_changes;
}
