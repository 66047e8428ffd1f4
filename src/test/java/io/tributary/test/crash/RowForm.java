package io.tributary.test.crash;

import java.util.Locale;

/** How rows that were added are read. */
enum RowForm {
    PLAIN("SELECT id FROM appends"),
    CTE("WITH seen AS (SELECT id FROM appends) SELECT id FROM seen"),
    SUBQUERY("SELECT id FROM (SELECT id FROM appends) AS seen"),
    SELF_JOIN("SELECT a.id FROM appends a JOIN appends b ON a.id = b.id"),
    PREPARED("SELECT id FROM appends WHERE id > ?"),
    CURSOR("SELECT id FROM appends WHERE id > ?"),
    TRANSACTION("SELECT id FROM appends"),
    INSERT_SELECT("INSERT INTO copies SELECT %d, 0, id FROM appends"),
    CREATE_AS("CREATE TABLE copy_%d AS SELECT id FROM appends"),
    COUNT("SELECT count(*), coalesce(max(id), 0) FROM appends"),
    VALUES("INSERT INTO counts VALUES (%d, (SELECT count(*) FROM appends), (SELECT max(id) FROM appends))"),
    UPDATE("UPDATE counts SET rows_seen = (SELECT count(*) FROM appends), id_max = (SELECT max(id) FROM appends)"
            + " WHERE statement = %d"),
    ON_DUPLICATE_KEY("INSERT INTO keyed_counts VALUES (%d, 0, 0) ON DUPLICATE KEY UPDATE"
            + " rows_seen = (SELECT count(*) FROM appends), id_max = (SELECT max(id) FROM appends)");

    private final String text;

    RowForm(String text) {
        this.text = text;
    }

    /** @param statement a number of its own, under which a statement that writes keeps what it has read */
    String text(long statement) {
        return String.format(Locale.ROOT, text, statement);
    }
}
