/*
 * What a loss of power leaves, by a seed:
 *
 *   moment    sometimes: all names and contents up to one of the last changes, or nothing, or all; else each by itself:
 *   names     of the changes that are not synced: the first few of all, the first few of each directory, or any of them.
 *             A rename within a directory takes place whole or not at all.
 *   contents  of a file's changes that are not synced: the first few, any of them, or any 512-byte sectors of any of them.
 *             A sector is always as it was after one of its writes, as a page cache would have written it. A size may
 *             come without the bytes (zeros), bytes of a file that grew bring its size along.
 */
#include "disk_state.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOMENTS = 300 }; /* a moment is one of the last so many changes */

static uint64_t state;

static uint64_t draw(uint64_t bound) {
  uint64_t z = (state += 0x9e3779b97f4a7c15ULL); /* splitmix64 */
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return bound == 0 ? 0 : (z ^ (z >> 31)) % bound;
}

/* In which way changes are chosen. */
enum choice { CHOOSE_NONE, CHOOSE_ALL, CHOOSE_FIRST, CHOOSE_FIRST_OF_EACH, CHOOSE_ANY, CHOOSE_SECTORS };

/* ---- names ---- */

/* How many changes there are of this directory; of all for NONE. */
static uint64_t names_of(uint32_t directory) {
  uint64_t count = 0;
  for (struct name_change *change = name_changes; change != NULL; change = change->next) {
    count += directory == NONE || change->slots[0].directory == directory;
  }
  return count;
}

/* @param moment 0, or the number of the first change that came too late */
static uint64_t keep_names(enum choice choice, uint64_t moment) {
  uint64_t left = draw(names_of(NONE) + 1); /* so many more are kept */
  uint64_t salt = draw(UINT64_MAX);
  uint64_t kept = 0;
  for (struct name_change *change = name_changes; change != NULL; change = change->next) {
    uint32_t directory = change->slots[0].directory;
    bool keep = choice == CHOOSE_ALL || (choice == CHOOSE_ANY && draw(2) == 0);
    if (choice == CHOOSE_FIRST) {
      keep = moment != 0 ? change->number < moment : left > 0;
      left -= left > 0;
    } else if (choice == CHOOSE_FIRST_OF_EACH) {
      uint64_t saved = state;
      state = salt + directory; /* the same for all changes of a directory */
      uint64_t own = draw(names_of(directory) + 1);
      state = saved;
      uint64_t before = 0;
      for (struct name_change *each = name_changes; each != change; each = each->next) {
        before += each->slots[0].directory == directory;
      }
      keep = before < own;
    }
    if (keep) {
      kept++;
      for (int i = 0; i < change->count; i++) {
        set_name(&inode(directory)->durable_names, change->slots[i].name, change->slots[i].target);
      }
    }
  }
  return kept;
}

/* ---- contents ---- */

static void copy_sectors(struct content *to, const struct content *from, const struct change *change, bool any) {
  uint64_t end = change->offset + change->length;
  for (uint64_t sector = change->offset / SECTOR_BYTES * SECTOR_BYTES; sector < end; sector += SECTOR_BYTES) {
    if (any && draw(2) == 0) {
      continue;
    }
    uint64_t sector_end = sector + SECTOR_BYTES < from->size ? sector + SECTOR_BYTES : from->size;
    if (sector_end <= sector) {
      continue;
    }
    if (to->size < sector_end) {
      set_size(to, sector_end);
    }
    memcpy(to->bytes + sector, from->bytes + sector, sector_end - sector);
  }
}

/* A file's durable content becomes what survives. @return how many changes were kept, at least in part */
static uint64_t keep_content(struct inode *file, enum choice choice, uint64_t moment, uint64_t *count) {
  uint64_t own = 0;
  for (struct change *change = file->changes; change != NULL; change = change->next) {
    own++;
  }
  *count += own;
  uint64_t first_kept = draw(own + 1);
  uint64_t kept = 0;
  uint64_t index = 0;
  struct content replayed = {0}; /* as the live file was after each change */
  set_size(&replayed, file->durable.size);
  if (replayed.size > 0) {
    memcpy(replayed.bytes, file->durable.bytes, replayed.size);
  }
  for (struct change *change = file->changes; change != NULL; change = change->next, index++) {
    apply(&replayed, change);
    bool first = moment != 0 ? change->number < moment : index < first_kept;
    bool keep = change->forced || choice == CHOOSE_ALL || (choice == CHOOSE_FIRST && first) ||
                (choice >= CHOOSE_ANY && draw(2) == 0);
    /* The write that was under way when the power failed. */
    bool torn = !change->forced &&
                ((choice == CHOOSE_SECTORS && !change->resize) || (choice == CHOOSE_FIRST && !keep && index == first_kept));
    if (change->resize) {
      if (keep) {
        set_size(&file->durable, change->offset);
      }
    } else if (keep || torn) {
      copy_sectors(&file->durable, &replayed, change, torn);
    } else if (choice >= CHOOSE_ANY && replayed.size > file->durable.size && draw(4) == 0) {
      set_size(&file->durable, replayed.size);
    }
    kept += keep || torn;
  }
  free(replayed.bytes);
  return kept;
}

