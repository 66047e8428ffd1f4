package io.tributary.contract.error;

/**
 * Every error a client can see: its MySQL number and SQLSTATE, and the {@link Kind} that decides who must act on it.
 *
 * <p>Numbers and states are those of the MySQL 8.0 error reference, but the state of {@link #OUTCOME_UNKNOWN}; drivers map by
 * them (Connector/J by state, SQLAlchemy by number), so neither may be changed for taste. They stand in the order of their
 * numbers.
 */
public enum ErrorCode {
    DATABASE_EXISTS(1007, "HY000", Kind.CLIENT),
    DATABASE_UNKNOWN_ON_DROP(1008, "HY000", Kind.CLIENT),
    /** A limit that keeps the last of a disk free. */
    DISK_FULL(1021, "HY000", Kind.UNAVAILABLE),
    /** The engine is down like {@link #ENGINE_DOWN}, and the reason is a full disk. */
    ENGINE_DOWN_DISK_FULL(1021, "HY000", Kind.UNAVAILABLE),
    /** After an I/O error on the log nothing more is acknowledged until a restart. */
    LOG_FAILED(1030, "HY000", Kind.UNAVAILABLE),
    /** The engine takes nothing until it has been opened again, which it is by itself; nothing was changed. */
    ENGINE_DOWN(1030, "HY000", Kind.UNAVAILABLE),
    /** The engine's files could not be read or written, for another reason than a full disk. */
    ENGINE_IO(1030, "HY000", Kind.UNAVAILABLE),
    TOO_MANY_CONNECTIONS(1040, "08004", Kind.UNAVAILABLE),
    /** A budget of bytes that a client has used up, and that only it or others like it give back. */
    OUT_OF_RESOURCES(1041, "HY000", Kind.UNAVAILABLE),
    /** What was to be done needs more memory than the engine may have. */
    ENGINE_MEMORY(1041, "HY000", Kind.UNAVAILABLE),
    HANDSHAKE(1043, "08S01", Kind.CLIENT),
    /** The message names what cannot be reached, and why; whoever knows the account puts it in front. */
    DATABASE_ACCESS_DENIED(1044, "42000", Kind.CLIENT),
    ACCESS_DENIED(1045, "28000", Kind.CLIENT),
    NO_DATABASE(1046, "3D000", Kind.CLIENT),
    UNKNOWN_COMMAND(1047, "08S01", Kind.CLIENT),
    NULL_IN_NOT_NULL(1048, "23000", Kind.ROW),
    UNKNOWN_DATABASE(1049, "42000", Kind.CLIENT),
    TABLE_EXISTS(1050, "42S01", Kind.CLIENT),
    UNKNOWN_TABLE_ON_DROP(1051, "42S02", Kind.CLIENT),
    AMBIGUOUS_COLUMN(1052, "23000", Kind.CLIENT),
    SERVER_SHUTDOWN(1053, "08S01", Kind.UNAVAILABLE),
    UNKNOWN_COLUMN(1054, "42S22", Kind.CLIENT),
    /** A column of a grouped query that is neither grouped nor within an aggregate. */
    NOT_IN_GROUP_BY(1055, "42000", Kind.CLIENT),
    WRONG_GROUP_FIELD(1056, "42000", Kind.CLIENT),
    IDENTIFIER_TOO_LONG(1059, "42000", Kind.CLIENT),
    DUPLICATE_COLUMN(1060, "42S21", Kind.CLIENT),
    DUPLICATE_KEY_NAME(1061, "42000", Kind.CLIENT),
    DUPLICATE_KEY(1062, "23000", Kind.CLIENT),
    WRONG_COLUMN_SPECIFIER(1063, "42000", Kind.CLIENT),
    SYNTAX(1064, "42000", Kind.CLIENT),
    EMPTY_QUERY(1065, "42000", Kind.CLIENT),
    NOT_UNIQUE_TABLE(1066, "42000", Kind.CLIENT),
    INVALID_DEFAULT(1067, "42000", Kind.CLIENT),
    MULTIPLE_PRIMARY_KEYS(1068, "42000", Kind.CLIENT),
    UNKNOWN_KEY_COLUMN(1072, "42000", Kind.CLIENT),
    AUTO_COLUMN_NOT_A_KEY(1075, "42000", Kind.CLIENT),
    WRONG_FIELD_SEPARATOR(1083, "42000", Kind.CLIENT),
    /** ALTER TABLE would leave a table without columns. */
    CANNOT_REMOVE_ALL_COLUMNS(1090, "42000", Kind.CLIENT),
    /** A column or key that ALTER TABLE is to drop, and that is not there. */
    CANNOT_DROP(1091, "42000", Kind.CLIENT),
    NO_SUCH_THREAD(1094, "HY000", Kind.CLIENT),
    NO_TABLES_USED(1096, "HY000", Kind.CLIENT),
    WRONG_DATABASE_NAME(1102, "42000", Kind.CLIENT),
    WRONG_TABLE_NAME(1103, "42000", Kind.CLIENT),
    UNKNOWN(1105, "HY000", Kind.INTERNAL),
    /** A statement that is understood but not acceptable; Doris answers these with 1105 as well. */
    INVALID_STATEMENT(1105, "HY000", Kind.CLIENT),
    /** Non-strict mode left out a larger share of a load's rows than {@code insert_max_filter_ratio}. */
    TOO_MANY_FILTERED(1105, "HY000", Kind.ROW),
    /** The engine refused or failed; its own text is the cause, and in the log. */
    ENGINE(1105, "HY000", Kind.INTERNAL),
    /** A server has answered a definition with an error that has no code here; the text has its number. Nothing was changed. */
    SERVER_REFUSED(1105, "HY000", Kind.CLIENT),
    /** Backend gone or going; nothing was changed. */
    BACKEND_UNAVAILABLE(1105, "HY000", Kind.UNAVAILABLE),
    TRANSACTION_ABORTED(1105, "HY000", Kind.CLIENT),
    /**
     * The answer to a statement within a transaction was lost: nobody knows whether its rows are in it, so it must be rolled
     * back, and nothing is stored.
     */
    STATEMENT_LOST(1105, "HY000", Kind.UNAVAILABLE),
    /** The label was used by a load that has committed. */
    LABEL_USED(1105, "HY000", Kind.CLIENT),
    /** The label is used by a load that has not ended. */
    LABEL_RUNNING(1105, "HY000", Kind.CLIENT),
    /** The label is used by a load that waits for its second phase. */
    LABEL_PRECOMMITTED(1105, "HY000", Kind.CLIENT),
    /** A table that information_schema has not. */
    UNKNOWN_TABLE_IN(1109, "42S02", Kind.CLIENT),
    COLUMN_SPECIFIED_TWICE(1110, "42000", Kind.CLIENT),
    INVALID_GROUP_FUNCTION(1111, "HY000", Kind.CLIENT),
    TABLE_MUST_HAVE_COLUMNS(1113, "42000", Kind.CLIENT),
    UNKNOWN_CHARACTER_SET(1115, "42000", Kind.CLIENT),
    COLUMN_COUNT(1136, "21S01", Kind.CLIENT),
    /** A NULL in a column that ALTER TABLE makes NOT NULL. */
    INVALID_NULL(1138, "22004", Kind.CLIENT),
    /** A regular expression that is none. */
    INVALID_PATTERN(1139, "42000", Kind.CLIENT),
    MIXED_WITH_AGGREGATES(1140, "42000", Kind.CLIENT),
    /** A user without an account, in SHOW GRANTS. */
    NO_SUCH_GRANT(1141, "42000", Kind.CLIENT),
    /** What an account of a server may not do with a table there. */
    TABLE_ACCESS_DENIED(1142, "42000", Kind.CLIENT),
    COLUMN_ACCESS_DENIED(1143, "42000", Kind.CLIENT),
    UNKNOWN_TABLE(1146, "42S02", Kind.CLIENT),
    PACKET_TOO_LARGE(1153, "08S01", Kind.CLIENT),
    PACKETS_OUT_OF_ORDER(1156, "08S01", Kind.CLIENT),
    /** A client that was asked for something is silent. */
    READ_TIMEOUT(1159, "08S01", Kind.CLIENT),
    WRONG_COLUMN_NAME(1166, "42000", Kind.CLIENT),
    NULL_IN_PRIMARY_KEY(1171, "42000", Kind.CLIENT),
    /** An index that RENAME INDEX names, and that is not there. */
    UNKNOWN_KEY(1176, "42000", Kind.CLIENT),
    /**
     * The statement may have taken effect or not, and nobody here knows: the rows were sent, written or on their way into
     * the engine when the answer was lost. Never of what is known to have done nothing, which may be repeated at once.
     *
     * <p>MySQL's number of an error during COMMIT; the state is the standard's for a transaction whose resolution is
     * unknown, which Connector/J uses when it loses the connection within COMMIT. Not class 40, at which programs repeat.
     */
    OUTCOME_UNKNOWN(1180, "08007", Kind.UNAVAILABLE),
    UNKNOWN_SYSTEM_VARIABLE(1193, "HY000", Kind.CLIENT),
    /** More than the table's engine takes in one transaction, alone. */
    TRANSACTION_TOO_LARGE(1197, "HY000", Kind.CLIENT),
    TOO_MANY_USER_CONNECTIONS(1203, "42000", Kind.UNAVAILABLE),
    /** A named limit stayed full for its whole waiting time, or another statement held what this one needs. */
    LIMIT_OR_LOCK_WAIT(1205, "HY000", Kind.UNAVAILABLE),
    /** The log, or the way to it, cannot take this load: its frontend commits it as a batch of its own. */
    LOAD_TOO_LARGE(1205, "HY000", Kind.UNAVAILABLE),
    /** The disk of the log is short, so that it takes no load: its frontend commits it as a batch of its own. */
    LOG_SHORT(1205, "HY000", Kind.UNAVAILABLE),
    /** Another transaction of a server held a row or a table for too long. The statement's own is rolled back. */
    LOCK_WAIT(1205, "HY000", Kind.UNAVAILABLE),
    WRONG_ARGUMENTS(1210, "HY000", Kind.CLIENT),
    WRITE_CONFLICT(1213, "40001", Kind.UNAVAILABLE),
    /** {@link #NO_REFERENCED_ROW} to an account that may not see the table referred to. */
    NO_REFERENCED_ROW_HIDDEN(1216, "23000", Kind.ROW),
    /** {@link #ROW_IS_REFERENCED} to an account that may not see the table that refers to it. */
    ROW_IS_REFERENCED_HIDDEN(1217, "23000", Kind.ROW),
    WRONG_USAGE(1221, "HY000", Kind.CLIENT),
    DIFFERENT_COLUMN_COUNTS(1222, "21000", Kind.CLIENT),
    SESSION_VARIABLE(1228, "HY000", Kind.CLIENT),
    GLOBAL_VARIABLE(1229, "HY000", Kind.CLIENT),
    /** A privilege that an account of a server has not. */
    PRIVILEGE_MISSING(1227, "42000", Kind.CLIENT),
    WRONG_VALUE_FOR_VARIABLE(1231, "42000", Kind.CLIENT),
    WRONG_TYPE_FOR_VARIABLE(1232, "42000", Kind.CLIENT),
    NOT_SUPPORTED(1235, "42000", Kind.CLIENT),
    READ_ONLY_VARIABLE(1238, "HY000", Kind.CLIENT),
    WRONG_FOREIGN_KEY(1239, "42000", Kind.CLIENT),
    OPERAND_COLUMNS(1241, "21000", Kind.CLIENT),
    SUBQUERY_ROWS(1242, "21000", Kind.CLIENT),
    UNKNOWN_STATEMENT_HANDLER(1243, "HY000", Kind.CLIENT),
    DERIVED_WITHOUT_ALIAS(1248, "42000", Kind.CLIENT),
    TOO_FEW_FIELDS(1261, "01000", Kind.ROW),
    TOO_MANY_FIELDS(1262, "01000", Kind.ROW),
    OUT_OF_RANGE(1264, "22003", Kind.ROW),
    /** A value that is no member of an ENUM or SET. */
    DATA_TRUNCATED(1265, "01000", Kind.ROW),
    UNKNOWN_COLLATION(1273, "HY000", Kind.CLIENT),
    UNKNOWN_STORAGE_ENGINE(1286, "42000", Kind.CLIENT),
    /** A table that no statement changes so. */
    NOT_UPDATABLE(1288, "HY000", Kind.CLIENT),
    /** A write to a backend that takes none. */
    OPTION_PREVENTS_STATEMENT(1290, "HY000", Kind.UNAVAILABLE),
    DUPLICATE_MEMBER(1291, "HY000", Kind.CLIENT),
    BAD_DATE(1292, "22007", Kind.ROW),
    INVALID_ON_UPDATE(1294, "HY000", Kind.CLIENT),
    /** PREPARE inside PREPARE, and what else cannot be prepared. */
    UNSUPPORTED_PREPARED(1295, "HY000", Kind.CLIENT),
    UNKNOWN_TIME_ZONE(1298, "HY000", Kind.CLIENT),
    /** Bytes where text must stand, and that are none in its character set. */
    INVALID_CHARACTERS(1300, "HY000", Kind.CLIENT),
    UNKNOWN_FUNCTION(1305, "42000", Kind.CLIENT),
    INTERRUPTED(1317, "70100", Kind.CLIENT),
    /** A view is wanted, and this is a table, or the other way round. */
    WRONG_OBJECT(1347, "HY000", Kind.CLIENT),
    VIEW_WITH_VARIABLE(1351, "HY000", Kind.CLIENT),
    /** A CREATE VIEW whose query reads a temporary table. */
    VIEW_OF_TEMPORARY(1352, "HY000", Kind.CLIENT),
    /** A list of columns is not as long as the query is wide. */
    WRONG_COLUMN_LIST(1353, "HY000", Kind.CLIENT),
    /** What a view reads is no longer there. */
    VIEW_INVALID(1356, "HY000", Kind.CLIENT),
    UNKNOWN_TRIGGER(1360, "HY000", Kind.CLIENT),
    NO_DEFAULT(1364, "HY000", Kind.ROW),
    DIVISION_BY_ZERO(1365, "22012", Kind.ROW),
    BAD_NUMBER_OR_TEXT(1366, "HY000", Kind.ROW),
    CHECK_OPTION_OF_VIEW(1368, "HY000", Kind.CLIENT),
    NO_BINARY_LOG(1381, "HY000", Kind.CLIENT),
    TOO_MANY_PLACEHOLDERS(1390, "HY000", Kind.CLIENT),
    USER_OPERATION_FAILED(1396, "HY000", Kind.CLIENT),
    TOO_LONG(1406, "22001", Kind.ROW),
    /** A value that a function cannot take. */
    WRONG_VALUE_FOR_TYPE(1411, "HY000", Kind.ROW),
    /** The rows were encoded for an older schema version: the frontend plans again and retries, nobody else sees it. */
    SCHEMA_VERSION_MISMATCH(1412, "HY000", Kind.UNAVAILABLE),
    NO_OPEN_CURSOR(1421, "HY000", Kind.CLIENT),
    TOO_BIG_PRECISION(1426, "42000", Kind.CLIENT),
    /** A foreign key refers to a row, or of a MariaDB to a table that was to be dropped. */
    ROW_IS_REFERENCED(1451, "23000", Kind.ROW),
    NO_REFERENCED_ROW(1452, "23000", Kind.ROW),
    TOO_MANY_PREPARED_STATEMENTS(1461, "42000", Kind.CLIENT),
    VIEW_RECURSION(1462, "HY000", Kind.CLIENT),
    /** The type of an AUTO_INCREMENT column has no further number. */
    AUTO_INCREMENT_EXHAUSTED(1467, "HY000", Kind.CLIENT),
    NOT_INSERTABLE(1471, "HY000", Kind.CLIENT),
    PARTITION_COLUMN_UNKNOWN(1488, "HY000", Kind.CLIENT),
    RANGES_NOT_INCREASING(1493, "HY000", Kind.CLIENT),
    DUPLICATE_LIST_VALUE(1495, "HY000", Kind.CLIENT),
    TOO_MANY_PARTITIONS(1499, "HY000", Kind.CLIENT),
    /** PARTITION BY a column outside of the key by which rows replace each other. */
    KEY_WITHOUT_PARTITION_COLUMN(1503, "HY000", Kind.CLIENT),
    /** ADD and DROP PARTITION of a table that has none. */
    NOT_PARTITIONED(1505, "HY000", Kind.CLIENT),
    UNKNOWN_PARTITION_ON_DROP(1507, "HY000", Kind.CLIENT),
    DUPLICATE_PARTITION(1517, "HY000", Kind.CLIENT),
    /** A text that is compared as a date and is none. */
    WRONG_VALUE(1525, "HY000", Kind.ROW),
    /** A row that none of its table's partitions takes. */
    NO_PARTITION(1526, "HY000", Kind.ROW),
    UNKNOWN_EVENT(1539, "HY000", Kind.CLIENT),
    TRANSACTION_IN_PROGRESS(1568, "25001", Kind.CLIENT),
    WRONG_PARAMETER_COUNT(1582, "42000", Kind.CLIENT),
    SERVER_ERROR_READING_LOG(1595, "HY000", Kind.INTERNAL),
    PARTITION_VALUE_COUNT(1653, "HY000", Kind.CLIENT),
    PARTITION_VALUE_TYPE(1654, "HY000", Kind.CLIENT),
    PARTITION_COLUMN_TYPE(1659, "HY000", Kind.CLIENT),
    /** What the engine computes and cannot hold. */
    OUT_OF_RANGE_IN_EXPRESSION(1690, "22003", Kind.ROW),
    /** A foreign key refers to a table that is truncated. */
    TABLE_IS_REFERENCED(1701, "42000", Kind.CLIENT),
    UNKNOWN_PARTITION(1735, "HY000", Kind.CLIENT),
    PARTITION_OF_NOT_PARTITIONED(1747, "HY000", Kind.CLIENT),
    /** A row outside of the partitions that its INSERT names. */
    NOT_IN_PARTITIONS(1748, "HY000", Kind.ROW),
    /** A change that a foreign key passes on to another table, in which it makes a duplicate. */
    FOREIGN_DUPLICATE(1761, "23000", Kind.ROW),
    /** {@link #FOREIGN_DUPLICATE} where the server does not name the table. */
    FOREIGN_DUPLICATE_HIDDEN(1762, "23000", Kind.ROW),
    READ_ONLY_TRANSACTION(1792, "25006", Kind.CLIENT),
    DUPLICATE_FOREIGN_KEY(1826, "HY000", Kind.CLIENT),
    FOREIGN_KEY_COLUMN(1828, "HY000", Kind.CLIENT),
    /** A server that takes no writes at all. */
    READ_ONLY_MODE(1836, "HY000", Kind.UNAVAILABLE),
    /** A statement ran longer than its session allows. */
    STATEMENT_TIMEOUT(3024, "HY000", Kind.CLIENT),
    GENERATED_FUNCTION(3102, "HY000", Kind.CLIENT),
    /** A value that a generated column is given. */
    GENERATED_VALUE(3105, "HY000", Kind.CLIENT),
    GENERATED_ACTION(3106, "HY000", Kind.CLIENT),
    GENERATED_NOT_PRIOR(3107, "HY000", Kind.CLIENT),
    GENERATED_DEPENDENCY(3108, "HY000", Kind.CLIENT),
    GENERATED_OF_AUTO_INCREMENT(3109, "HY000", Kind.CLIENT),
    /** A value for a JSON column. */
    INVALID_JSON_VALUE(3140, "22032", Kind.ROW),
    INVALID_JSON_TEXT(3141, "22032", Kind.ROW),
    INVALID_JSON_PATH(3143, "42000", Kind.CLIENT),
    JSON_PATH_WILDCARD(3149, "42000", Kind.CLIENT),
    JSON_PATH_IS_DOCUMENT(3153, "42000", Kind.CLIENT),
    JSON_ONE_OR_ALL(3154, "42000", Kind.CLIENT),
    JSON_NULL_NAME(3158, "22032", Kind.ROW),
    SECURE_TRANSPORT_REQUIRED(3159, "HY000", Kind.CLIENT),
    /** Notes of DROP, ALTER and CREATE USER with IF [NOT] EXISTS. */
    USER_MISSING(3162, "HY000", Kind.CLIENT),
    USER_EXISTS(3163, "HY000", Kind.CLIENT),
    JSON_PATH_IS_NO_ELEMENT(3165, "42000", Kind.CLIENT),
    UNKNOWN_WINDOW(3579, "HY000", Kind.CLIENT),
    WINDOW_FRAME_START(3584, "HY000", Kind.CLIENT),
    WINDOW_FRAME_END(3585, "HY000", Kind.CLIENT),
    WINDOW_FRAME(3586, "HY000", Kind.CLIENT),
    /** The order of a frame that counts values, of one key, and its bounds. */
    WINDOW_RANGE_ORDER(3587, "HY000", Kind.CLIENT),
    WINDOW_RANGE_OF_MOMENTS(3588, "HY000", Kind.CLIENT),
    WINDOW_RANGE_OF_NUMBERS(3589, "HY000", Kind.CLIENT),
    WINDOW_BOUND_NOT_CONSTANT(3590, "HY000", Kind.CLIENT),
    WINDOW_FUNCTION_HERE(3593, "HY000", Kind.CLIENT),
    WINDOW_ALIAS_HERE(3594, "HY000", Kind.CLIENT),
    NESTED_WINDOW(3595, "HY000", Kind.CLIENT),
    WINDOW_ROWS_INTERVAL(3596, "HY000", Kind.CLIENT),
    GROUPING_OF_NO_KEY(3602, "HY000", Kind.CLIENT),
    /** {@code cte_max_recursion_depth} was passed. */
    RECURSION_TOO_DEEP(3636, "HY000", Kind.CLIENT),
    /** A foreign key refers to a table that was to be dropped, of a MySQL 8. */
    DROPPED_TABLE_IS_REFERENCED(3730, "HY000", Kind.CLIENT),
    GENERATED_NAMED_FUNCTION(3763, "HY000", Kind.CLIENT),
    GENERATED_VARIABLES(3765, "HY000", Kind.CLIENT),
    CHECK_NAMED_FUNCTION(3814, "HY000", Kind.CLIENT),
    CHECK_FUNCTION(3815, "HY000", Kind.CLIENT),
    CHECK_VARIABLES(3816, "HY000", Kind.CLIENT),
    CHECK_OF_AUTO_INCREMENT(3818, "HY000", Kind.CLIENT),
    /** A CHECK that a row does not keep. */
    CONSTRAINT_VIOLATED(3819, "HY000", Kind.ROW),
    UNKNOWN_CHECK(3821, "HY000", Kind.CLIENT),
    DUPLICATE_CHECK(3822, "HY000", Kind.CLIENT),
    /** A unique index of a server refuses a row; {@link #DUPLICATE_KEY} is said of a statement. */
    DUPLICATE_ROW(1062, "23000", Kind.ROW),
    /** A trigger of a server refuses a row. */
    SIGNALLED(1644, "45000", Kind.ROW),
    LOCAL_FILES_DISABLED(3948, "42000", Kind.CLIENT),
    /** A column that a CHECK reads, and that is to go or to be called otherwise. */
    CHECK_COLUMN(3959, "HY000", Kind.CLIENT);

    /** Who must act: the client, the one who made the row, whoever operates the server, or us. */
    public enum Kind {
        CLIENT,
        ROW,
        UNAVAILABLE,
        INTERNAL
    }

    private final int number;
    private final String sqlState;
    private final Kind kind;

    ErrorCode(int number, String sqlState, Kind kind) {
        this.number = number;
        this.sqlState = sqlState;
        this.kind = kind;
    }

    /** @param message for the client: what, where, the value and the allowed range */
    public TributaryException error(String message) {
        return new TributaryException(this, message);
    }

    public int number() {
        return number;
    }

    public String sqlState() {
        return sqlState;
    }

    /**
     * Whether a statement that stores something may have done so when it fails with this. What nobody foresaw says too
     * little, and so does a code that only a newer peer knows.
     */
    public boolean leavesOutcomeOpen() {
        return this == OUTCOME_UNKNOWN || this == UNKNOWN;
    }

    /**
     * Whether somebody else was in the way: nothing of the transaction is stored, and all of it, begun once more, may succeed.
     */
    public boolean isConflict() {
        return this == WRITE_CONFLICT || this == LOCK_WAIT;
    }

    public Kind kind() {
        return kind;
    }
}
