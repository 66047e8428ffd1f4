package io.tributary.bench;

import picocli.CommandLine;

/** Runs {@code bin/tributary bench}; its exit codes are those of all commands. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.exit(io.tributary.cli.Main.run(new CommandLine(new BenchCommand()), args));
    }
}
