import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Compares the two modes in which the trials of a block share the time: runs the same experiment
/// in both, two blocks of each in turn, and prints the ratio of the second variant to the first and
/// its spread over blocks.
///
/// `modes [--path PATH] [--blocks N] [--busy K]`: requests for the path, `/hello` by default, N
/// blocks of each mode, 8 by default, beside K busy processes.
final class ModeComparison {
    private static final List<String> MODES = List.of("sequential", "interleaved");

    private static final int BLOCKS_PER_RUN = 2; // the fewest of an experiment

    private final Path home = Path.of(System.getProperty("home"));
    private final Path results = Path.of(System.getProperty("results"));
    private final JsonMapper json = new JsonMapper();
    private final String path;

    private ModeComparison(String path) {
        this.path = path;
    }

    /// Second over first, by metric.
    private record Ratios(LogRatios throughput, LogRatios cpuPerRequest) {
        Ratios() {
            this(new LogRatios(), new LogRatios());
        }
    }

    private record Figures(double throughput, double cpuPerRequest) {}

    public static void main(String[] args) throws IOException, InterruptedException {
        try {
            var options = Options.of(args, List.of("--path", "--blocks", "--busy"));
            int blocks = options.number("--blocks", 8, 4, 1_000);
            int busy = options.number("--busy", 0, 0, 64);
            if (blocks % BLOCKS_PER_RUN != 0) {
                throw new IllegalArgumentException("--blocks is an even number: " + blocks);
            }
            try (var _ = BusyNeighbours.start(busy)) {
                new ModeComparison(options.text("--path", "/hello")).run(blocks, busy);
            }
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.println(
                    "usage: bench/proof/run modes [--path PATH] [--blocks N] [--busy K]");
            System.exit(2);
        }
    }

    private void run(int blocks, int busy) throws IOException, InterruptedException {
        Map<String, Ratios> ratios = new LinkedHashMap<>();
        MODES.forEach(mode -> ratios.put(mode, new Ratios()));
        for (int done = 0; done < blocks; done += BLOCKS_PER_RUN) {
            for (var mode : MODES) {
                var into = ratios.get(mode);
                for (var block : measure(mode)) {
                    var first = block.get(0);
                    var second = block.get(1);
                    into.throughput.add(second.throughput, first.throughput);
                    into.cpuPerRequest.add(second.cpuPerRequest, first.cpuPerRequest);
                    System.out.printf(
                            "%-12s block %d of %d: throughput %.3f  CPU per request %.3f%n",
                            mode,
                            into.throughput.values().size(),
                            blocks,
                            Math.exp(into.throughput.values().getLast()),
                            Math.exp(into.cpuPerRequest.values().getLast()));
                }
            }
        }
        System.out.printf(
                "%n%s, %d blocks of each mode, %d busy neighbours: ratio of the variants, spread"
                        + " (standard deviation of its logarithm over blocks)%n",
                path, blocks, busy);
        for (var mode : MODES) {
            var of = ratios.get(mode);
            System.out.printf(
                    "%-12s throughput %.3f, spread %.3f   CPU per request %.3f, spread %.3f%n",
                    mode,
                    of.throughput.ratio(),
                    of.throughput.spread(),
                    of.cpuPerRequest.ratio(),
                    of.cpuPerRequest.spread());
        }
        var sequential = ratios.get(MODES.getFirst());
        var interleaved = ratios.get(MODES.getLast());
        System.out.printf(
                "interleaved / sequential: throughput %s, CPU per request %s%n",
                quotient(interleaved.throughput, sequential.throughput),
                quotient(interleaved.cpuPerRequest, sequential.cpuPerRequest));
    }

    /// The ratio of two geometric means, and how many standard errors it is away from 1.
    private static String quotient(LogRatios a, LogRatios b) {
        double difference = a.mean() - b.mean();
        double error = Math.sqrt(a.squaredStandardError() + b.squaredStandardError());
        return "%.3f (%.1f standard errors)"
                .formatted(Math.exp(difference), Math.abs(difference) / error);
    }

