package harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Compares load generators on a minimal responder. Started by `bench/compare`; see
/// docs/benchmarks.md.
final class Compare {
    private Compare() {}

    public static void main(String[] args) {
        var bench = Path.of(System.getProperty("bench"));
        var scratch = bench.resolve("target").resolve("run-" + ProcessHandle.current().pid());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> cleanUp(scratch), "clean up"));
        if (args.length == 0 || List.of(args).contains("--help")) {
            System.out.print(CompareOptions.USAGE);
            return;
        }
        try {
            Files.createDirectories(scratch);
            run(CompareOptions.parse(args, bench, scratch));
        } catch (CompareOptions.UsageError e) {
            System.err.println("compare: " + e.getMessage() + "; see bench/compare --help");
            System.exit(2);
        } catch (HarnessException e) {
            System.err.println("compare: " + e.getMessage());
            System.exit(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void run(CompareOptions options) {
        System.out.println(MachineFacts.facts());
        System.out.println(MachineFacts.load() + " at the start, seed " + options.seed());
        var before = MachineFacts.Use.now();
        var outcome =
                switch (options.mode()) {
                    case CLOSED -> ClosedLoadBenchmark.run(installed(options));
                    case OPEN -> OpenLoadBenchmark.run(installed(options));
                    case MEMORY -> MemoryBenchmark.run(installed(options));
                    case ACCURACY -> AccuracyBenchmark.run(installed(options));
                    case QUEUE -> QueueBenchmark.run(installed(options));
                    case OFFERED -> OfferedLoadBenchmark.run(installed(options));
                    case HELD -> HeldConnectionsBenchmark.run(installed(options));
                    case SOAK -> SoakBenchmark.run(installed(options));
                    case AGENT -> AgentCostBenchmark.run(options);
                    case CONTROLLER -> ControllerCostBenchmark.run(options);
                    case CHECK -> HarnessCheck.run(options);
                };
        System.out.println(
                MachineFacts.load() + " at the end; " + MachineFacts.Use.now().since(before));
        System.out.println();
        System.out.println(outcome);
    }

    /// The options without the generators that are not installed, each of which is printed.
    private static CompareOptions installed(CompareOptions options) {
        var installed = new ArrayList<Generator>();
        for (var generator : options.generators()) {
            if (generator.installed(options.placement())) {
                installed.add(generator);
            } else {
                System.out.println(
                        "missing: %s (%s)".formatted(generator.name(), generator.install()));
            }
        }
        return options.with(installed);
    }

    static void say(String message) {
        System.err.println(message);
    }

    static void sleep(long millis) {
        try {
            Thread.sleep(Duration.ofMillis(millis));
        } catch (InterruptedException e) {
            throw new HarnessException("interrupted");
        }
    }

    private static void cleanUp(Path scratch) {
        ChildProcess.closeAll();
        try (Stream<Path> files = Files.exists(scratch) ? Files.walk(scratch) : Stream.empty()) {
            files.sorted(Comparator.reverseOrder()).forEach(f -> f.toFile().delete());
        } catch (IOException e) {
            System.err.println("compare: cannot delete " + scratch + ": " + e);
        }
    }
}
