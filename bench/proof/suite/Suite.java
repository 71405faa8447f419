import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Runs workloads of known truth through the whole lab, by default and in both modes, and compares
/// each figure with the truth: within 5 %, refused, or wrong.
///
/// `suite [--only NAME] [--mode default|interleaved|sequential] [--repeat N]`: the workload of this
/// name, else those whose names begin so. A mode that the default has chosen is not run again. Each
/// finished run is a file in `suite/` of the results folder, and a suite that is started again
/// continues after them. Exit code 1 when a figure is wrong.
final class Suite {
    private final Path home = Path.of(System.getProperty("home"));
    private final Path results = Path.of(System.getProperty("results"));
    private final String classes = System.getProperty("server.classes");
    private final String java = ProcessHandle.current().info().command().orElseThrow();
    private final int repeats;

    private Suite(int repeats) {
        this.repeats = repeats;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        try {
            var options = Options.of(args, List.of("--only", "--mode", "--repeat"));
            var workloads = workloads(options.text("--only", ""));
            var modes = modes(options.text("--mode", ""));
            var suite = new Suite(options.number("--repeat", 1, 1, 100));
            System.exit(suite.run(workloads, modes) ? 0 : 1);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.println(
                    "usage: bench/proof/run suite [--only NAME] [--mode default|interleaved|sequential] [--repeat N]");
            System.exit(2);
        }
    }

    private static List<Workload> workloads(String only) {
        var all = Workloads.all();
        var named = all.stream().filter(w -> w.name().equals(only)).toList();
        if (!named.isEmpty()) {
            return named;
        }
        var begun = all.stream().filter(w -> w.name().startsWith(only)).toList();
        if (begun.isEmpty()) {
            throw new IllegalArgumentException("no workload begins with " + only);
        }
        return begun;
    }

    private static List<Workload.Mode> modes(String name) {
        return name.isEmpty()
                ? List.of(Workload.Mode.values())
                : List.of(Workload.Mode.valueOf(name.toUpperCase(Locale.ROOT)));
    }

    private boolean run(List<Workload> workloads, List<Workload.Mode> modes)
            throws IOException, InterruptedException {
        var table = new SuiteTable();
        for (var workload : workloads) {
            var runs = new EnumMap<Workload.Mode, List<SuiteRun>>(Workload.Mode.class);
            for (var mode : modes) {
                if (!chosenByDefault(mode, runs)) {
                    runs.put(mode, runs(workload, mode));
                }
            }
            for (var one : workload.cases()) {
                var row = new SuiteTable.Row(workload, one, truth(one), runs);
                System.err.println(table.add(row));
            }
        }
        System.out.print(table.text());
        return table.acceptable();
    }

    private static boolean chosenByDefault(
            Workload.Mode mode, Map<Workload.Mode, List<SuiteRun>> runs) {
        var byDefault = runs.get(Workload.Mode.DEFAULT);
        return byDefault != null
                && mode != Workload.Mode.DEFAULT
                && byDefault.stream().allMatch(run -> run.mode().equals(mode.label()));
    }

    private List<SuiteRun> runs(Workload workload, Workload.Mode mode)
            throws IOException, InterruptedException {
        var runs = new ArrayList<SuiteRun>();
        for (int i = 1; i <= repeats; i++) {
            runs.add(run(workload, mode, i));
        }
        return runs;
    }

    private SuiteRun run(Workload workload, Workload.Mode mode, int number)
            throws IOException, InterruptedException {
        var folder = Files.createDirectories(results.resolve("suite"));
        var name = "%s-%s".formatted(workload.name(), mode.name().toLowerCase(Locale.ROOT));
        var file = folder.resolve("%s-%d.json".formatted(name, number));
        var experiment =
                new Experiment(
                                workload,
                                classes,
                                java,
                                folder.resolve("%s-%d.kinds".formatted(name, number)).toString())
                        .text(mode);
        var earlier = SuiteRun.read(file, experiment);
        if (earlier.isPresent()) {
            return earlier.get();
        }
        System.err.printf("%s, run %d of %d ...%n", name, number, repeats);
        return SuiteRun.measure(home, results, name, experiment, file);
    }

    /// The truth as a ratio, also where another run has found it.
    private Workload.Truth truth(Workload.Case one) throws IOException, InterruptedException {
        return switch (one.truth()) {
            case Workload.Truth.Ratio ratio -> ratio;
            case Workload.Truth.None none -> none;
            case Workload.Truth.LongRun(var workload) -> {
                var run = run(workload, Workload.Mode.SEQUENTIAL, 1);
                yield Reading.of(run, one.server(), one.metric()) instanceof Reading.Figure figure
                        ? new Workload.Truth.Ratio(
                                figure.point(),
                                "a sequential run, windows of %d s: [%.3f, %.3f]"
                                        .formatted(
                                                workload.phases().measureSeconds(),
                                                figure.low(),
                                                figure.high()))
                        : new Workload.Truth.None("the long run gives no figure", ".*");
            }
        };
    }
}
