package dev.loombench.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.console.ExitCode;
import dev.loombench.observe.ScriptableProcess;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;

/// What was found in services that ran and were inspected by default at the same time. Each ends
/// once it has been inspected, as some compute all the time. The name of each is the arguments of
/// its program, separated by blanks.
final class InspectedServices {
    private final Map<String, Process> services = new LinkedHashMap<>();
    private final Map<String, Inspected> results = new ConcurrentHashMap<>();

    private InspectedServices() {}

    /// On the JDK of this test.
    ///
    /// @param time to observe each of them, by its name; further options follow it
    static InspectedServices inspect(
            Class<?> program, Collection<String> names, UnaryOperator<String> time)
            throws Exception {
        return inspect(
                ScriptableProcess.java(), ScriptableProcess.classes(program), program, names, time);
    }

    /// @param java path of the executable
    /// @param classes folder of the program
    static InspectedServices inspect(
            String java,
            String classes,
            Class<?> program,
            Collection<String> names,
            UnaryOperator<String> time)
            throws Exception {
        var all = new InspectedServices();
        try {
            for (var name : names) {
                all.services.put(name, start(java, classes, program, name));
            }
            all.awaitReady();
            all.inspectAll(time);
        } finally {
            all.stop();
        }
        return all;
    }

    private static Process start(String java, String classes, Class<?> program, String name)
            throws IOException {
        var command =
                new ArrayList<>(
                        List.of(
                                java,
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-Xmx64m",
                                "-XX:+EnableDynamicAgentLoading",
                                "--enable-native-access=ALL-UNNAMED",
                                "-Djdk.virtualThreadScheduler.parallelism=2",
                                "-cp",
                                classes,
                                program.getName()));
        command.addAll(List.of(name.split(" ", -1)));
        return new ProcessBuilder(command).redirectError(Redirect.DISCARD).start();
    }

    private void awaitReady() throws IOException {
        for (var service : services.entrySet()) {
            assertThat(service.getValue().inputReader().readLine())
                    .as(service.getKey())
                    .isEqualTo("READY");
        }
    }

    private void inspectAll(UnaryOperator<String> time) throws Exception {
        var inspections = new ArrayList<Future<?>>();
        try (var executor = Executors.newFixedThreadPool(services.size())) {
            for (var service : services.entrySet()) {
                var name = service.getKey();
                var process = service.getValue();
                inspections.add(
                        executor.submit(() -> {
                            results.put(name, inspect(process, time.apply(name)));
                            process.destroyForcibly();
                        }));
            }
        }
        for (var inspection : inspections) {
            inspection.get();
        }
    }

    private static Inspected inspect(Process service, String time) {
        var words = new ArrayList<>(List.of("--for"));
        words.addAll(List.of(time.split(" ", -1)));
        words.addAll(List.of("-o", "json", Long.toString(service.pid())));
        return Inspected.by(words.toArray(String[]::new));
    }

    /// What was found in a service.
    Inspected of(String name) {
        var result = Objects.requireNonNull(results.get(name), name);
        assertThat(result.exitCode()).as(result.err()).isEqualTo(ExitCode.OK);
        return result;
    }

    private void stop() {
        services.values().forEach(Process::destroyForcibly);
    }
}
