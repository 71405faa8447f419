import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Proves the whole instrument on real servers: a server beside itself must show no difference, an
/// injected one must be found.
///
/// `run [--runs N] [NAME...]`: N runs of a server beside itself, half of them waiting and half
/// computing, and N of the injected difference; 10 if not said. Exit code 1 when a promise was broken.
final class Proof {
    /// What a run of an experiment must say of its second variant, and how often it may fail to.
    private record Promise(List<String> kept, int misses, int runs) {}

    private final Path home = Path.of(System.getProperty("home"));
    private final Path results;
    private final JsonMapper json = new JsonMapper();

    private Proof(Path results) {
        this.results = results;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        var asked = new ArrayList<>(List.of(args));
        int runs = 10;
        if (!asked.isEmpty() && asked.getFirst().equals("--runs")) {
            asked.removeFirst();
            runs = asked.isEmpty() ? 0 : Integer.parseInt(asked.removeFirst());
        }
        var noAlarm = List.of("no-difference", "undecided");
        var promises = new LinkedHashMap<String, Promise>();
        promises.put("aa-wait", new Promise(noAlarm, 0, runs / 2));
        promises.put("aa-compute", new Promise(noAlarm, 0, runs - runs / 2));
        promises.put("injected", new Promise(List.of("worse"), runs / 10, runs));
        if (runs < 2 || !promises.keySet().containsAll(asked)) {
            System.err.println(
                    "usage: bench/proof/run [--runs N] [NAME...], N at least 2, names of "
                            + promises.keySet());
            System.exit(2);
        }
        if (!asked.isEmpty()) {
            promises.keySet().retainAll(asked);
        }
        var proof = new Proof(Path.of(System.getProperty("results")));
        boolean kept = true;
        for (var promise : promises.entrySet()) {
            kept &= proof.holds(promise.getKey(), promise.getValue());
        }
        System.exit(kept ? 0 : 1);
    }

    private boolean holds(String experiment, Promise promise)
            throws IOException, InterruptedException {
        int runs = promise.runs;
        int kept = 0;
        var ratios = new ArrayList<Double>();
        for (int i = 1; i <= runs; i++) {
            var run = once(experiment);
            var comparison = run.path("variants").path(1).path("comparison");
            var verdict = comparison.path("verdict").asString();
            var ratio = comparison.path("ratio");
            kept += promise.kept.contains(verdict) ? 1 : 0;
            ratios.add(ratio.path("point").asDouble(Double.NaN));
            System.out.printf(
                    "%-10s %2d/%d  %-13s %.3f [%.3f, %.3f]  seed %s%n",
                    experiment,
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
                experiment,
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
