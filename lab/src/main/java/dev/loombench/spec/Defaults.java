package dev.loombench.spec;

import dev.loombench.spec.load.Arrival;
import dev.loombench.spec.load.Protocol;
import java.time.Duration;

/// What a spec leaves unsaid.
public final class Defaults {
    /// A closed model's users send again at once: the most that so many users can ask for.
    public static final Duration THINK_TIME = Duration.ZERO;

    /// Equal gaps, so that the server's own unrest is all there is.
    public static final Arrival ARRIVAL = Arrival.CONSTANT;

    /// Of an open model: far more than are in flight unless the server falls behind.
    public static final int CONNECTIONS = 1_000;

    /// Of a pool, in every server alike: what Tomcat and Spring Boot take when nobody says more.
    public static final int THREADS = 200;

    /// The plainest request there is.
    public static final String METHOD = "GET";

    /// What most loads drive.
    public static final Protocol PROTOCOL = Protocol.HTTP;

    /// What the line protocol sends: as much as `/hello` answers.
    public static final String LINE = "Hello world!";

    /// Longer than people wait, short enough for a stuck server to be noticed within a trial.
    public static final Duration TIMEOUT = Duration.ofSeconds(30);

    /// Before this no server counts as warm, however steady it looks: the compilers are busy.
    public static final Duration WARM_UP_MIN = Duration.ofSeconds(2);

    /// After this the trial goes on, and says that the server never became steady.
    public static final Duration WARM_UP_MAX = Duration.ofSeconds(15);

    /// Some garbage collections of a busy server, and ten intervals of a second.
    public static final Duration MEASURE = Duration.ofSeconds(10);

    /// Of a window that ends by a number of requests: so that it ends, whatever the server does.
    public static final Duration MEASURE_MAX = Duration.ofMinutes(10);

    /// Of a batch: so that a program which never ends does not keep the run.
    public static final Duration BATCH_MAX = Duration.ofMinutes(10);

    /// Connections that are held are opened no faster than listen queues empty, a second.
    public static final double CONNECT_RATE = 1_000;

    /// The fewest trials whose spread says something about the next one.
    public static final int TRIALS = 5;

    /// Where trials are repeated until they are precise enough: three is the fewest whose spread a
    /// t interval can use without being as wide as the figure itself.
    public static final int TRIALS_MIN = 3;

    /// And then no more than these: four times the trials halve an interval.
    public static final int TRIALS_MAX = 10;

    /// What a server is bought for.
    public static final Metric METRIC = Metric.THROUGHPUT;

    /// Less than this seldom decides anything, and layout and memory alone can make as much.
    public static final double MARGIN = 0.03;

    private Defaults() {}
}
