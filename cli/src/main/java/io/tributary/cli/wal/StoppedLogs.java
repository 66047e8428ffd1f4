package io.tributary.cli.wal;

import io.tributary.backend.BackendStartException;
import io.tributary.backend.StoppedBackend;
import io.tributary.cli.options.CommandFailure;
import io.tributary.cli.options.CommonOptions;
import io.tributary.cli.settings.SettingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What every command of {@code tributary wal} does first. */
final class StoppedLogs {
    private StoppedLogs() {}

    /** The backend of these options. @throws BackendStartException if it runs, naming its process */
    static StoppedBackend open(CommonOptions options) throws SettingException, BackendStartException {
        return StoppedBackend.open(options.configs().backendInProcess());
    }

    /** The one log that has this segment, or could have it. @throws CommandFailure if that is not one */
    static Path logOf(StoppedBackend backend, String segment) throws CommandFailure {
        List<Path> logs = backend.logs();
        List<Path> having =
                logs.stream().filter(log -> Files.exists(log.resolve(segment))).toList();
        List<Path> candidates = having.isEmpty() ? logs : having;
        if (candidates.size() != 1) {
            throw new CommandFailure("--segment " + segment + ": is in " + having + ", logs are " + logs
                    + "; name one by --set group_commit_wal_path=DIR");
        }
        return candidates.get(0);
    }
}
