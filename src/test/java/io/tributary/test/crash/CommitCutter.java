package io.tributary.test.crash;

import io.tributary.bench.load.ServerAddress;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A TCP proxy before a server that speaks MySQL's protocol, which loses connections in mid-commit: a COMMIT goes through, and its
 * answer does not. The server hears of it at once, and may not have read the COMMIT, or a moment later. Two threads a connection.
 * Any thread.
 */
final class CommitCutter implements AutoCloseable {
    private static final int PIECE_BYTES = 16 << 10;
    private static final int CONNECT_MILLIS = 10_000;
    private static final long LATER_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(20);

    /** Length, sequence number and command (COM_QUERY) of a packet before its text. */
    private static final int HEAD_BYTES = 5;

    /** How many attributes a query has, and sets of them; before a MySQL, where there are none. */
    private static final int ATTRIBUTES_BYTES = 2;

    private static final String COMMIT = "COMMIT";

    private final ServerAddress server;
    private final Random random;
    private final ServerSocket listener;
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private final AtomicLong lost = new AtomicLong();
    private final AtomicLong accepted = new AtomicLong();
    private volatile int oneIn;

    CommitCutter(ServerAddress server, long seed) throws IOException {
        this.server = server;
        random = new Random(seed);
        listener = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress());
        start("cutter-accept", this::accept);
    }

    String hostAndPort() {
        return "127.0.0.1:" + listener.getLocalPort();
    }

    /** One COMMIT in so many loses its answer, until it is called again; 0: none. */
    void cutOneIn(int commits) {
        oneIn = commits;
    }

    /** How many connections were made. */
    long accepted() {
        return accepted.get();
    }

    /** How many have lost theirs. */
    long lost() {
        return lost.get();
    }

    private static void start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                accepted.incrementAndGet();
                // One that takes long must not keep the others.
                start("cutter-to-server", () -> connect(client));
            } catch (IOException e) {
                // Closed.
            }
        }
    }

    private void connect(Socket client) {
        Connection connection = new Connection(client, new Socket());
        connections.add(connection);
        try {
            connection.server.connect(new InetSocketAddress(server.host(), server.port()), CONNECT_MILLIS);
            client.setTcpNoDelay(true);
            connection.server.setTcpNoDelay(true);
            start("cutter-to-client", () -> carry(connection, connection.server, client, false));
            carry(connection, client, connection.server, true);
        } catch (IOException e) {
            connection.reset();
        }
    }

    private void carry(Connection connection, Socket from, Socket to, boolean isToServer) {
        byte[] piece = new byte[PIECE_BYTES];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                boolean cuts = isToServer && isCommit(piece, read) && isNext();
                connection.isMute |= cuts;
                if (isToServer || !connection.isMute) {
                    out.write(piece, 0, read);
                }
                if (cuts) {
                    lost.incrementAndGet();
                    LockSupport.parkNanos(laterNanos());
                    break;
                }
            }
        } catch (IOException e) {
            // An end, told below.
        }
        connection.reset();
    }

    private static boolean isCommit(byte[] piece, int length) {
        int before = length - COMMIT.length();
        return (before == HEAD_BYTES || before == HEAD_BYTES + ATTRIBUTES_BYTES)
                && new String(piece, before, COMMIT.length(), StandardCharsets.ISO_8859_1).equalsIgnoreCase(COMMIT);
    }

    private boolean isNext() {
        int commits = oneIn;
        synchronized (random) {
            return commits > 0 && random.nextInt(commits) == 0;
        }
    }

    private long laterNanos() {
        synchronized (random) {
            return random.nextBoolean() ? 0 : (long) (random.nextDouble() * LATER_NANOS_MAX);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        connections.forEach(Connection::reset);
    }

    private final class Connection {
        private final Socket client;
        private final Socket server;
        /** Whether the client hears nothing any more. */
        private volatile boolean isMute;

        Connection(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void reset() {
            connections.remove(this);
            for (Socket socket : new Socket[] {client, server}) {
                try {
                    socket.setSoLinger(true, 0);
                    socket.close();
                } catch (IOException e) {
                    // Closed before.
                }
            }
        }
    }
}
