package io.tributary.cli.lineitem;

/** JDBC addresses with the parameters that the Group Commit manual gives. */
public final class JdbcUrl {
    /** The parameters to append after {@code ?}. */
    public static final String PARAMETERS = "useServerPrepStmts=true&useLocalSessionState=true"
            + "&rewriteBatchedStatements=true&cachePrepStmts=true&prepStmtCacheSqlLimit=99999&prepStmtCacheSize=500";

    private JdbcUrl() {}

    /** @param groupCommitMode of the session */
    public static String groupCommit(String host, int port, String database, String groupCommitMode) {
        return plain(host, port, database) + "?" + PARAMETERS + "&sessionVariables=group_commit=" + groupCommitMode;
    }

    public static String plain(String host, int port, String database) {
        return "jdbc:mysql://" + host + ":" + port + "/" + database;
    }
}
