package io.tributary.bench.load;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;

/**
 * The main class of a load generator's process. Ends when its standard input does, so that it never outlives who started it.
 *
 * <pre>
 *   standard input           standard output
 *   {plan}              →
 *                       ←    ready VERSION          the connections are open; the Java it runs on
 *   run SECONDS         →
 *                       ←    {result}               as often as it is told to run
 *                       ←    failed MESSAGE         instead of any answer; the process ends
 * </pre>
 */
public final class LoadGenerator {
    static final String READY = "ready ";
    static final String RUN = "run ";
    static final String FAILED = "failed ";

    private static final ObjectMapper JSON = new ObjectMapper();

    private LoadGenerator() {}

    public static void main(String[] args) {
        PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        int exitCode = 0;
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            String plan = lines.readLine();
            if (plan != null) {
                serve(JSON.readValue(plan, LoadPlan.class), lines, answers);
            }
        } catch (IOException | SQLException | RuntimeException failed) {
            String message = failed.getMessage() == null ? failed.toString() : failed.getMessage();
            answers.println(FAILED + message.replace('\n', ' '));
            exitCode = 1;
        } catch (InterruptedException e) {
            exitCode = 1;
        }
        System.exit(exitCode);
    }

    private static void serve(LoadPlan plan, BufferedReader lines, PrintStream answers)
            throws IOException, SQLException, InterruptedException {
        try (LoadClient client = open(plan)) {
            answers.println(READY + System.getProperty("java.version"));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int seconds = Integer.parseInt(line.substring(RUN.length()));
                answers.println(JSON.writeValueAsString(client.run(seconds)));
            }
        }
    }

    private static LoadClient open(LoadPlan plan) throws IOException, SQLException, InterruptedException {
        if (plan.scenario().form() == Scenario.Form.CSV) {
            return new StreamLoads(plan);
        }
        StatementRows rows = new StatementRows(plan.scenario().rowsPerStatement());
        return switch (plan.client()) {
            case CONNECTORJ -> new DriverLoad(plan, rows);
            case REPLAY -> new ReplayLoad(plan, rows);
        };
    }
}
