package io.tributary.cli.doctor;

import java.util.Locale;

/**
 * What a check has found.
 *
 * @param check its name
 * @param state how good that is
 * @param what it found, with figures
 * @param advice what to do; empty where it is OK
 */
public record Finding(String check, State state, String what, String advice) {
    /** WARN: it works, but perhaps not as it should. FAIL: a server would not start, or not keep its promise. */
    public enum State {
        OK,
        WARN,
        FAIL
    }

    static Finding ok(String check, String what) {
        return new Finding(check, State.OK, what, "");
    }

    static Finding warn(String check, String what, String advice) {
        return new Finding(check, State.WARN, what, advice);
    }

    static Finding fail(String check, String what, String advice) {
        return new Finding(check, State.FAIL, what, advice);
    }

    /** One line for a terminal. */
    public String line() {
        String found =
                String.format(Locale.ROOT, "%-4s  %-14s  %s", state.name().toLowerCase(Locale.ROOT), check, what);
        return advice.isEmpty() ? found : found + "; " + advice;
    }
}
