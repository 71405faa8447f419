import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Compares two ways to run a pair of batches, a pool of platform threads and virtual threads: one
/// after the other, and at the same time. Each process has one processor of its own, in turn the
/// first and the second.
///
/// `batches [--work WORK] [--tasks N] [--pairs N] [--busy K]`: N tasks each, N pairs of each way in
/// turn, beside K busy processes. Prints the ratio of virtual threads to the pool, and its spread
/// over pairs.
final class BatchPairs {
    private static final Pattern DONE = Pattern.compile("DONE tasks=\\d+ nanos=(\\d+) held=\\d+");
    private static final List<List<String>> VARIANTS =
            List.of(
                    List.of("--model", "platform-pool", "--threads", "200"),
                    List.of("--model", "virtual"));

    private final Path home = Path.of(System.getProperty("home"));
    private final String java = ProcessHandle.current().info().command().orElseThrow();
    private final String work;
    private final int tasks;

    private BatchPairs(String work, int tasks) {
        this.work = work;
        this.tasks = tasks;
    }

    /// Of one batch.
    private record Figures(double elapsed, double cpu) {}

    /// Virtual threads over the pool, by metric.
    private record Ratios(LogRatios elapsed, LogRatios cpu) {
        Ratios() {
            this(new LogRatios(), new LogRatios());
        }

        void add(List<Figures> pair) {
            elapsed.add(pair.get(1).elapsed, pair.get(0).elapsed);
            cpu.add(pair.get(1).cpu, pair.get(0).cpu);
        }
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        if (Runtime.getRuntime().availableProcessors() < 2) {
            System.err.println("two processors are needed");
            System.exit(2);
        }
        try {
            var options = Options.of(args, List.of("--work", "--tasks", "--pairs", "--busy"));
            var batches =
                    new BatchPairs(
                            options.text("--work", "/fib?n=100000"),
                            options.number("--tasks", 20_000, 1, 10_000_000));
            int pairs = options.number("--pairs", 10, 2, 1_000);
            int busy = options.number("--busy", 0, 0, 64);
            try (var _ = BusyNeighbours.start(busy)) {
                batches.run(pairs, busy);
            }
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.println(
                    "usage: bench/proof/run batches [--work WORK] [--tasks N] [--pairs N] [--busy K]");
            System.exit(2);
        }
    }

    private void run(int pairs, int busy) throws IOException, InterruptedException {
        Map<String, Ratios> ratios = new LinkedHashMap<>();
        ratios.put("one after the other", new Ratios());
        ratios.put("at the same time", new Ratios());
        for (int i = 0; i < pairs; i++) {
            ratios.get("one after the other").add(inTurn(i));
            ratios.get("at the same time").add(atOnce(i));
        }
        System.out.printf(
                "%s, %d tasks, %d pairs, %d busy neighbours: virtual threads / pool, spread (standard"
                        + " deviation of its logarithm over pairs)%n",
                work, tasks, pairs, busy);
        ratios.forEach((name, of) ->
                System.out.printf(
                        "%-20s elapsed %.3f, spread %.3f   CPU %.3f, spread %.3f%n",
                        name,
                        of.elapsed.ratio(),
                        of.elapsed.spread(),
                        of.cpu.ratio(),
                        of.cpu.spread()));
    }

    private List<Figures> inTurn(int pair) throws IOException, InterruptedException {
        var figures = new Figures[VARIANTS.size()];
        for (int i = 0; i < figures.length; i++) {
            int variant = (pair + i) % figures.length;
            try (var batch = start(VARIANTS.get(variant), pair % 2)) {
                figures[variant] = batch.await();
            }
        }
        return List.of(figures);
    }

    private List<Figures> atOnce(int pair) throws IOException, InterruptedException {
        try (var pool = start(VARIANTS.get(0), pair % 2);
                var virtual = start(VARIANTS.get(1), 1 - pair % 2)) {
            return List.of(pool.await(), virtual.await());
        }
    }

    private Batch start(List<String> variant, int processor) throws IOException {
        var command = new ArrayList<>(List.of("taskset", "-c", String.valueOf(processor), java));
        command.addAll(
                List.of(
                        "-cp",
                        "%1$s/zoo-executor.jar:%1$s/lib/*"
                                .formatted(home.resolve("zoo/executor/target")),
                        "dev.loombench.zoo.executor.ExecutorBatch",
                        "--tasks",
                        String.valueOf(tasks),
                        "--work",
                        work));
        command.addAll(variant);
        return new Batch(
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    /// A process that has ended its work once it says so, and lives until it is closed.
    private record Batch(Process process) implements AutoCloseable {
        Figures await() throws IOException {
            var output = new BufferedReader(new InputStreamReader(process.getInputStream()));
            var line = output.readLine();
            var done = DONE.matcher(line == null ? "" : line);
            if (!done.matches()) {
                throw new IOException("the batch failed: " + line);
            }
            var cpu = process.toHandle().info().totalCpuDuration().orElseThrow();
            return new Figures(Double.parseDouble(done.group(1)), (double) cpu.toNanos());
        }

        @Override
        public void close() throws IOException {
            process.getOutputStream().close();
            process.onExit().join();
        }
    }
}
