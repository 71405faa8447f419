package dev.loombench.governor.limiters;

import java.util.List;

/// A load on a service of known capacity.
///
/// @param name a few words
/// @param question what it shows, and who reported it
/// @param servers requests that are served concurrently
/// @param work service time of a request
/// @param rate requests per second
/// @param capacity requests per second that the servers can do in the measured time
/// @param deadlineSeconds a response within it is good
/// @param fromSeconds start of the measured time
/// @param untilSeconds its end
record Scenario(
        String name,
        String question,
        int servers,
        Work work,
        Rate rate,
        double capacity,
        double deadlineSeconds,
        double fromSeconds,
        double untilSeconds) {

    /// A service time.
    @FunctionalInterface
    interface Work {

        /// @param seconds time at which the service begins
        /// @param draw a random number, 0 to 1
        long nanos(double seconds, double draw);
    }

    /// A rate of arrivals.
    @FunctionalInterface
    interface Rate {

        /// Requests per second at a time.
        double at(double seconds);
    }

    private static final double MS = 1e6;
    private static final int SERVERS = 40;

    /// Mean of the usual service time, 20 ms: 40 servers do 2,000 requests per second.
    private static final double USUAL = 20 * MS;

    private static final double CAPACITY = SERVERS / (USUAL / 1e9);

    static long nanos(double seconds) {
        return (long) (seconds * 1e9);
    }

    /// Half of the mean, and as much again at random.
    private static long usual(double draw) {
        return (long) (USUAL * (0.5 + draw));
    }

    /// The loads of the comparison.
    static List<Scenario> all() {
        return List.of(
                new Scenario(
                        "half load",
                        "Nothing needs to be rejected.",
                        SERVERS,
                        (seconds, draw) -> usual(draw),
                        seconds -> 0.5 * CAPACITY,
                        CAPACITY,
                        0.2,
                        30,
                        90),
                new Scenario(
                        "overload",
                        "Three times what the service can do, for a minute.",
                        SERVERS,
                        (seconds, draw) -> usual(draw),
                        seconds -> 3 * CAPACITY,
                        CAPACITY,
                        0.2,
                        30,
                        90),
                new Scenario(
                        "long overload",
                        "Half more than the service can do, for 30 minutes: a base line that follows the load creeps up"
                                + " (Netflix/concurrency-limits#88, #137; envoyproxy/envoy#11579).",
                        SERVERS,
                        (seconds, draw) -> usual(draw),
                        seconds -> 1.5 * CAPACITY,
                        CAPACITY,
                        0.2,
                        1_740,
                        1_800),
                new Scenario(
                        "3 % slow",
                        "3 % of the requests take 1.2 s, at 40 % of the capacity: nothing needs to be rejected"
                                + " (helidon-io/helidon#9542: 68 % were).",
                        64,
                        (seconds, draw) -> (long) (draw < 0.03 ? 1_200 * MS : USUAL),
                        seconds -> 0.4 * 64 / 0.0554,
                        64 / 0.0554, // 0.97 * 20 ms + 0.03 * 1,200 ms
                        1.5,
                        30,
                        150),
                new Scenario(
                        "cheap and expensive",
                        "Nine of ten requests take 2 ms, the others 200 ms, at twice the capacity: a limit by the fastest"
                                + " response is far too low.",
                        SERVERS,
                        (seconds, draw) -> (long) (draw < 0.9 ? 2 * MS : 200 * MS),
                        seconds -> 2 * SERVERS / 0.0218,
                        SERVERS / 0.0218, // 0.9 * 2 ms + 0.1 * 200 ms
                        1,
                        30,
                        90),
                new Scenario(
                        "slower for good",
                        "After 30 s every request takes twice as long, at 90 % of the former capacity: a base line that does"
                                + " not follow rejects too much (envoyproxy/envoy#38338).",
                        SERVERS,
                        (seconds, draw) -> usual(draw) * (seconds < 30 ? 1 : 2),
                        seconds -> 0.9 * CAPACITY,
                        CAPACITY / 2,
                        0.4,
                        120,
                        180),
                new Scenario(
                        "after a spike",
                        "The ten seconds after a spike of 2 s at five times the capacity; before and after it half load.",
                        SERVERS,
                        (seconds, draw) -> usual(draw),
                        seconds -> (seconds >= 60 && seconds < 62 ? 5 : 0.5) * CAPACITY,
                        CAPACITY,
                        0.2,
                        62,
                        72));
    }
}
