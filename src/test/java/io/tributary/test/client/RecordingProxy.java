package io.tributary.test.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Stands between one client and a server on the loopback interface, and keeps every byte of both directions.
 *
 * <p>Two threads a connection; they end with it. For short conversations only: nothing is ever thrown away.
 */
final class RecordingProxy implements AutoCloseable {
    /** One connection: what the client and what the server sent. */
    record Conversation(ByteArrayOutputStream client, ByteArrayOutputStream server) {
        /** Numbers of the errors that the server sent, in their order. */
        Stream<Integer> errors() {
            Matcher error = ERROR.matcher(server.toString(StandardCharsets.ISO_8859_1));
            return error.results()
                    .map(found -> found.group(1).charAt(0) | found.group(1).charAt(1) << 8);
        }
    }

    /** ERR: its marker, the number, and the SQLSTATE. */
    private static final Pattern ERROR = Pattern.compile("\u00ff([\\s\\S]{2})#[0-9A-Z]{5}");

    private final ServerSocket listener;
    private final int serverPort;
    private final List<Conversation> conversations = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    RecordingProxy(int serverPort) throws IOException {
        this.serverPort = serverPort;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Waits until all connections have ended. */
    List<Conversation> ended() throws IOException, InterruptedException {
        listener.close();
        for (int i = 0; ; i++) {
            Thread thread;
            synchronized (this) {
                if (i == threads.size()) {
                    return List.copyOf(conversations);
                }
                thread = threads.get(i);
            }
            thread.join();
        }
    }

    /** Numbers of the errors that the server sent to any connection; waits until all have ended. */
    List<Integer> errors() throws IOException, InterruptedException {
        return ended().stream().flatMap(Conversation::errors).toList();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
                Conversation conversation = new Conversation(new ByteArrayOutputStream(), new ByteArrayOutputStream());
                synchronized (this) {
                    conversations.add(conversation);
                }
                start(() -> copy(client, server, conversation.client()));
                start(() -> copy(server, client, conversation.server()));
            }
        } catch (IOException e) {
            // The listener was closed: the recording ends.
        }
    }

    private static void copy(Socket from, Socket to, ByteArrayOutputStream record) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] piece = new byte[64 << 10];
            for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
                record.write(piece, 0, length);
                out.write(piece, 0, length);
            }
        } catch (IOException e) {
            // One side has hung up; what it sent before is kept.
        }
    }

    private synchronized void start(Runnable work) {
        Thread thread = new Thread(work, "recording-proxy-" + threads.size());
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }
}
