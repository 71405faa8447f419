import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.result.TrialResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/// A/A runs that are cut from recorded ones: whole processes and contiguous seconds of long trials
/// of one server, through the lab's own analysis.
///
/// `resample [--mode MODE] [--record N] [--runs N] [--blocks N] [--window SECONDS]`: records N
/// blocks of four equal servers for 20 s each where they are missing, in one mode or in both in
/// turn, then draws runs: blocks without replacement, two processes of each, and the same seconds
/// of both. Recordings are in `aa/` of the results folder. The runs share the recorded blocks, so
/// the interval of the rate is that of the jackknife over blocks.
final class AaResampling {
    private static final List<String> MODES = List.of("interleaved", "sequential");
    private static final long SEED = 20_261_126;

    private static final String EXPERIMENT =
            """
            question: How much do equal servers differ?
            variants:
              - {name: one, server: tomcat, model: platform-pool}
              - {name: two, server: tomcat, model: platform-pool}
              - {name: three, server: tomcat, model: platform-pool}
              - {name: four, server: tomcat, model: platform-pool}
            load: {users: 4, path: /fib?n=200000}
            phases:
              warm-up: {min: 15s, max: 15s}
              measure: 20s
            metric: cpu-per-request
            mode: %s
            trials: 2
            """;

    private static final int BLOCKS_PER_RUN = 2;

    private final Path home = Path.of(System.getProperty("home"));
    private final Path results = Path.of(System.getProperty("results"));
    private final int runs;
    private final int blocks;
    private final int seconds;

    private AaResampling(int runs, int blocks, int seconds) {
        this.runs = runs;
        this.blocks = blocks;
        this.seconds = seconds;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Options options;
        AaResampling resampling;
        List<String> modes;
        int recorded;
        try {
            options =
                    Options.of(
                            args, List.of("--mode", "--record", "--runs", "--blocks", "--window"));
            var only = options.text("--mode", "");
            modes = only.isEmpty() ? MODES : List.of(only);
            if (!MODES.containsAll(modes)) {
                throw new IllegalArgumentException("--mode must be one of " + MODES);
            }
            recorded = options.number("--record", 12, 2, 1_000);
            resampling =
                    new AaResampling(
                            options.number("--runs", 2_000, 1, 1_000_000),
                            options.number("--blocks", 4, 2, 100),
                            options.number("--window", 5, 2, 20));
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.println(
                    "usage: bench/proof/run resample [--mode MODE] [--record N] [--runs N] [--blocks N] [--window SECONDS]");
            System.exit(2);
            return;
        }
        for (var mode : modes) {
            resampling.resample(mode, resampling.recordings(mode, recorded));
        }
    }

    private List<RecordedBlock> recordings(String mode, int wanted)
            throws IOException, InterruptedException {
        var folder = Files.createDirectories(results.resolve("aa"));
        var experiment = EXPERIMENT.formatted(mode);
        var found = new ArrayList<RecordedBlock>();
        for (int i = 1; i <= (wanted + BLOCKS_PER_RUN - 1) / BLOCKS_PER_RUN; i++) {
            var name = "recorded-" + mode;
            var file = folder.resolve("%s-%d.json".formatted(name, i));
            var earlier = SuiteRun.read(file, experiment);
            var run =
                    earlier.isPresent()
                            ? earlier.get()
                            : SuiteRun.measure(home, results, name, experiment, file);
            if (!run.measured()) {
                Files.delete(file); // measured again by the next start
                throw new IllegalStateException(
                        "%s: exit code %d: %s".formatted(file, run.exit(), run.message()));
            }
            found.addAll(RecordedBlock.of(Path.of(run.report().path("results").asString())));
        }
        return found;
    }

