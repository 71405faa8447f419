import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Validates the lab on real servers: the comparison of a server with itself must find no
/// difference (A/A), and an injected difference must be found.
///
/// `run [--runs N] [NAME...]`: N A/A runs, half of them with a waiting handler and half with a
/// computing one, N runs with 3 % more computing, and N with 10 % more beside two busy processes;
/// 10 by default. Exit code 1 when an expectation fails.
final class AaValidation {
    private static final List<String> NO_DIFFERENCE = List.of("no-difference", "undecided");
    private static final List<String> DIFFERENCE = List.of("worse", "different");

    /// The expected verdicts on the second variant of an experiment, the misses allowed, and the
    /// number of busy processes beside it.
    private record Expectation(List<String> verdicts, int misses, int runs, int busy) {}

    private final Path home = Path.of(System.getProperty("home"));
    private final Path results;
    private final JsonMapper json = new JsonMapper();

    private AaValidation(Path results) {
        this.results = results;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        var names = new ArrayList<>(List.of(args));
        int runs = 10;
        if (!names.isEmpty() && names.getFirst().equals("--runs")) {
            names.removeFirst();
            runs = names.isEmpty() ? 0 : Integer.parseInt(names.removeFirst());
        }
        var expectations = new LinkedHashMap<String, Expectation>();
        expectations.put("aa-wait", new Expectation(NO_DIFFERENCE, 0, runs / 2, 0));
        expectations.put("aa-compute", new Expectation(NO_DIFFERENCE, 0, runs - runs / 2, 0));
        expectations.put("injected-3", new Expectation(DIFFERENCE, runs / 10, runs, 0));
        expectations.put("injected-10", new Expectation(DIFFERENCE, runs / 10, runs, 2));
        if (runs < 2 || !expectations.keySet().containsAll(names)) {
            System.err.println(
                    "usage: bench/proof/run [--runs N] [NAME...], N at least 2, names of "
                            + expectations.keySet());
            System.exit(2);
        }
        if (!names.isEmpty()) {
            expectations.keySet().retainAll(names);
        }
        var validation = new AaValidation(Path.of(System.getProperty("results")));
        boolean passed = true;
        for (var expectation : expectations.entrySet()) {
            try (var _ = BusyNeighbours.start(expectation.getValue().busy)) {
                passed &= validation.meets(expectation.getKey(), expectation.getValue());
            }
        }
        System.exit(passed ? 0 : 1);
    }

    private boolean meets(String experiment, Expectation expectation)
            throws IOException, InterruptedException {
        int runs = expectation.runs;
        int met = 0;
        var ratios = new ArrayList<Double>();
        for (int i = 1; i <= runs; i++) {
            long started = System.nanoTime();
            var run = once(experiment);
            long seconds = Math.round((System.nanoTime() - started) / 1e9);
            var comparison = run.path("variants").path(1).path("comparison");
            var verdict = comparison.path("verdict").asString();
            var ratio = comparison.path("ratio");
            met += expectation.verdicts.contains(verdict) ? 1 : 0;
            ratios.add(ratio.path("point").asDouble(Double.NaN));
            System.out.printf(
                    "%-11s %2d/%d  %-13s %.3f [%.3f, %.3f]  %s blocks, %d s, seed %s%n",
                    experiment,
                    i,
                    runs,
                    verdict,
                    ratio.path("point").asDouble(Double.NaN),
                    ratio.path("low").asDouble(Double.NaN),
                    ratio.path("high").asDouble(Double.NaN),
                    run.at("/variants/1/trialsCompleted").asString(),
                    seconds,
                    run.path("seed").asString());
        }
        ratios.sort(null);
        boolean passed = met >= runs - expectation.misses;
        System.out.printf(
                "%-11s %d of %d as expected%s; ratios %.3f to %.3f%n%n",
                experiment,
                met,
                runs,
                passed ? "" : ": FAILED",
                ratios.getFirst(),
                ratios.getLast());
        return passed;
    }

    private JsonNode once(String experiment) throws IOException, InterruptedException {
        var process =
                new ProcessBuilder(
                                home.resolve("loombench").toString(),
                                "run",
                                "--output=json",
                                "--results=" + results,
                                home.resolve("bench/proof/" + experiment + ".yaml").toString())
                        .redirectError(results.resolve("progress.log").toFile())
                        .start();
        // SIGTERM: the lab stops its server and keeps the finished trials.
        var end = new Thread(process::destroy);
        Runtime.getRuntime().addShutdownHook(end);
        var report = json.readTree(process.getInputStream());
        int exit = process.waitFor();
        Runtime.getRuntime().removeShutdownHook(end);
        if (!report.has("variants")) {
            throw new IOException(
                    "%s ended with exit code %d and no report; see %s"
                            .formatted(experiment, exit, results.resolve("progress.log")));
        }
        return report;
    }
}