    /// The blocks of a run: the figures of both variants, in the order of the experiment.
    private List<List<Figures>> measure(String mode) throws IOException, InterruptedException {
        var experiment = results.resolve("modes-" + mode + ".yaml");
        var text = Files.readString(home.resolve("bench/proof/modes.yaml"));
        Files.writeString(experiment, text + "mode: " + mode + "\n");
        var process =
                new ProcessBuilder(
                                home.resolve("loombench").toString(),
                                "run",
                                "--results=" + results,
                                "--path=" + path,
                                experiment.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(results.resolve("modes-progress.log").toFile())
                        .start();
        var end = new Thread(process::destroy);
        Runtime.getRuntime().addShutdownHook(end);
        int exit = process.waitFor();
        Runtime.getRuntime().removeShutdownHook(end);
        if (exit == 1 || exit == 2) { // nothing was measured
            throw new IOException(
                    "the run ended with exit code %d; see %s"
                            .formatted(exit, results.resolve("modes-progress.log")));
        }
        return figures(latest(results.resolve("modes-" + mode)));
    }

    private static Path latest(Path runs) throws IOException {
        try (Stream<Path> folders = Files.list(runs)) {
            return folders.max(Path::compareTo).orElseThrow();
        }
    }

    private List<List<Figures>> figures(Path run) throws IOException {
        var names = new ArrayList<String>();
        json.readTree(run.resolve("run.json").toFile())
                .at("/spec/variants")
                .forEach(variant -> names.add(variant.path("name").asString()));
        var blocks = new TreeMap<Integer, Map<String, Figures>>();
        for (var line : Files.readAllLines(run.resolve("trials.jsonl"))) {
            var trial = json.readTree(line);
            if (!trial.at("/outcome/outcome").asString().equals("completed")) {
                continue; // reported below
            }
            blocks.computeIfAbsent(trial.at("/trial/block").asInt(), _ -> new TreeMap<>())
                    .put(trial.at("/trial/variant").asString(), figures(run, trial));
        }
        if (blocks.size() != BLOCKS_PER_RUN
                || blocks.values().stream().anyMatch(b -> b.size() != names.size())) {
            throw new IOException(
                    "not every trial completed; see " + results.resolve("modes-progress.log"));
        }
        return blocks.values().stream().map(b -> names.stream().map(b::get).toList()).toList();
    }

    private static Figures figures(Path run, JsonNode trial) throws IOException {
        var window = trial.at("/outcome/load/window");
        long origin = trial.path("startedNanos").asLong();
        double start = (window.path("startNanos").asLong() - origin) / 1e9;
        double end = (window.path("endNanos").asLong() - origin) / 1e9;
        double responses = trial.at("/outcome/load/counts/succeededInWindow").asDouble();
        var series =
                run.resolve("trial-%03d".formatted(trial.at("/trial/number").asInt()))
                        .resolve("series.csv");
        double cpu = cpuAt(series, end) - cpuAt(series, start);
        return new Figures(responses / (end - start), cpu / responses);
    }

    /// The CPU time of the server at a time, between the nearest samples.
    private static double cpuAt(Path series, double seconds) throws IOException {
        double beforeAt = Double.NaN;
        double before = Double.NaN;
        for (var line : Files.readAllLines(series)) {
            var cells = line.split(",", -1);
            if (cells[2].equals("process.cpu")) {
                double at = Double.parseDouble(cells[0]);
                double value = Double.parseDouble(cells[4]);
                if (at >= seconds - 1e-9) {
                    double share = at > beforeAt ? (seconds - beforeAt) / (at - beforeAt) : 1;
                    return Double.isNaN(before) ? value : before + share * (value - before);
                }
                beforeAt = at;
                before = value;
            }
        }
        return before;
    }
}
