package dev.loombench.experiment;

import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadDefaults;
import dev.loombench.traffic.Protocol;
import java.time.Duration;
import java.util.OptionalDouble;

/// Default values of an experiment.
public final class Defaults {
    /// Users of a closed model send again at once: the highest load that so many users can produce.
    public static final Duration THINK_TIME = Duration.ZERO;

    /// Equal gaps, so that all variation comes from the server.
    public static final Arrival ARRIVAL = Arrival.CONSTANT;

    /// Open model: far more than are in flight, unless the server falls behind.
    public static final int CONNECTIONS = 1_000;

    /// Threads of a pool, the same for every server: the default of Tomcat and Spring Boot.
    public static final int THREADS = 200;

    public static final Protocol PROTOCOL = Protocol.HTTP;

    /// The line of the line protocol: the same text as the response to `/hello`.
    public static final String LINE = LoadDefaults.LINE;

    /// No server counts as warm before this, however steady it looks: the compilers are still busy.
    public static final Duration WARM_UP_MIN = Duration.ofSeconds(2);

    /// After this the trial continues, and reports that the server never became steady.
    public static final Duration WARM_UP_MAX = Duration.ofSeconds(15);

    /// That of a load by itself.
    public static final Duration MEASURE = LoadDefaults.DURATION;

    /// Limit of a window that ends after a number of requests.
    public static final Duration MEASURE_MAX = LoadDefaults.COUNTED;

    /// Limit of a batch, so that a program that never ends cannot block the run.
    public static final Duration BATCH_MAX = Duration.ofMinutes(10);

    /// Held connections opened per second: no faster than listen queues empty.
    public static final double CONNECT_RATE = 1_000;

    /// The fewest trials whose spread predicts the next one.
    public static final int TRIALS = 5;

    /// Minimum where trials repeat until they are precise enough: with fewer than three, a t
    /// interval is as wide as the figure itself.
    public static final int TRIALS_MIN = 3;

    /// Maximum in that case: four times as many trials would only halve an interval.
    public static final int TRIALS_MAX = 10;

    /// Trials of a comparison of services from which on it ends where it is decided or precise.
    public static final int COMPARISON_TRIALS_MIN = 4;

    /// Users of a comparison of services: those of a load by itself.
    public static final int COMPARISON_USERS = LoadDefaults.CONNECTIONS;

    /// The longest warm-up of such a comparison: it ends when the service is steady.
    public static final Duration COMPARISON_WARM_UP_MAX = Duration.ofSeconds(60);

    /// The longest for metrics that do not decide such a comparison: CPU per request may need
    /// minutes where throughput is steady after seconds.
    public static final Duration COMPARISON_WARM_UP_OTHERS = Duration.ofSeconds(10);

    /// The longest warm-up of a service in a search for capacities, which warms up further at each
    /// rate.
    public static final Duration CAPACITY_WARM_UP_MAX = Duration.ofSeconds(8);

    public static final Metric METRIC = Metric.THROUGHPUT;

    /// Smaller differences seldom matter, and code and memory layout alone can cause them.
    public static final double MARGIN = 0.03;

    /// Trials of a comparison of services. Four blocks show large differences; the budget has time
    /// for as many with the longest warm-up of two variants.
    public static final TrialCount COMPARISON_TRIALS =
            new TrialCount(COMPARISON_TRIALS_MIN, TRIALS_MAX, OptionalDouble.of(MARGIN / 2))
                    .within(Duration.ofMinutes(10));

    private Defaults() {}
}
