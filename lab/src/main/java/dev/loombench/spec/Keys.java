package dev.loombench.spec;

import java.util.List;

/// Every key a spec may have, place by place, in the order of the documentation. The published JSON
/// Schema has the same ones.
final class Keys {
    static final List<String> EXPERIMENT =
            List.of(
                    "question",
                    "variants",
                    "load",
                    "phases",
                    "repeat",
                    "precision",
                    "metric",
                    "margin",
                    "expect",
                    "seed",
                    "observe");

    /// Beside these a variant takes the settings of its model, as in `threads`.
    static final List<String> VARIANT =
            List.of(
                    "name",
                    "server",
                    "model",
                    "jvm",
                    "jdk",
                    "cpus",
                    "directory",
                    "environment",
                    "port");

    static final List<String> LOAD =
            List.of(
                    "users",
                    "think-time",
                    "rate",
                    "arrival",
                    "connections",
                    "hold",
                    "pace",
                    "protocol",
                    "line",
                    "batch",
                    "request",
                    "requests",
                    "path",
                    "timeout",
                    "failures",
                    "expect-status",
                    "values",
                    "keep-alive",
                    "connect-timeout",
                    "source-addresses");

    static final List<String> BATCH = List.of("at-most");

    static final List<String> REQUEST = List.of("method", "path", "headers", "body", "timeout");

    /// One of several: they share the timeout that stands under load.
    static final List<String> WEIGHTED_REQUEST =
            List.of("name", "weight", "method", "path", "headers", "body");

    /// What the file of `loombench load --requests` may have, of the keys of load.
    static final List<String> REQUESTS_FILE = List.of("requests", "values");

    static final List<String> VALUE = List.of("counter", "random", "csv", "column", "pick");

    static final List<String> COUNTER = List.of("from");

    static final List<String> PHASES = List.of("warm-up", "measure");

    static final List<String> WARM_UP = List.of("at-least", "at-most", "at");

    static final List<String> MEASURE = List.of("requests", "at-most");

    static final List<String> STAGE = List.of("for", "to", "at");

    static final List<String> THINK_TIME = List.of("mean", "distribution");

    static final List<String> REPEAT = List.of("at-least", "at-most");

    /// Of a claim that an article makes.
    static final List<String> CLAIM = List.of("claim", "article", "where");

    private Keys() {}
}
