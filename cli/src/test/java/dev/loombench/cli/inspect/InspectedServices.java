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
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// What was found in services that ran at the same time, and were inspected several at a time.
final class InspectedServices {
    /// Observations of a few seconds: with more at once, most of each would be the time in which
    /// the agents of the others are loaded. Those of 10 s are all made meanwhile.
    private static final int BRIEF_AT_ONCE = 6;

    private final Map<String, Process> services;
    private final Map<String, Inspected> results = new ConcurrentHashMap<>();

    private InspectedServices(Map<String, Process> services) {
        this.services = services;
    }

    /// Starts a program with the arguments that each name is, separated by blanks, on the JDK of
    /// this test. Each service ends once it has been inspected, as some compute all the time.
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
        var services = new LinkedHashMap<String, Process>();
        try {
            for (var name : names) {
                services.put(name, start(java, classes, program, name));
            }
            return inspect(services, time, _ -> true);
        } finally {
            services.values().forEach(Process::destroyForcibly);
        }
    }

    /// Waits for services that were started, and inspects them.
    ///
    /// @param ending whether a service ends once it has been inspected
    static InspectedServices inspect(
            Map<String, Process> services, UnaryOperator<String> time, Predicate<String> ending)
            throws Exception {
        var all = new InspectedServices(services);
        all.awaitReady();
        all.inspectAll(time, ending);
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

    /// Those that end come first, since they may compute until then.
    private void inspectAll(UnaryOperator<String> time, Predicate<String> ending) throws Exception {
        var inspections = new ArrayList<Future<?>>();
        try (var brief = Executors.newFixedThreadPool(BRIEF_AT_ONCE);
                var lasting = Executors.newFixedThreadPool(services.size())) {
            for (boolean ends : new boolean[] {true, false}) {
                for (var service : services.entrySet()) {
                    var name = service.getKey();
                    var process = service.getValue();
                    if (ending.test(name) == ends) {
                        var executor = time.apply(name).startsWith("10s") ? lasting : brief;
                        inspections.add(
                                executor.submit(() -> {
                                    results.put(name, inspect(process, time.apply(name)));
                                    if (ends) {
                                        process.destroyForcibly();
                                    }
                                }));
                    }
                }
            }
        }
        for (var inspection : inspections) {
            inspection.get();
        }
    }

    /// @param time to observe it; further options follow it
    static Inspected inspect(Process service, String time) {
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
}
