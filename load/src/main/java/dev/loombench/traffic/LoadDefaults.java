package dev.loombench.traffic;

import dev.loombench.text.Units;
import java.time.Duration;

/// Default values of a load by itself, the same for the Java API, for both commands and for tests
/// of JUnit. Those that annotations name are texts, as options spell them.
public final class LoadDefaults {
    /// Users of a closed load, and connections of a rate.
    public static final int CONNECTIONS = 100;

    public static final String DURATION_TEXT = "10s";

    /// The measured time: it contains some garbage collections of a busy server, and ten intervals
    /// of one second.
    public static final Duration DURATION = Units.duration(DURATION_TEXT);

    public static final String COUNTED_TEXT = "10m";

    /// Limit of a window that ends after a number of requests, if the server is too slow.
    public static final Duration COUNTED = Units.duration(COUNTED_TEXT);

    public static final String WARM_UP_TEXT = "2s";

    /// Load before the measured time, against a server that runs: connections open within its first
    /// second.
    public static final Duration WARM_UP = Units.duration(WARM_UP_TEXT);

    public static final String TIMEOUT_TEXT = "10s";

    /// The longest response time.
    public static final Duration TIMEOUT = Units.duration(TIMEOUT_TEXT);

    /// The line that is sent to `tcp://`.
    public static final String LINE = "Hello world!";

    private LoadDefaults() {}
}
