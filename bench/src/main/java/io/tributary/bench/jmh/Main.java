package io.tributary.bench.jmh;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * {@code bin/jmh [REGEX]… [--quick] [--json FILE]}: runs the benchmarks and prints a Markdown table. Every other option
 * is JMH's own.
 */
public final class Main {
    /** The options for a look while one changes something; not for figures that are kept. */
    private static final List<String> QUICK = List.of("-wi", "3", "-w", "500ms", "-i", "2", "-r", "500ms");

    private Main() {}

    public static void main(String[] arguments) {
        try {
            run(arguments);
        } catch (RunnerException | CommandLineOptionException e) {
            System.err.println("jmh: " + e); // JMH says some things only here
            System.exit(1);
        }
    }

    private static void run(String[] arguments) throws RunnerException, CommandLineOptionException {
        CommandLineOptions options = new CommandLineOptions(translated(arguments));
        if (options.shouldHelp()) {
            System.out.println("usage: bin/jmh [REGEX]... [--quick] [--json FILE] [options of JMH]");
            return;
        }
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .parent(options)
                        .addProfiler(GCProfiler.class)
                        .addProfiler(CpuTimeProfiler.class)
                        .shouldFailOnError(true)
                        .build())
                .run();
        System.out.println();
        System.out.print(StepTable.markdown(results));
    }

    private static String[] translated(String[] arguments) throws CommandLineOptionException {
        List<String> translated = new ArrayList<>();
        Iterator<String> rest = Arrays.asList(arguments).iterator();
        while (rest.hasNext()) {
            String argument = rest.next();
            switch (argument) {
                case "--quick" -> translated.addAll(QUICK);
                case "--json" -> {
                    if (!rest.hasNext()) {
                        throw new CommandLineOptionException("--json needs a file");
                    }
                    translated.addAll(List.of("-rf", "json", "-rff", rest.next()));
                }
                default -> translated.add(argument);
            }
        }
        return translated.toArray(String[]::new);
    }
}
