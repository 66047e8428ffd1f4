package io.tributary.cli.settings;

/** A configuration that cannot be started with; the message is one line with key, value and allowed range. */
public final class SettingException extends Exception {
    public SettingException(String message) {
        super(message);
    }
}