    private void resample(String mode, List<RecordedBlock> recorded) {
        if (recorded.size() < blocks) {
            System.out.printf(
                    "%s: %d recorded blocks, fewer than the %d of a run%n",
                    mode, recorded.size(), blocks);
            return;
        }
        var random = new SplittableRandom(SEED);
        var tally = new AaTally();
        var alarms = new HashMap<Set<Integer>, int[]>();
        for (int i = 0; i < runs; i++) {
            var drawn = draw(recorded.size(), random);
            var marks = marks(recorded, drawn, random);
            tally.add(marks);
            var of = alarms.computeIfAbsent(new HashSet<>(drawn), _ -> new int[2]);
            of[0] += marks.getFirst() == AaTally.Mark.DIFFERENCE ? 1 : 0;
            of[1] += marks.getFirst() == AaTally.Mark.REFUSED ? 0 : 1;
        }
        double rate = (double) tally.alarms().events() / tally.alarms().runs();
        double error = jackknife(alarms, recorded.size());
        System.out.printf(
                "%s, runs of %d blocks and %d s from %d recorded blocks: %s%n  false alarms %.1f %%"
                        + " [%.1f, %.1f] by the jackknife over recorded blocks%n",
                mode,
                blocks,
                seconds,
                recorded.size(),
                tally,
                100 * rate,
                100 * Math.max(0, rate - 1.96 * error),
                100 * (rate + 1.96 * error));
    }

    /// Some of the blocks, each once.
    private List<Integer> draw(int recorded, SplittableRandom random) {
        var drawn = new ArrayList<Integer>();
        while (drawn.size() < blocks) {
            int block = random.nextInt(recorded);
            if (!drawn.contains(block)) {
                drawn.add(block);
            }
        }
        return drawn;
    }

    private List<AaTally.Mark> marks(
            List<RecordedBlock> recorded, List<Integer> drawn, SplittableRandom random) {
        var manifest = recorded.getFirst().manifestOfPairs(blocks);
        var trials = new ArrayList<TrialResult>();
        for (int b = 0; b < drawn.size(); b++) {
            var block = recorded.get(drawn.get(b));
            int servers = block.trials().size();
            int one = random.nextInt(servers);
            int other = (one + 1 + random.nextInt(servers - 1)) % servers;
            int first = random.nextInt(block.seconds() - seconds + 1);
            for (int v = 0; v < 2; v++) {
                var as = manifest.plan().get(2 * b + v);
                trials.add(block.cut(v == 0 ? one : other, first, seconds, as));
            }
        }
        return marks(Analysis.of(manifest, trials));
    }

    /// The verdict first, then those of the scorecard.
    private static List<AaTally.Mark> marks(Analysis analysis) {
        var name = analysis.variants().get(1).variant().name();
        var marks = new ArrayList<AaTally.Mark>();
        marks.add(mark(analysis.variants().get(1).verdict()));
        for (var metric : analysis.scorecard().metrics()) {
            marks.add(mark(analysis.scorecard().of(name, metric)));
        }
        return marks;
    }

    private static AaTally.Mark mark(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Better _, Verdict.Worse _, Verdict.Different _ -> AaTally.Mark.DIFFERENCE;
            case Verdict.NoDifference _, Verdict.Undecided _, Verdict.Baseline _ ->
                    AaTally.Mark.NONE;
            case Verdict.DependsOnProcess _ -> AaTally.Mark.MODES;
            case Verdict.NoEvidence _, Verdict.Invalid _ -> AaTally.Mark.REFUSED;
        };
    }

    /// The standard error of the rate: `sqrt((n - 1) / n * sum over blocks of (r[-b] - mean)^2)`,
    /// with r[-b] the rate of the runs without block b (Efron, *Jackknife-After-Bootstrap*, 1992).
    ///
    /// @param alarms drawn blocks -> alarms, and runs with a verdict
    private static double jackknife(Map<Set<Integer>, int[]> alarms, int recorded) {
        var without = new double[recorded];
        double mean = 0;
        for (int b = 0; b < recorded; b++) {
            int found = 0;
            int judged = 0;
            for (var of : alarms.entrySet()) {
                if (!of.getKey().contains(b)) {
                    found += of.getValue()[0];
                    judged += of.getValue()[1];
                }
            }
            without[b] = judged == 0 ? 0 : (double) found / judged;
            mean += without[b] / recorded;
        }
        double squares = 0;
        for (double rate : without) {
            squares += (rate - mean) * (rate - mean);
        }
        return Math.sqrt((recorded - 1.0) / recorded * squares);
    }
}
