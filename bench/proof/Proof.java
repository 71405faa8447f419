import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Proves the whole instrument on real servers: a server beside itself must show no difference, an
/// injected one must be found.
///
/// `run [--runs N]`; N of each kind, 10 if not said. Exit code 1 when a promise was broken.
final class Proof {
    /// What a run of an experiment must say of its second variant, and how often it may fail to.
    private record Promise(String experiment, List<String> kept, int misses) {}

    private final Path home = Path.of(System.getProperty("home"));
    private final Path results;
    private final JsonMapper json = new JsonMapper();

    private Proof(Path results) {
        this.results = results;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        int runs = args.length == 2 && args[0].equals("--runs") ? Integer.parseInt(args[1]) : 10;
        if (args.length != 0 && args.length != 2 || runs < 2) {
            System.err.println("usage: bench/proof/run [--runs N], N at least 2");
            System.exit(2);
        }
        var proof = new Proof(Path.of(System.getProperty("results")));
        var noAlarm = List.of("no-difference", "undecided");
        boolean kept = true;
        kept &= proof.holds(new Promise("aa-wait", noAlarm, 0), runs / 2);
        kept &= proof.holds(new Promise("aa-compute", noAlarm, 0), runs - runs / 2);
        kept &= proof.holds(new Promise("injected", List.of("worse"), runs / 10), runs);
        System.exit(kept ? 0 : 1);
    }

    private boolean holds(Promise promise, int runs) throws IOException, InterruptedException {
        int kept = 0;
        var ratios = new ArrayList<Double>();
        for (int i = 1; i <= runs; i++) {
            var run = once(promise.experiment);
            var comparison = run.path("variants").path(1).path("comparison");
            var verdict = comparison.path("verdict").asString();
            var ratio = comparison.path("ratio");
            kept += promise.kept.contains(verdict) ? 1 : 0;
            ratios.add(ratio.path("point").asDouble(Double.NaN));
            System.out.printf(
                    "%-10s %2d/%d  %-13s %.3f [%.3f, %.3f]  seed %s%n",
                    promise.experiment,
                    i,
                    runs,
                    verdict,
                    ratio.path("point").asDouble(Double.NaN),
                    ratio.path("low").asDouble(Double.NaN),
                    ratio.path("high").asDouble(Double.NaN),
                    run.path("seed").asString());
        }
        ratios.sort(null);
        boolean held = kept >= runs - promise.misses;
        System.out.printf(
                "%-10s %d of %d as promised%s; ratios %.3f to %.3f%n%n",
                promise.experiment,
                kept,
                runs,
                held ? "" : ": BROKEN",
                ratios.getFirst(),
                ratios.getLast());
        return held;
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
        // SIGTERM: the lab stops its server and keeps its finished trials.
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
