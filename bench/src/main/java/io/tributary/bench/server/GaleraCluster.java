package io.tributary.bench.server;

import io.tributary.bench.load.ServerAddress;
import io.tributary.bench.measure.CpuClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Three MariaDB Galera nodes of its own, started by {@code bin/galera}: each is as durable as a {@link MariaDb}. Nodes are counted
 * from 1. One thread.
 */
public final class GaleraCluster implements TablesServer {
    /** How many it has. */
    public static final int NODES = 3;

    private static final String SCRIPT = "bin/galera";

    private final Path directory;
    private final List<ServerAddress> addresses;

    private GaleraCluster(Path directory, List<ServerAddress> addresses) {
        this.directory = directory;
        this.addresses = addresses;
    }

    /**
     * Makes the nodes and starts them, which takes some ten seconds.
     *
     * @param directory exists, is empty, and is removed by the caller; it and those above it may be passed through by others
     *     afterwards, for the nodes of root run as another user
     * @throws IOException with what is missing, if it cannot be started
     */
    public static GaleraCluster start(Path directory) throws IOException, InterruptedException {
        letPass(directory);
        // Ends them even when this process is told to end in the middle of a run.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(directory), "end-galera"));
        boolean started = false;
        try {
            run(directory, "up");
            run(directory, "addresses");
            List<ServerAddress> addresses = Files.readAllLines(log(directory, "addresses")).stream()
                    .map(ServerAddress::parse)
                    .toList();
            started = true;
            return new GaleraCluster(directory, addresses);
        } finally {
            if (!started) {
                run(directory, "down");
            }
        }
    }

    private static void letPass(Path directory) throws IOException {
        for (Path each = directory.toAbsolutePath(); each != null; each = each.getParent()) {
            Set<PosixFilePermission> permissions = new HashSet<>(Files.getPosixFilePermissions(each));
            if (permissions.add(PosixFilePermission.OTHERS_EXECUTE)) {
                Files.setPosixFilePermissions(each, permissions);
            }
        }
    }

    private static Path log(Path directory, String action) {
        return directory.resolve(action + ".out");
    }

    private static void run(Path directory, String action, String... arguments)
            throws IOException, InterruptedException {
        Path script = Path.of(System.getProperty("tributary.home", "../..")).resolve(SCRIPT);
        if (!Files.isExecutable(script)) {
            throw new IOException(
                    "a Galera cluster is started by " + SCRIPT + " of the sources, and " + script + " is not there");
        }
        List<String> command = new ArrayList<>(List.of(script.toString(), action, directory.toString()));
        command.addAll(List.of(arguments));
        ToolRun.require(command, log(directory, action));
    }

    private void onNode(String action, int node) throws IOException, InterruptedException {
        run(directory, action, Integer.toString(node));
    }

    /** Ends it with SIGKILL, in the middle of whatever it does. */
    public void kill(int node) throws IOException, InterruptedException {
        onNode("kill", node);
    }

    /** Starts it again, and waits until it has what it missed. */
    public void startAgain(int node) throws IOException, InterruptedException {
        onNode("start", node);
    }

    /** Takes all packets from and to it away: neither the others nor clients reach it. As root. */
    public void cut(int node) throws IOException, InterruptedException {
        onNode("cut", node);
    }

    /** Ends {@link #cut}. */
    public void heal(int node) throws IOException, InterruptedException {
        onNode("heal", node);
    }

    @Override
    public String label() {
        return PeerChoice.GALERA;
    }

    /** That of the first node. */
    @Override
    public ServerAddress address() {
        return address(1);
    }

    public ServerAddress address(int node) {
        return addresses.get(node - 1);
    }

    /** Its addresses as {@code engine.url}, beginning with this node. */
    public String url(int first) {
        return IntStream.range(0, NODES)
                .mapToObj(i -> address((first - 1 + i) % NODES + 1).hostAndPort())
                .collect(Collectors.joining(",", "mysql://", ""));
    }

    @Override
    public String databaseClause(Path login) {
        return " PROPERTIES ('engine' = 'mysql', 'engine.url' = '" + url(1) + "', 'engine.credentials' = 'file:" + login
                + "')";
    }

    @Override
    public double cpuSeconds() throws IOException {
        try {
            run(directory, "pids");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        double all = 0;
        for (String pid : Files.readAllLines(log(directory, "pids"))) {
            all += CpuClock.seconds(Long.parseLong(pid));
        }
        return all;
    }

    @Override
    public Usage usage() throws IOException {
        return new Usage(
                Usage.Jvm.UNKNOWN, new Usage.Jvm(cpuSeconds(), null, null, null), null, null, null, null, null);
    }

    @Override
    public void close() {
        end(directory);
    }

    private static void end(Path directory) {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try {
            run(directory, "down");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
