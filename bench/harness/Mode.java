package harness;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// The benchmarks, with the defaults of each.
enum Mode {
    CLOSED(0, 60, 0, "wrk", false),
    OPEN(10_000, 3, 5, "loombench", false),
    MEMORY(0, 3, 0, "wrk", false),
    ACCURACY(1_000, 3, 30, "", true),
    QUEUE(200, 3, 40, "", true),
    OFFERED(0, 1, 30, "", true),
    HELD(0, 1, 0, "", false),
    SOAK(0, 1, 600, "", false),
    AGENT(0, 30, 0, "", false),
    CONTROLLER(10_000, 6, 5, "", false),
    CHECK(0, 1, 1, "", false);

    /// Requests per second; 0 in the closed model.
    final int rate;

    final int rounds;

    /// Length of a run; 0 where a run has no fixed length.
    final int seconds;

    /// The generator that the others are compared with.
    final String reference;

    /// Whether the responder has its own core.
    final boolean separateCores;

    Mode(int rate, int rounds, int seconds, String reference, boolean separateCores) {
        this.rate = rate;
        this.rounds = rounds;
        this.seconds = seconds;
        this.reference = reference;
        this.separateCores = separateCores;
    }

    static Optional<Mode> named(String name) {
        return Stream.of(values())
                .filter(m -> m.name().toLowerCase(Locale.ROOT).equals(name))
                .findFirst();
    }
}
