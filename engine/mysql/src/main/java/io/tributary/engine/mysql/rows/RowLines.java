package io.tributary.engine.mysql.rows;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.TableSchema;
import java.io.InputStream;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows as the lines of a file, which are written as they are read: one block is in memory. One thread. */
public final class RowLines extends InputStream {
    private static final int LINES_BYTES = 64 * 1024;

    private final RowText rows;
    private final Iterator<RowBlock> blocks;
    private final @Nullable BitSet kept;
    private final SqlBuffer lines = new SqlBuffer();
    private int at;
    /** Rows of the block that is read, the next of them, and how many rows the blocks before it have. */
    private int count;

    private int next;
    private int before;
    private long written;

    /** @param kept a bit for each row over all blocks, or null for all of them */
    public RowLines(TableSchema table, List<RowBlock> blocks, @Nullable BitSet kept) {
        this.rows = new RowText(table);
        this.blocks = blocks.iterator();
        this.kept = kept;
    }

    /** How many rows were written so far. */
    long written() {
        return written;
    }

    private boolean fill() {
        lines.cut(0);
        at = 0;
        while (lines.length() < LINES_BYTES) {
            if (next == count) {
                if (!blocks.hasNext()) {
                    break;
                }
                before += count;
                count = rows.read(blocks.next());
                next = 0;
                continue;
            }
            if (kept == null || kept.get(before + next)) {
                rows.line(next, lines);
                written++;
            }
            next++;
        }
        return lines.length() > 0;
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        if (at == lines.length() && !fill()) {
            return -1;
        }
        int copied = lines.read(at, target, offset, length);
        at += copied;
        return copied;
    }
}