/* ---- after it ---- */

static void forget_names(struct entry **names) {
  while (*names != NULL) {
    struct entry *gone = *names;
    *names = gone->next;
    free(gone);
  }
}

static void forget_changes(struct inode *file) {
  while (file->changes != NULL) {
    struct change *gone = file->changes;
    file->changes = gone->next;
    free(gone);
  }
  file->changes_end = &file->changes;
}

static void reach(uint32_t number, bool *reached) {
  reached[number] = true;
  if (!is_directory(number)) {
    return;
  }
  struct inode *directory = inode(number);
  directory->links = 2;
  forget_names(&directory->names);
  for (struct entry *entry = directory->durable_names; entry != NULL; entry = entry->next) {
    set_name(&directory->names, entry->name, entry->inode);
    struct inode *target = inode(entry->inode);
    target->parent = number;
    strcpy(target->name, entry->name);
    if (reached[entry->inode]) {
      target->links++;
    } else {
      target->links = 1;
      reach(entry->inode, reached);
    }
  }
}

/* What has no name left is gone. */
static void forget_unreached(void) {
  bool *reached = must(calloc(inode_count, sizeof *reached));
  reach(ROOT, reached);
  for (uint32_t number = ROOT; number < inode_count; number++) {
    struct inode *each = inode(number);
    if (each->used && !reached[number]) {
      forget_names(&each->names);
      forget_names(&each->durable_names);
      free(each->live.bytes);
      free(each->durable.bytes);
      memset(each, 0, sizeof *each);
    }
  }
  free(reached);
}

void power_loss(enum survival survival, uint64_t seed, FILE *report) {
  state = seed;
  uint64_t kind = survival == SURVIVES_BY_SEED ? draw(10) : 0; /* 4 and more: each by itself */
  bool nothing = survival == SURVIVES_NOTHING || (survival == SURVIVES_BY_SEED && kind == 0);
  bool all = survival == SURVIVES_ALL || (survival == SURVIVES_BY_SEED && kind == 1);
  bool in_order = kind == 2 || kind == 3; /* names and contents up to one moment */
  uint64_t end = last_change() + 1;
  uint64_t moment = in_order ? end - draw(end < MOMENTS ? end : MOMENTS) : 0;
  static const enum choice name_choices[] = {CHOOSE_NONE, CHOOSE_ALL, CHOOSE_FIRST, CHOOSE_FIRST_OF_EACH, CHOOSE_ANY};
  static const enum choice choices[] = {CHOOSE_NONE, CHOOSE_ALL, CHOOSE_FIRST, CHOOSE_ANY, CHOOSE_SECTORS};
  enum choice whole = nothing ? CHOOSE_NONE : all ? CHOOSE_ALL : CHOOSE_FIRST;
  bool separate = !nothing && !all && !in_order;
  uint64_t count = 0, kept = 0;
  uint64_t name_count = names_of(NONE);
  uint64_t kept_names = keep_names(separate ? name_choices[draw(5)] : whole, moment);
  fprintf(report, "cut kind=%" PRIu64 " names=%" PRIu64 "/%" PRIu64, kind, kept_names, name_count);
  for (uint32_t number = ROOT; number < inode_count; number++) {
    struct inode *file = inode(number);
    if (!file->used || is_directory(number)) {
      continue;
    }
    enum choice choice = separate ? choices[draw(5)] : whole;
    uint64_t own = 0;
    uint64_t own_kept = file->changes == NULL ? 0 : keep_content(file, choice, moment, &own);
    if (own > 0) {
      fprintf(report, " %s=%" PRIu64 "/%" PRIu64, path_of(number), own_kept, own);
    }
    count += own;
    kept += own_kept;
    forget_changes(file);
    set_size(&file->live, file->durable.size);
    if (file->durable.size > 0) {
      memcpy(file->live.bytes, file->durable.bytes, file->durable.size);
    }
  }
  forget_name_changes();
  forget_unreached();
  fprintf(report, " changes=%" PRIu64 "/%" PRIu64 "\n", kept, count);
}
