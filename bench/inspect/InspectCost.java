import dev.loombench.stats.Descriptive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// What `loombench inspect` costs the inspected JVM: CPU time by the kernel's account, and the
/// longest pause by the JVM's log of safepoints.
///
/// `run [TRIALS [SECONDS]]`. Per trial, a fresh service for each configuration; all are inspected
/// at once, for the same time, and one is not inspected, so that its own CPU time is subtracted.
/// The CPU time has a resolution of 10 ms.
final class InspectCost {
    private static final Pattern PAUSE = Pattern.compile("Total:\\s*(\\d+) ns");

    /// The time in which a service compiles what it runs, and the inspection's agent ends.
    private static final long REST_MILLIS = 3_000;

    /// @param service its argument; empty for none
    /// @param inspections one after the other; empty for none
    private record Configuration(String service, List<List<String>> inspections) {}

    /// @param millis CPU time of the last inspection
    /// @param longest pause, ms
    private record Cost(double millis, double longest) {}

    private static Map<String, Configuration> configurations() {
        var all = new LinkedHashMap<String, Configuration>();
        all.put("not inspected", new Configuration("", List.of()));
        all.put("first inspection", new Configuration("", List.of(List.of())));
        all.put("second inspection", new Configuration("", List.of(List.of(), List.of())));
        all.put("first, service with JMX", new Configuration("jmx", List.of(List.of())));
        all.put("first, --pinning", new Configuration("", List.of(List.of("--pinning"))));
        return all;
    }

    public static void main(String[] args) throws Exception {
        int trials = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        int seconds = args.length > 1 ? Integer.parseInt(args[1]) : 30;
        var costs = new LinkedHashMap<String, List<Cost>>();
        for (int trial = 0; trial < trials; trial++) {
            measure(seconds)
                    .forEach((name, cost) -> {
                        costs.computeIfAbsent(name, _ -> new ArrayList<>()).add(cost);
                        System.err.println(name + ": " + cost);
                    });
        }
        int processors = Runtime.getRuntime().availableProcessors();
        System.out.printf(
                "%-26s %10s %18s %20s %14s%n",
                "", "CPU", "of a processor", "of " + processors + " processors", "longest pause");
        costs.forEach((name, all) -> {
            double millis = Descriptive.median(all.stream().mapToDouble(Cost::millis).toArray());
            double share = millis / 10 / seconds;
            System.out.printf(
                    "%-26s %7.0f ms %16.2f %% %18.2f %% %11.1f ms%n",
                    name,
                    millis,
                    share,
                    share / processors,
                    all.stream().mapToDouble(Cost::longest).max().orElse(0));
        });
    }

    /// All configurations side by side.
    private static Map<String, Cost> measure(int seconds) throws Exception {
        var folder = Files.createTempDirectory("inspect-cost-");
        var services = new LinkedHashMap<String, Process>();
        var configurations = configurations();
        try {
            for (var entry : configurations.entrySet()) {
                var service = start(entry.getValue(), log(folder, entry.getKey()));
                services.put(entry.getKey(), service);
                service.inputReader().readLine();
            }
            int rounds =
                    configurations.values().stream()
                            .mapToInt(c -> c.inspections.size())
                            .max()
                            .orElse(0);
            var costs = new LinkedHashMap<String, Cost>();
            for (int round = 0; round < rounds; round++) {
                Thread.sleep(REST_MILLIS);
                costs.putAll(round(configurations, services, folder, round, rounds, seconds));
            }
            return costs;
        } finally {
            services.values().forEach(Process::destroyForcibly);
            delete(folder);
        }
    }

    /// One inspection each of those that have as many left as there are rounds.
    private static Map<String, Cost> round(
            Map<String, Configuration> configurations,
            Map<String, Process> services,
            Path folder,
            int round,
            int rounds,
            int seconds)
            throws Exception {
        var inspections = new LinkedHashMap<String, Process>();
        var before = new LinkedHashMap<String, Long>();
        var pauses = new LinkedHashMap<String, Integer>();
        for (var entry : configurations.entrySet()) {
            var service = services.get(entry.getKey());
            int index = round - (rounds - entry.getValue().inspections.size());
            before.put(entry.getKey(), Lab.cpuMillis(service.pid()));
            pauses.put(entry.getKey(), pauses(log(folder, entry.getKey())).size());
            if (index >= 0) {
                var options = entry.getValue().inspections.get(index);
                inspections.put(entry.getKey(), Lab.inspect(service.pid(), seconds, options));
            }
        }
        for (var inspection : inspections.entrySet()) {
            if (inspection.getValue().waitFor() != 0) {
                throw new IOException(inspection.getKey() + " failed");
            }
        }
        Thread.sleep(REST_MILLIS);
        var own = Lab.cpuMillis(services.get("not inspected").pid()) - before.get("not inspected");
        var costs = new LinkedHashMap<String, Cost>();
        for (var name : configurations.keySet()) {
            long used = Lab.cpuMillis(services.get(name).pid()) - before.get(name);
            var all = pauses(log(folder, name));
            double longest =
                    all.subList(pauses.get(name), all.size()).stream()
                            .max(Comparator.naturalOrder())
                            .orElse(0.0);
            costs.put(name, new Cost(inspections.containsKey(name) ? used - own : used, longest));
        }
        return costs;
    }

    private static Path log(Path folder, String name) {
        return folder.resolve(name.replaceAll("\\W+", "-") + ".log");
    }

    private static Process start(Configuration configuration, Path log) throws IOException {
        var command =
                new ArrayList<>(
                        List.of(
                                Lab.JAVA.toString(),
                                "-XX:+UseSerialGC",
                                "-Xmx64m",
                                "-XX:+EnableDynamicAgentLoading",
                                "-Xlog:safepoint:file=" + log,
                                "-cp",
                                Lab.CLASSES,
                                "IdleService"));
        if (!configuration.service.isEmpty()) {
            command.add(configuration.service);
        }
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    /// Pauses so far, ms.
    private static List<Double> pauses(Path log) throws IOException {
        var matcher = PAUSE.matcher(Files.readString(log));
        return matcher.results().map(found -> Long.parseLong(found.group(1)) / 1e6).toList();
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            for (var file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
