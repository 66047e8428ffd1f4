package io.tributary.engine.mysql.session;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Where the user and the password for a server are, never what they are: {@code file:/PATH}, a file of a line {@code USER} and one
 * with the password, or {@code env:NAME}, a variable {@code USER:PASSWORD}. Read at each connection, so that they can be changed.
 * Errors quote nothing of what is there: a password in the wrong place would be sent, and shown, as a user.
 */
public record Credentials(String reference) {
    private static final String FILE = "file:";
    private static final String ENVIRONMENT = "env:";
    private static final int FILE_BYTES_MAX = 64 * 1024;

    public Credentials {
        boolean file = reference.startsWith(FILE) && reference.length() > FILE.length();
        boolean variable = reference.startsWith(ENVIRONMENT)
                && reference.length() > ENVIRONMENT.length()
                && reference.indexOf(':', ENVIRONMENT.length()) < 0;
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
            lines = text(file).lines().toList();
        } catch (IOException e) {
            throw missing("cannot be read (" + e.getClass().getSimpleName() + ")");
        }
        if (lines.isEmpty() || lines.get(0).isBlank()) {
            throw missing("has no user in its first line");
        }
        if (lines.size() < 2) {
            throw missing("has no second line, that of the password, which may be empty");
        }
        String user = lines.get(0).strip();
        if (user.indexOf(':') >= 0 && lines.get(1).isEmpty()) {
            throw missing("has USER:PASSWORD in its first line: the password is the second line");
        }
        return new Login(user, lines.get(1));
    }

    /** A pipe would keep whoever reads it waiting, and a device has no end. */
    private String text(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw missing("is no regular file");
        }
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(FILE_BYTES_MAX + 1);
        }
        if (bytes.length > FILE_BYTES_MAX) {
            throw missing("has more than " + FILE_BYTES_MAX + " bytes");
        }
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes))
                .toString();
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
