package io.tributary.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.backend.BackendConfig;
import io.tributary.backend.BackendLimit;
import io.tributary.backend.BackendStartException;
import io.tributary.backend.StoppedBackend;
import io.tributary.cli.doctor.DiskChecks;
import io.tributary.cli.doctor.Finding;
import io.tributary.cli.doctor.MachineChecks;
import io.tributary.cli.options.CommonOptions;
import io.tributary.cli.settings.ServerConfigs;
import io.tributary.cli.settings.SettingKeys;
import io.tributary.cli.settings.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tributary doctor}. */
@Command(
        name = "doctor",
        description = {
            "Checks whether a server can run here and keep its promises: what fsync does on this disk, space, limits,"
                    + " ports, clock, versions. Run it before a server is started.",
            "Exit code 1 if a check fails; a warning is none."
        },
        mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Option(names = "--json", description = "One object.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        List<Finding> findings = findings(common.settings(), common.configs());
        System.out.print(json ? json(findings) : text(findings));
        return findings.stream().anyMatch(finding -> finding.state() == Finding.State.FAIL) ? 1 : 0;
    }

    private static List<Finding> findings(Settings settings, ServerConfigs configs) {
        BackendConfig backend = configs.backendInProcess();
        List<Finding> findings = new ArrayList<>();
        findings.add(MachineChecks.java());
        findings.addAll(MachineChecks.engine(backend.engine().factory()));
        findings.add(MachineChecks.memory());
        findings.add(MachineChecks.openFiles(settings.get(SettingKeys.MAX_CONNECTIONS)));
        findings.add(MachineChecks.clock());
        findings.add(dataDirectory(backend));
        for (Path log : backend.walDirectories()) {
            findings.addAll(DiskChecks.of(log, backend.limit(BackendLimit.LOG_FREE_BYTES_MIN)));
        }
        String host = settings.get(SettingKeys.BIND_ADDRESS);
        findings.add(MachineChecks.port("query_port", host, settings.number(SettingKeys.QUERY_PORT)));
        findings.add(MachineChecks.port("http_port", host, settings.number(SettingKeys.HTTP_PORT)));
        return findings;
    }

    private static Finding dataDirectory(BackendConfig backend) {
        String check = "data directory";
        if (!Files.isDirectory(backend.dataDirectory())) {
            return new Finding(
                    check, Finding.State.OK, backend.dataDirectory() + " is not there, a start makes it", "");
        }
        try {
            StoppedBackend.open(backend).close();
            return new Finding(check, Finding.State.OK, backend.dataDirectory() + " is free", "");
        } catch (BackendStartException e) {
            return new Finding(
                    check,
                    Finding.State.FAIL,
                    String.valueOf(e.getMessage()),
                    "end that process, or choose another storage_root_path");
        }
    }

    private static String text(List<Finding> findings) {
        StringBuilder text = new StringBuilder();
        findings.forEach(finding -> text.append(finding.line()).append('\n'));
        return text.toString();
    }

    private static String json(List<Finding> findings) throws JsonProcessingException {
        List<Map<String, String>> checks = new ArrayList<>();
        for (Finding finding : findings) {
            Map<String, String> fields = new LinkedHashMap<>();
            fields.put("check", finding.check());
            fields.put("state", finding.state().name().toLowerCase(Locale.ROOT));
            fields.put("what", finding.what());
            fields.put("advice", finding.advice());
            checks.add(fields);
        }
        return new ObjectMapper().writeValueAsString(Map.of("checks", checks)) + "\n";
    }
}
