package io.tributary.bench;

import io.tributary.bench.load.Credentials;
import io.tributary.bench.load.ServerAddress;
import io.tributary.bench.process.JavaCommand;
import io.tributary.bench.server.PeerChoice;
import io.tributary.bench.server.TributaryOnServer.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything a benchmark is told.
 *
 * @param runs of each cell and server, 1 or more
 * @param clientJava of the load generator
 * @param url of a server that is there already, or null to start one
 * @param credentials for it
 * @param settings {@code key=value}, for servers that are started
 * @param tables which server has the tables of the Tributary that is started, or null: they are in its process
 * @param peer that is measured as well, or null
 * @param peerSettings {@code key=value}, for a Tributary that is the peer
 */
public record BenchPlan(
        Cells cells,
        int warmupSeconds,
        int seconds,
        int runs,
        JavaCommand clientJava,
        @Nullable ServerAddress url,
        Credentials credentials,
        List<String> settings,
        @Nullable Kind tables,
        @Nullable PeerChoice peer,
        List<String> peerSettings,
        Reports reports,
        String commit) {
    /**
     * Where reports go.
     *
     * @param json or null
     * @param markdown or null
     * @param svg or null
     * @param resume whether the cells in {@code json} are taken for done
     */
    public record Reports(@Nullable Path json, @Nullable Path markdown, @Nullable Path svg, boolean resume) {
        public Reports {
            if (resume && json == null) {
                throw new IllegalArgumentException(
                        "--resume needs --json FILE: it goes on with the cells missing there");
            }
        }

        /** @throws IOException if what is written at the end could not be, too: hours may lie between */
        ReportFile open() throws IOException {
            checkDirectory("--markdown", markdown);
            checkDirectory("--svg", svg);
            return resume && json != null ? ReportFile.resume(json) : ReportFile.begin(json);
        }

        private static void checkDirectory(String option, @Nullable Path file) throws IOException {
            Path directory = file == null ? null : file.toAbsolutePath().getParent();
            if (directory != null && !Files.isDirectory(directory)) {
                throw new IOException(option + " " + file + ": there is no directory " + directory);
            }
        }
    }

    public BenchPlan {
        if (seconds < 1 || warmupSeconds < 0 || runs < 1) {
            throw new IllegalArgumentException("--seconds " + seconds + " --warmup-seconds " + warmupSeconds
                    + " --runs " + runs + ": allowed are 1 or more, 0 or more, 1 or more");
        }
    }
}
