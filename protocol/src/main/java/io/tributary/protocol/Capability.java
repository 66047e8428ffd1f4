package io.tributary.protocol;

import java.util.StringJoiner;

/**
 * The capability flags that client and server exchange, as bits of an {@code int}.
 *
 * <p>What both sides set is in force: {@code client & server}. A handshake response is <em>laid out</em> by the
 * client's own flags all the same, because clients set bits that were never offered.
 *
 * @see <a href="https://dev.mysql.com/doc/dev/mysql-server/latest/group__group__cs__capabilities__flags.html">MySQL
 *     capability flags</a>
 */
public final class Capability {
    public static final int LONG_PASSWORD = 1;
    /** Affected rows count the rows found, not only those changed. */
    public static final int FOUND_ROWS = 1 << 1;

    public static final int LONG_FLAG = 1 << 2;
    public static final int CONNECT_WITH_DB = 1 << 3;
    public static final int NO_SCHEMA = 1 << 4;
    public static final int COMPRESS = 1 << 5;
    public static final int ODBC = 1 << 6;
    public static final int LOCAL_FILES = 1 << 7;
    public static final int IGNORE_SPACE = 1 << 8;
    public static final int PROTOCOL_41 = 1 << 9;
    public static final int INTERACTIVE = 1 << 10;
    public static final int SSL = 1 << 11;
    public static final int IGNORE_SIGPIPE = 1 << 12;
    /** The client reads status flags. */
    public static final int TRANSACTIONS = 1 << 13;

    public static final int RESERVED = 1 << 14;
    /** The authentication response has a length, not a terminating NUL. */
    public static final int SECURE_CONNECTION = 1 << 15;

    public static final int MULTI_STATEMENTS = 1 << 16;
    public static final int MULTI_RESULTS = 1 << 17;
    public static final int PS_MULTI_RESULTS = 1 << 18;
    public static final int PLUGIN_AUTH = 1 << 19;
    public static final int CONNECT_ATTRS = 1 << 20;
    /** The length of the authentication response is length-encoded. */
    public static final int PLUGIN_AUTH_LENENC = 1 << 21;

    public static final int CAN_HANDLE_EXPIRED_PASSWORDS = 1 << 22;
    public static final int SESSION_TRACK = 1 << 23;
    /** No EOF packet after column definitions; an OK packet with header 0xFE ends the rows. */
    public static final int DEPRECATE_EOF = 1 << 24;

    public static final int OPTIONAL_RESULTSET_METADATA = 1 << 25;
    public static final int ZSTD_COMPRESSION = 1 << 26;
    public static final int QUERY_ATTRIBUTES = 1 << 27;
    public static final int MULTI_FACTOR_AUTHENTICATION = 1 << 28;
    public static final int CAPABILITY_EXTENSION = 1 << 29;
    public static final int SSL_VERIFY_SERVER_CERT = 1 << 30;
    public static final int REMEMBER_OPTIONS = 1 << 31;

    /** What this module speaks in full, TLS aside: that is offered where a certificate is configured. */
    public static final int SERVER = LONG_PASSWORD
            | FOUND_ROWS
            | LONG_FLAG
            | CONNECT_WITH_DB
            | COMPRESS
            | LOCAL_FILES
            | PROTOCOL_41
            | TRANSACTIONS
            | SECURE_CONNECTION
            | MULTI_STATEMENTS
            | MULTI_RESULTS
            | PLUGIN_AUTH
            | CONNECT_ATTRS
            | PLUGIN_AUTH_LENENC
            | DEPRECATE_EOF;

    /** The same of a server that calls itself MySQL 8 or newer: clients of older ones do not expect these. */
    public static final int SERVER_8 =
            SERVER | SESSION_TRACK | OPTIONAL_RESULTSET_METADATA | ZSTD_COMPRESSION | QUERY_ATTRIBUTES;

    private static final String[] NAMES = {
        "LONG_PASSWORD",
        "FOUND_ROWS",
        "LONG_FLAG",
        "CONNECT_WITH_DB",
        "NO_SCHEMA",
        "COMPRESS",
        "ODBC",
        "LOCAL_FILES",
        "IGNORE_SPACE",
        "PROTOCOL_41",
        "INTERACTIVE",
        "SSL",
        "IGNORE_SIGPIPE",
        "TRANSACTIONS",
        "RESERVED",
        "SECURE_CONNECTION",
        "MULTI_STATEMENTS",
        "MULTI_RESULTS",
        "PS_MULTI_RESULTS",
        "PLUGIN_AUTH",
        "CONNECT_ATTRS",
        "PLUGIN_AUTH_LENENC",
        "CAN_HANDLE_EXPIRED_PASSWORDS",
        "SESSION_TRACK",
        "DEPRECATE_EOF",
        "OPTIONAL_RESULTSET_METADATA",
        "ZSTD_COMPRESSION",
        "QUERY_ATTRIBUTES",
        "MULTI_FACTOR_AUTHENTICATION",
        "CAPABILITY_EXTENSION",
        "SSL_VERIFY_SERVER_CERT",
        "REMEMBER_OPTIONS",
    };

    private Capability() {}

    public static boolean has(int capabilities, int flag) {
        return (capabilities & flag) != 0;
    }

    /** The names of the bits set, lowest first, for logs: {@code LONG_PASSWORD|PROTOCOL_41}. */
    public static String names(int capabilities) {
        StringJoiner names = new StringJoiner("|");
        for (int bit = 0; bit < NAMES.length; bit++) {
            if (has(capabilities, 1 << bit)) {
                names.add(NAMES[bit]);
            }
        }
        return names.toString();
    }
}
