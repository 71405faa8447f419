import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Compares a server with itself (A/A), where any difference found is a false alarm, and with one
/// that computes more, which must be found. Short runs, so that there can be many.
///
/// `aa [--only NAME] [--runs N]`: 100 runs of each comparison by default. Each finished run is a
/// file in `aa/` of the results folder; a proof that is started again continues after them. Exit
/// code 1 when the interval of a rate of false alarms lies above 5 %, a difference is missed in
/// more than a tenth of the runs, or fewer than half of the runs were judged.
final class AaRuns {
    private static final double LEVEL = 0.05;

    /// Two servers under a load.
    ///
    /// @param second flags of the second server's JVM
    /// @param busy processes beside it
    private record Pair(
            String name,
            String model,
            String second,
            String load,
            String metric,
            boolean equal,
            int busy) {

        String experiment() {
            return """
            question: Do these two servers differ?
            variants:
              - {name: one, server: tomcat, model: %1$s}
              - {name: other, server: tomcat, model: %1$s, jvm: [%2$s]}
            load: {%3$s}
            phases:
              warm-up: {min: 2s, max: 6s}
              measure: 3s
            metric: %4$s
            margin: 1%%
            trials: 3
            """
                    .formatted(model, second, load, metric);
        }
    }

    private static final String COMPUTE = "users: 4, path: /fib?n=1000000";
    private static final String CPU = "cpu-per-request";
    private static final List<Pair> PAIRS =
            List.of(
                    new Pair(
                            "wait",
                            "virtual",
                            "",
                            "users: 200, path: /sleep?ms=50",
                            "throughput",
                            true,
                            0),
                    new Pair("compute", "platform-pool", "", COMPUTE, CPU, true, 0),
                    new Pair(
                            "allocate",
                            "virtual",
                            "",
                            "users: 20, path: /allocate?kb=64",
                            CPU,
                            true,
                            0),
                    new Pair(
                            "injected-3",
                            "platform-pool",
                            "-Dloombench.fib.percent=103",
                            COMPUTE,
                            CPU,
                            false,
                            0),
                    new Pair(
                            "injected-10",
                            "platform-pool",
                            "-Dloombench.fib.percent=110",
                            COMPUTE,
                            CPU,
                            false,
                            2));

    private final Path home = Path.of(System.getProperty("home"));
    private final Path results = Path.of(System.getProperty("results"));

    private AaRuns() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        int runs;
        List<Pair> pairs;
        try {
            var options = Options.of(args, List.of("--only", "--runs"));
            runs = options.number("--runs", 100, 1, 10_000);
            var only = options.text("--only", "");
            pairs = PAIRS.stream().filter(p -> p.name.startsWith(only)).toList();
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.println("usage: bench/proof/run aa [--only NAME] [--runs N]");
            System.exit(2);
            return;
        }
        boolean passed = true;
        for (var pair : pairs) {
            try (var _ = BusyNeighbours.start(pair.busy)) {
                passed &= new AaRuns().passes(pair, runs);
            }
        }
        System.exit(passed ? 0 : 1);
    }

    private boolean passes(Pair pair, int runs) throws IOException, InterruptedException {
        var tally = new AaTally();
        for (int i = 1; i <= runs; i++) {
            var run = run(pair, i);
            if (run.measured()) {
                var compared = run.report().at("/variants/1");
                tally.add(verdicts(run.report().path("metric").asString(), compared));
                System.err.printf(
                        "%s %d/%d: %s, %.0f s%n",
                        pair.name, i, runs, verdict(compared), run.seconds());
            } else {
                tally.addFailure();
            }
        }
        System.out.printf("%s (%s): %s%n", pair.name, pair.metric, tally);
        return pair.equal ? tally.fewFalseAlarms(LEVEL) : tally.findsDifference();
    }

    private SuiteRun run(Pair pair, int number) throws IOException, InterruptedException {
        var folder = Files.createDirectories(results.resolve("aa"));
        var file = folder.resolve("%s-%03d.json".formatted(pair.name, number));
        var earlier = SuiteRun.read(file, pair.experiment());
        return earlier.isPresent()
                ? earlier.get()
                : SuiteRun.measure(home, results, "aa-" + pair.name, pair.experiment(), file);
    }

    private static String verdict(JsonNode compared) {
        var ratio = compared.at("/comparison/ratio");
        return "%s %.3f [%.3f, %.3f]"
                .formatted(
                        compared.at("/comparison/verdict").asString(),
                        ratio.path("point").asDouble(Double.NaN),
                        ratio.path("low").asDouble(Double.NaN),
                        ratio.path("high").asDouble(Double.NaN));
    }

    /// The verdict first, then those of the scorecard by other metrics.
    private static List<AaTally.Mark> verdicts(String metric, JsonNode compared) {
        var marks = new ArrayList<AaTally.Mark>();
        marks.add(mark(compared.path("comparison")));
        for (var entry : compared.path("scorecard").properties()) {
            if (!entry.getKey().equals(metric)) {
                marks.add(mark(entry.getValue()));
            }
        }
        return marks;
    }

    private static AaTally.Mark mark(JsonNode comparison) {
        return switch (comparison.path("verdict").asString("")) {
            case "better", "worse", "different" -> AaTally.Mark.DIFFERENCE;
            case "no-difference", "undecided" -> AaTally.Mark.NONE;
            case "depends-on-process" -> AaTally.Mark.MODES;
            default -> AaTally.Mark.REFUSED;
        };
    }
}
