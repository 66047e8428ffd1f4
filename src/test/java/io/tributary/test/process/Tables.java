package io.tributary.test.process;

import io.tributary.cli.lineitem.LineItemTable;

/** The manual's tables. */
public final class Tables {
    public static final String DT =
            """
            CREATE TABLE `dt` (
                `id` int(11) NOT NULL,
                `name` varchar(50) NULL,
                `score` int(11) NULL
            ) ENGINE=OLAP
            DUPLICATE KEY(`id`)
            DISTRIBUTED BY HASH(`id`) BUCKETS 1
            PROPERTIES (
                "replication_num" = "1"
            );
            """;

    public static final String LINEITEM = LineItemTable.CREATE;

    private Tables() {}
}
