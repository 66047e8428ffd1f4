package io.tributary.cli;

import io.tributary.backend.BackendStartException;
import io.tributary.cli.options.CommandFailure;
import io.tributary.cli.settings.SettingException;
import io.tributary.cli.wal.WalCommand;
import io.tributary.frontend.FrontendServer;
import java.io.UncheckedIOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionExceptionHandler;

/** The {@code tributary} command. */
@Command(
        name = "tributary",
        description = "Many small writes in, few large commits out.",
        mixinStandardHelpOptions = true,
        version = "tributary 0.1.0",
        synopsisSubcommandLabel = "COMMAND",
        footer = {"", "A source tree has one more: bench, which measures a server."})
public final class Main {
    private static final Logger log = LoggerFactory.getLogger(Main.class);

    /** The commands in the order in which they are told. */
    private static final List<Class<?>> COMMANDS = List.of(
            DemoCommand.class,
            StartCommand.class,
            FrontendCommand.class,
            BackendCommand.class,
            LoadCommand.class,
            WalCommand.class,
            DoctorCommand.class,
            ArchiveCommand.class);

    private Main() {}

    public static void main(String[] args) {
        System.exit(run(commandLine(args), args));
    }

    /** @return the exit code: 0 done, 1 it could not be done (one line says why), 2 the command line was not understood */
    public static int run(CommandLine command, String... args) {
        return command.setExecutionExceptionHandler(oneLine()).execute(args);
    }

    /**
     * Returns the command line with the command that is asked for alone, where it is one: the options of all others take a
     * start a tenth of its time.
     */
    static CommandLine commandLine(String... args) {
        CommandLine line = new CommandLine(new Main());
        List<Class<?>> asked = COMMANDS.stream()
                .filter(command -> args.length > 0 && args[0].equals(name(command)))
                .toList();
        (asked.isEmpty() ? COMMANDS : asked).forEach(line::addSubcommand);
        return line;
    }

    private static String name(Class<?> command) {
        return command.getAnnotation(Command.class).name();
    }

    private static IExecutionExceptionHandler oneLine() {
        return (error, command, parsed) -> {
            if (!isExplained(error)) {
                log.error("command={} failed", command.getCommandName(), error);
            }
            command.getErr().println("tributary: " + message(error));
            command.getErr().flush();
            return 1;
        };
    }

    /** Whether the message was written for the one who typed the command, so that a stack trace would add nothing. */
    private static boolean isExplained(Exception error) {
        return error instanceof SettingException
                || error instanceof BackendStartException
                || error instanceof FrontendServer.StartException
                || error instanceof CommandFailure;
    }

    private static String message(Exception error) {
        Throwable told = error instanceof UncheckedIOException && error.getCause() != null ? error.getCause() : error;
        String message = told.getMessage();
        return message == null ? told.getClass().getName() : message.replace('\n', ' ');
    }
}
