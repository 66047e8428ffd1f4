package io.tributary.bench.replay;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.tributary.cli.lineitem.LineItemRow;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * The rows of different statements, each encoded once and sent again and again, by any connection and into any table:
 * what depends on those is the {@link StatementHead}. Read by all event loops; closed when none of them sends any more.
 */
public final class PacketPool implements AutoCloseable {
    private final List<ByteBuf> bodies;

    private PacketPool(List<ByteBuf> bodies) {
        this.bodies = bodies;
    }

    /** Parameters of COM_STMT_EXECUTE, of so many rows each; rows that fill no whole statement are left out. */
    public static PacketPool prepared(List<LineItemRow> rows, int rowsPerStatement) {
        return of(rows, rowsPerStatement, ExecuteBody::write);
    }

    /**
     * What follows VALUES in COM_QUERY.
     *
     * @param literals writes one row, parentheses included
     */
    public static PacketPool text(
            List<LineItemRow> rows, int rowsPerStatement, BiConsumer<LineItemRow, StringBuilder> literals) {
        return of(rows, rowsPerStatement, (out, of) -> {
            StringBuilder sql = new StringBuilder();
            for (LineItemRow row : of) {
                literals.accept(row, sql.isEmpty() ? sql : sql.append(','));
            }
            out.writeCharSequence(sql, StandardCharsets.UTF_8);
        });
    }

    /** Bodies as they are. */
    public static PacketPool bytes(List<byte[]> bodies) {
        return new PacketPool(bodies.stream()
                .map(body -> Unpooled.directBuffer(body.length).writeBytes(body))
                .toList());
    }

    private static PacketPool of(
            List<LineItemRow> rows, int rowsPerStatement, BiConsumer<ByteBuf, List<LineItemRow>> encoder) {
        List<ByteBuf> bodies = new ArrayList<>();
        for (int from = 0; from + rowsPerStatement <= rows.size(); from += rowsPerStatement) {
            ByteBuf body = Unpooled.directBuffer();
            bodies.add(body);
            try {
                encoder.accept(body, rows.subList(from, from + rowsPerStatement));
            } catch (IllegalArgumentException tooMany) {
                bodies.forEach(ByteBuf::release);
                throw tooMany;
            }
        }
        if (bodies.isEmpty()) {
            throw new IllegalArgumentException(
                    rows.size() + " rows make no statement of " + rowsPerStatement + " rows");
        }
        return new PacketPool(bodies);
    }

    /** How many different statements there are, 1 or more. */
    public int size() {
        return bodies.size();
    }

    /**
     * One of them; it stays this pool's.
     *
     * @param index from 0 to {@link #size} - 1
     */
    ByteBuf body(int index) {
        return bodies.get(index);
    }

    @Override
    public void close() {
        bodies.forEach(ByteBuf::release);
    }
}
