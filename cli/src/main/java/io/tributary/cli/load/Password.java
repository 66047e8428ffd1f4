package io.tributary.cli.load;

import io.tributary.cli.options.CommandFailure;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a password comes from; what stands on a command line everybody sees who may ask for processes. */
public final class Password {
    /** The value of an option that was given without one. */
    public static final String ASKED = "\0";

    /** The variable of the environment. */
    public static final String VARIABLE = "TRIBUTARY_PASSWORD";

    private Password() {}

    /**
     * Returns the password; empty where none is given.
     *
     * @param option null: not given; {@link #ASKED}: to be typed
     * @param file of which the first line is the password, or null
     * @throws CommandFailure where there are two, the file cannot be read, or there is nobody to ask
     */
    public static String of(
            @Nullable String option, @Nullable Path file, Map<String, String> environment, @Nullable Console console)
            throws CommandFailure {
        if (option != null && file != null) {
            throw new CommandFailure("--password and --password-file: one of them is enough");
        }
        if (file != null) {
            return firstLine(file);
        }
        if (option == null) {
            return environment.getOrDefault(VARIABLE, "");
        }
        return option.equals(ASKED) ? typed(console) : option;
    }

    private static String typed(@Nullable Console console) throws CommandFailure {
        if (console == null) {
            throw new CommandFailure("--password without a value is asked for on a console, and there is none:"
                    + " use --password-file or the variable " + VARIABLE);
        }
        char[] typed = console.readPassword("password: ");
        return typed == null ? "" : new String(typed);
    }

    private static String firstLine(Path file) throws CommandFailure {
        try {
            return Files.readString(file).lines().findFirst().orElse("");
        } catch (IOException e) {
            throw new CommandFailure("--password-file " + file + " cannot be read: " + e);
        }
    }
}
