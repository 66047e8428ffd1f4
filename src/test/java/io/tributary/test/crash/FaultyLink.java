package io.tributary.test.crash;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The wire between a frontend and a backend: a TCP proxy that can do what networks do. Two threads a connection.
 * A connection that has lost bytes stays lost after {@link #heal}, as a stream with a hole would; new ones are whole then.
 * Any thread.
 */
final class FaultyLink implements AutoCloseable {
    /** Which bytes. */
    enum Way {
        TO_BACKEND,
        TO_FRONTEND
    }

    /** What the kernel would take beyond what is forwarded: little, so that a slow link is slow. */
    private static final int BUFFER_BYTES = 64 << 10;

    private static final int PIECE_BYTES = 8 << 10;
    private static final long HELD_NANOS = 1_000_000;
    private static final int CONNECT_MILLIS = 5_000;

    private final ServerSocket listener;
    private final int backendPort;
    private final List<Connection> connections = new CopyOnWriteArrayList<>();
    private volatile State state = State.WHOLE;

    /** @param pieceNanos that each 8 KiB take */
    private record State(boolean cut, Set<Way> swallowed, Set<Way> held, long pieceNanos) {
        static final State WHOLE = new State(false, Set.of(), Set.of(), 0);
    }

    /** @param backendPort on loopback; may be closed for now */
    FaultyLink(int backendPort) throws IOException {
        this.backendPort = backendPort;
        listener = new ServerSocket();
        listener.setReceiveBufferSize(BUFFER_BYTES);
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        start("link-accept", this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    void heal() {
        state = State.WHOLE;
    }

    /** A partition that answers: every connection is reset on both sides, and so is every new one. */
    void cut() {
        state = new State(true, Set.of(), Set.of(), 0);
        connections.forEach(Connection::reset);
    }

    /** A black hole: from now on bytes of these ways vanish, of new connections too, and both sides stay open. */
    void swallow(Set<Way> ways) {
        state = new State(false, ways, Set.of(), 0);
        connections.forEach(connection -> connection.lost.addAll(ways));
    }

    /** A partition that TCP survives: bytes of these ways wait until it heals. */
    void hold(Set<Way> ways) {
        state = new State(false, Set.of(), ways, 0);
    }

    /** So many bytes a second at most, and none faster than a piece of 8 KiB takes. */
    void slow(long bytesPerSecond) {
        state = new State(false, Set.of(), Set.of(), TimeUnit.SECONDS.toNanos(PIECE_BYTES) / bytesPerSecond);
    }

    /** Half-open: each connection that is there ends at this way's destination; the other side hears nothing any more. */
    void endUntold(Way toldWay) {
        for (Connection connection : connections) {
            connection.lost.addAll(EnumSet.allOf(Way.class));
            reset(toldWay == Way.TO_BACKEND ? connection.backend : connection.frontend);
        }
    }

    /** A frontend that vanished: of each connection that is there nobody hears anything any more, its end neither. */
    void vanish() {
        connections.forEach(connection -> connection.lost.addAll(EnumSet.allOf(Way.class)));
    }

    /** Connections that have lost bytes, and that the backend has not ended. */
    long lostAndOpen() {
        return connections.stream()
                .filter(connection -> !connection.lost.isEmpty() && !connection.endedByBackend)
                .count();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket frontend = listener.accept();
                if (state.cut()) {
                    reset(frontend);
                    continue;
                }
                connect(frontend);
            } catch (IOException e) {
                // Closed, or nobody listens at the backend's port: the frontend was told.
            }
        }
    }

    private void connect(Socket frontend) throws IOException {
        Socket backend = new Socket();
        try {
            backend.setReceiveBufferSize(BUFFER_BYTES);
            backend.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), backendPort), CONNECT_MILLIS);
            frontend.setTcpNoDelay(true);
            backend.setTcpNoDelay(true);
        } catch (IOException e) {
            reset(frontend);
            backend.close();
            throw e;
        }
        Connection connection = new Connection(frontend, backend);
        connections.add(connection);
        if (state.cut()) {
            connection.reset();
        }
        start("link-to-backend", () -> connection.carry(Way.TO_BACKEND));
        start("link-to-frontend", () -> connection.carry(Way.TO_FRONTEND));
    }

    private static void start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            // Closed before.
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        state = new State(true, Set.of(), Set.of(), 0);
        connections.forEach(Connection::reset);
    }

    private final class Connection {
        private final Socket frontend;
        private final Socket backend;
        /** Ways that have lost bytes; an end is not told on them either. */
        private final Set<Way> lost = ConcurrentHashMap.newKeySet();

        private volatile boolean endedByBackend;

        Connection(Socket frontend, Socket backend) {
            this.frontend = frontend;
            this.backend = backend;
        }

        void reset() {
            FaultyLink.reset(frontend);
            FaultyLink.reset(backend);
            connections.remove(this);
        }

        void carry(Way way) {
            Socket from = way == Way.TO_BACKEND ? frontend : backend;
            Socket to = way == Way.TO_BACKEND ? backend : frontend;
            byte[] piece = new byte[PIECE_BYTES];
            try {
                InputStream in = from.getInputStream();
                for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                    if (!isLost(way)) {
                        LockSupport.parkNanos(state.pieceNanos());
                        awaitRelease(way);
                        to.getOutputStream().write(piece, 0, read);
                    }
                }
            } catch (IOException e) {
                // An end, told below.
            }
            if (way == Way.TO_FRONTEND) {
                endedByBackend = true;
            }
            if (!isLost(way)) {
                reset();
            }
        }

        private boolean isLost(Way way) {
            if (state.swallowed().contains(way)) {
                lost.add(way);
            }
            return lost.contains(way);
        }

        private void awaitRelease(Way way) {
            while (state.held().contains(way) && !frontend.isClosed()) {
                LockSupport.parkNanos(HELD_NANOS);
            }
        }
    }
}
