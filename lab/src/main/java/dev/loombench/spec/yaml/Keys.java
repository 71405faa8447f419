package dev.loombench.spec.yaml;

import java.util.List;

/// Every key a spec may have, place by place, in the order of the documentation. The published JSON
/// Schema has the same ones.
public final class Keys {
    public static final List<String> EXPERIMENT =
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
    public static final List<String> VARIANT =
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

    public static final List<String> LOAD =
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

    public static final List<String> REQUEST =
            List.of("method", "path", "headers", "body", "timeout");

    /// One of several: they share the timeout that stands under load.
    public static final List<String> WEIGHTED_REQUEST =
            List.of("name", "weight", "method", "path", "headers", "body");

    /// What the file of `loombench load --requests` may have, of the keys of load.
    static final List<String> REQUESTS_FILE = List.of("requests", "values");

    public static final List<String> VALUE = List.of("counter", "random", "csv", "column", "pick");

    public static final List<String> COUNTER = List.of("from");

    public static final List<String> PHASES = List.of("warm-up", "measure");

    public static final List<String> WARM_UP = List.of("at-least", "at-most", "at");

    public static final List<String> MEASURE = List.of("requests", "at-most");

    public static final List<String> STAGE = List.of("for", "to", "at");

    public static final List<String> THINK_TIME = List.of("mean", "distribution");

    public static final List<String> REPEAT = List.of("at-least", "at-most");

    /// Of a claim that an article makes.
    public static final List<String> CLAIM = List.of("claim", "article", "where");

    private Keys() {}
}
