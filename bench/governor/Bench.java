import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Runs rows of arms, interleaved, every trial in a fresh JVM; prints medians and ratios to the
/// first arm of the row.
///
/// `run [--trials N] [--warm-up S] [--measure S] [row ...]`, `run --cost [TRIALS [row ...]]`: see
/// `Cost`, `run --soak [10m]`: see `Soak`, or `run --govern [TRIALS]`: see `Attached`.
final class Bench {
    private static final Map<String, List<String>> ROWS = new LinkedHashMap<>();

    static {
        ROWS.put("native", List.of("virtual", "fixed-8", "fixed-64", "cached", "governed"));
        ROWS.put("hogs", List.of("virtual", "fixed-8", "cached", "governed"));
        ROWS.put("park", List.of("virtual", "cached", "governed"));
        ROWS.put("park-apart", List.of("virtual", "governed"));
        ROWS.put("sleep", List.of("virtual", "cached", "governed"));
        ROWS.put("sleep-apart", List.of("virtual", "governed"));
        ROWS.put("short", List.of("virtual", "fixed-8", "governed"));
        ROWS.put("capacity", List.of("fixed-2"));
        ROWS.put("overload", List.of("virtual", "fixed-8", "limit", "late"));
        ROWS.put("ramp", List.of("fixed-2000", "cached", "autonomic"));
        ROWS.put("steady", List.of("fixed-2000", "fixed-1000", "fixed-4000", "autonomic"));
    }

    private int trials = 5;
    private double warmUp = 2;
    private double measure = 5;
    private final List<String> rows = new ArrayList<>();

    public static void main(String[] args) throws Exception {
        if (args.length > 0 && args[0].equals("--soak")) {
            System.exit(Soak.run(List.of(args).subList(1, args.length)));
        }
        if (args.length > 0 && args[0].equals("--govern")) {
            System.exit(Attached.run(List.of(args).subList(1, args.length)));
        }
        if (args.length > 0 && args[0].equals("--cost")) {
            System.exit(Cost.run(List.of(args).subList(1, args.length)));
        }
        var bench = new Bench();
        bench.read(args);
        for (var row : bench.rows) {
            bench.run(row);
        }
    }

    private void read(String[] args) {
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--trials" -> trials = Integer.parseInt(args[++i]);
                case "--warm-up" -> warmUp = Double.parseDouble(args[++i]);
                case "--measure" -> measure = Double.parseDouble(args[++i]);
                default -> rows.add(args[i]);
            }
        }
        for (var row : rows) {
            if (!ROWS.containsKey(row)) {
                System.err.println("run: no row " + row + "; there are " + ROWS.keySet());
                System.exit(2);
            }
        }
        if (rows.isEmpty()) {
            rows.addAll(ROWS.keySet());
        }
    }

    private void run(String row) throws IOException, InterruptedException {
        var arms = ROWS.get(row);
        var figures = new LinkedHashMap<String, Map<String, double[]>>();
        for (int trial = 0; trial < trials; trial++) {
            for (int i = 0; i < arms.size(); i++) {
                var arm = arms.get((i + trial) % arms.size());
                int number = trial;
                trial(row, arm, warmUp, measure)
                        .forEach((name, value) ->
                                figures.computeIfAbsent(name, n -> new LinkedHashMap<>())
                                                .computeIfAbsent(arm, a -> new double[trials])[
                                                number] =
                                        value);
            }
        }
        System.out.printf("%n%s (%d trials of %.0f s)%n", row, trials, measure);
        figures.forEach((name, byArm) -> print(name, arms, byArm));
    }

    private static void print(String name, List<String> arms, Map<String, double[]> byArm) {
        double first =
                byArm.containsKey(arms.getFirst())
                        ? median(byArm.get(arms.getFirst()))
                        : Double.NaN;
        for (var arm : arms) {
            double[] values = byArm.get(arm);
            if (values == null) {
                continue; // this arm has no such figure
            }
            Arrays.sort(values);
            System.out.printf(
                    Locale.ROOT,
                    "  %-18s %-11s %12.2f   x %-8.2f  (%.2f to %.2f)%n",
                    name,
                    arm,
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

    /// What the trial printed: `name value` a line.
    static Map<String, Double> trial(String row, String arm, double warmUp, double measure)
            throws IOException, InterruptedException {
        var process =
                new ProcessBuilder(
                                ProcessHandle.current().info().command().orElse("java"),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "Trial",
                                row,
                                arm,
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
            throw new IllegalStateException(row + " " + arm + " left with " + process.exitValue());
        }
        System.err.println(row + " " + arm + " " + figures);
        return figures;
    }
}
