package io.tributary.engine.mysql.session;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Where the user and the password for a server are, never what they are: {@code file:/PATH}, a file of a line {@code USER} and one
 * with the password, or {@code env:NAME}, a variable {@code USER:PASSWORD}. Read at each connection, so that they can be changed.
 */
public record Credentials(String reference) {
    private static final String FILE = "file:";
    private static final String ENVIRONMENT = "env:";

    public Credentials {
        boolean file = reference.startsWith(FILE) && reference.length() > FILE.length();
        boolean variable = reference.startsWith(ENVIRONMENT) && reference.length() > ENVIRONMENT.length();
        if (!file && !variable) {
            throw new IllegalArgumentException("engine.credentials: file:/PATH or env:NAME is meant");
        }
    }

    /** A user and a password; its text shows neither. */
    public record Login(String user, String password) {
        @Override
        public String toString() {
            return "Login";
        }
    }

    /** @throws TributaryException ENGINE naming the reference, where it leads to nothing */
    public Login read() {
        return read(System::getenv);
    }

    Login read(UnaryOperator<@Nullable String> environment) {
        return reference.startsWith(FILE)
                ? ofFile(Path.of(reference.substring(FILE.length())))
                : ofVariable(environment.apply(reference.substring(ENVIRONMENT.length())));
    }

    private Login ofFile(Path file) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException e) {
            throw missing("cannot be read (" + e.getClass().getSimpleName() + ")");
        }
        if (lines.isEmpty() || lines.get(0).isBlank()) {
            throw missing("has no user in its first line");
        }
        return new Login(lines.get(0).strip(), lines.size() > 1 ? lines.get(1) : "");
    }

    private Login ofVariable(@Nullable String value) {
        int colon = value == null ? -1 : value.indexOf(':');
        if (value == null || colon < 1) {
            throw missing(value == null ? "is not set" : "is not USER:PASSWORD");
        }
        return new Login(value.substring(0, colon), value.substring(colon + 1));
    }

    private TributaryException missing(String what) {
        return new TributaryException(ErrorCode.ENGINE_DOWN, "engine.credentials = " + reference + " " + what);
    }
}
