package harness;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// What is compared, and what it takes unless asked otherwise.
enum Mode {
    CLOSED(0, 60, 0, "wrk", false),
    OPEN(10_000, 3, 5, "loombench", false),
    MEMORY(0, 3, 0, "wrk", false),
    TRUTH(1_000, 3, 30, "", true),
    OFFERED(0, 1, 30, "", true),
    HOLD(0, 1, 0, "", false),
    SOAK(0, 1, 600, "", false),
    CHECK(0, 1, 1, "", false);

    /// Requests a second; 0 in the closed model.
    final int rate;

    final int rounds;

    /// Length of a run, where a run has one.
    final int seconds;

    /// The generator that the others are compared with.
    final String against;

    /// Whether the responder has a core of its own.
    final boolean apart;

    Mode(int rate, int rounds, int seconds, String against, boolean apart) {
        this.rate = rate;
        this.rounds = rounds;
        this.seconds = seconds;
        this.against = against;
        this.apart = apart;
    }

    static Optional<Mode> named(String name) {
        return Stream.of(values())
                .filter(m -> m.name().toLowerCase(Locale.ROOT).equals(name))
                .findFirst();
    }
}
