import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Compares the configurations of each scenario: interleaved trials, each in a fresh JVM. Prints
/// medians, and ratios to the first configuration.
///
/// `--overhead` starts [OverheadBenchmark] instead, `--soak` [GovernorSoak] and `--attach`
/// [AttachBenchmark].
final class ScenarioBenchmark {
    private static final Map<String, List<String>> SCENARIOS = new LinkedHashMap<>();

    static {
        SCENARIOS.put(
                "native",
                List.of(
                        "virtual",
                        "fixed-8",
                        "fixed-64",
                        "fixed-98",
                        "carriers-98",
                        "cached",
                        "governed"));
        SCENARIOS.put("hogs", List.of("virtual", "fixed-8", "cached", "governed"));
        SCENARIOS.put("park", List.of("virtual", "cached", "governed"));
        SCENARIOS.put("park-jittered", List.of("virtual", "governed"));
        SCENARIOS.put("sleep", List.of("virtual", "cached", "governed"));
        SCENARIOS.put("sleep-jittered", List.of("virtual", "governed"));
        SCENARIOS.put("short", List.of("virtual", "fixed-8", "governed"));
        SCENARIOS.put("capacity", List.of("fixed-2"));
        SCENARIOS.put(
                "overload", List.of("virtual", "fixed-8", "admission-limit", "admission-deadline"));
        SCENARIOS.put("ramp", List.of("fixed-2000", "cached", "autonomic"));
        SCENARIOS.put("steady", List.of("fixed-2000", "fixed-1000", "fixed-4000", "autonomic"));
    }

    private static final String USAGE =
            """
            usage: bench/governor/run [--trials N] [--warm-up S] [--measure S] [SCENARIO...]
                   bench/governor/run --overhead [TRIALS [SCENARIO...]]
                   bench/governor/run --attach [TRIALS]
                   bench/governor/run --soak [DURATION [SEED]]

            scenarios compare executors: native hogs park park-jittered sleep sleep-jittered short capacity overload
                                         ramp steady (default: all)
              --trials N    trials per configuration (default 5)
              --warm-up S   seconds before the measurement (default 2)
              --measure S   seconds of measurement (default 5)
            --overhead   CPU per task with and without a governor, where it has nothing to do (default 10 JVMs)
            --attach     time until loombench govern takes effect on a running server (default 5 trials)
            --soak       changing load in real time; exit code 1 if a limit is exceeded or something grows (default 10m)
            """;

    private int trials = 5;
    private double warmUp = 2;
    private double measure = 5;
    private final List<String> scenarios = new ArrayList<>();

    public static void main(String[] args) throws Exception {
        if (args.length > 0 && args[0].equals("--soak")) {
            System.exit(GovernorSoak.run(List.of(args).subList(1, args.length)));
        }
        if (args.length > 0 && args[0].equals("--attach")) {
            System.exit(AttachBenchmark.run(List.of(args).subList(1, args.length)));
        }
        if (args.length > 0 && args[0].equals("--overhead")) {
            System.exit(OverheadBenchmark.run(List.of(args).subList(1, args.length)));
        }
        if (List.of(args).contains("--help")) {
            System.out.print(USAGE);
            return;
        }
        var bench = new ScenarioBenchmark();
        bench.read(args);
        for (var scenario : bench.scenarios) {
            bench.run(scenario);
        }
    }

    private void read(String[] args) {
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--trials" -> trials = Integer.parseInt(args[++i]);
                case "--warm-up" -> warmUp = Double.parseDouble(args[++i]);
                case "--measure" -> measure = Double.parseDouble(args[++i]);
                default -> {
                    if (args[i].startsWith("-")) {
                        System.err.println(
                                "run: unknown option "
                                        + args[i]
                                        + "; see bench/governor/run --help");
                        System.exit(2);
                    }
                    scenarios.add(args[i]);
                }
            }
        }
        for (var scenario : scenarios) {
            if (!SCENARIOS.containsKey(scenario)) {
                System.err.println(
                        "run: unknown scenario " + scenario + "; known: " + SCENARIOS.keySet());
                System.exit(2);
            }
        }
        if (scenarios.isEmpty()) {
            scenarios.addAll(SCENARIOS.keySet());
        }
    }

    private void run(String scenario) throws IOException, InterruptedException {
        var configurations = SCENARIOS.get(scenario);
        var figures = new LinkedHashMap<String, Map<String, double[]>>();
        for (int trial = 0; trial < trials; trial++) {
            for (int i = 0; i < configurations.size(); i++) {
                var configuration = configurations.get((i + trial) % configurations.size());
                int number = trial;
                trial(scenario, configuration, warmUp, measure)
                        .forEach((name, value) ->
                                figures.computeIfAbsent(name, n -> new LinkedHashMap<>())
                                                .computeIfAbsent(
                                                        configuration, a -> new double[trials])[
                                                number] =
                                        value);
            }
        }
        System.out.printf("%n%s (%d trials of %.0f s)%n", scenario, trials, measure);
        figures.forEach((name, byConfiguration) -> print(name, configurations, byConfiguration));
    }

    private static void print(
            String name, List<String> configurations, Map<String, double[]> byConfiguration) {
        double first =
                byConfiguration.containsKey(configurations.getFirst())
                        ? median(byConfiguration.get(configurations.getFirst()))
                        : Double.NaN;
        for (var configuration : configurations) {
            double[] values = byConfiguration.get(configuration);
            if (values == null) {
                continue; // not measured for this configuration
            }
            Arrays.sort(values);
            System.out.printf(
                    Locale.ROOT,
                    "  %-18s %-18s %12.2f   x %-8.2f  (%.2f to %.2f)%n",
                    name,
                    configuration,
                    median(values),
                    median(values) / first,
                    values[0],
                    values[values.length - 1]);
        }
    }

    static double median(double[] values) {
        var sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /// Runs one trial and reads its output, one `name value` per line.
    static Map<String, Double> trial(
            String scenario, String configuration, double warmUp, double measure)
            throws IOException, InterruptedException {
        var process =
                new ProcessBuilder(
                                ProcessHandle.current().info().command().orElse("java"),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "ScenarioTrial",
                                scenario,
                                configuration,
                                Double.toString(warmUp),
                                Double.toString(measure))
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        var figures = new LinkedHashMap<String, Double>();
        try (var lines = process.inputReader()) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                var words = line.split(" ");
                figures.put(words[0], Double.parseDouble(words[1]));
            }
        }
        if (process.waitFor() != 0) {
            throw new IllegalStateException(
                    scenario
                            + " "
                            + configuration
                            + " ended with exit code "
                            + process.exitValue());
        }
        System.err.println(scenario + " " + configuration + " " + figures);
        return figures;
    }
}
