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

/// Load generators side by side on the thin responder. Started by `bench/compare`; see
/// docs/benchmarks.md.
final class Compare {
    private Compare() {}

    public static void main(String[] args) {
        var bench = Path.of(System.getProperty("bench"));
        var scratch = bench.resolve("target").resolve("run-" + ProcessHandle.current().pid());
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> leaveNothing(scratch), "leave nothing"));
        if (args.length == 0 || List.of(args).contains("--help")) {
            System.out.print(Options.USAGE);
            return;
        }
        try {
            Files.createDirectories(scratch);
            run(Options.parse(args, bench, scratch));
        } catch (Options.UsageError e) {
            System.err.println("compare: " + e.getMessage() + "; see bench/compare --help");
            System.exit(2);
        } catch (Failed e) {
            System.err.println("compare: " + e.getMessage());
            System.exit(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void run(Options asked) {
        System.out.println(Machine.facts());
        System.out.println(Machine.load() + " at the start, seed " + asked.seed());
        var before = Machine.Use.now();
        var outcome =
                switch (asked.mode()) {
                    case CLOSED -> Closed.run(present(asked));
                    case OPEN -> Open.run(present(asked));
                    case MEMORY -> Memory.run(present(asked));
                    case TRUTH -> Truth.run(present(asked));
                    case OFFERED -> Offered.run(present(asked));
                    case HOLD -> Hold.run(present(asked));
                    case SOAK -> Soak.run(present(asked));
                    case CHECK -> Check.run(asked);
                };
        System.out.println(Machine.load() + " at the end; " + Machine.Use.now().since(before));
        System.out.println();
        System.out.println(outcome);
    }

    /// The same without the peers that are not there, each of which is named.
    private static Options present(Options asked) {
        var there = new ArrayList<Peer>();
        for (var peer : asked.peers()) {
            if (peer.present(asked.place())) {
                there.add(peer);
            } else {
                System.out.println("missing: %s (%s)".formatted(peer.name(), peer.install()));
            }
        }
        return asked.with(there);
    }

    static void say(String what) {
        System.err.println(what);
    }

    static void sleep(long millis) {
        try {
            Thread.sleep(Duration.ofMillis(millis));
        } catch (InterruptedException e) {
            throw new Failed("interrupted");
        }
    }

    private static void leaveNothing(Path scratch) {
        Child.closeAll();
        try (Stream<Path> files = Files.exists(scratch) ? Files.walk(scratch) : Stream.empty()) {
            files.sorted(Comparator.reverseOrder()).forEach(f -> f.toFile().delete());
        } catch (IOException e) {
            System.err.println("compare: left behind " + scratch + ": " + e);
        }
    }
}
