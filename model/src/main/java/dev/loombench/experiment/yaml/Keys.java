package dev.loombench.experiment.yaml;

import dev.loombench.text.TextTable;
import java.util.List;

/// The keys of an experiment, in the order of the documentation. The JSON Schema has the same ones.
public final class Keys {
    public static final List<String> EXPERIMENT =
            TextTable.words(
                    """
                    question service variants load phases trials mode precision budget metric margin
                    expect seed observe
                    """);

    /// A variant also has the settings of its model, such as `threads`.
    public static final List<String> VARIANT =
            TextTable.words(
                    """
                    name server model jvm jdk cpus working-directory environment port
                    """);

    /// The user's own service, in place of servers of the zoo.
    public static final List<String> SERVICE =
            List.of(
                    "command",
                    "ready",
                    "environment",
                    "working-directory",
                    "same-answers",
                    "backends",
                    "before-each",
                    "after-each");

    /// A service that the variants use.
    public static final List<String> BACKEND =
            List.of(
                    "name",
                    "command",
                    "ready",
                    "per",
                    "environment",
                    "working-directory",
                    "cpus",
                    "port");

    /// A command around each process of a variant.
    public static final List<String> TRIAL_COMMAND = List.of("command", "within");

    public static final List<String> READY = List.of("http", "port", "log", "within");

    /// A variant of the user's own service.
    public static final List<String> SERVICE_VARIANT =
            TextTable.words(
                    """
                    name command args expects url connect-to pid jdk cpus environment port
                    """);

    /// Keys of such a variant that need a start.
    static final List<String> STARTED =
            List.of("command", "args", "expects", "jdk", "cpus", "environment", "port");

    public static final List<String> LOAD =
            TextTable.words(
                    """
                    users think-time rate arrival replay speed connections held-connections
                    connect-rate protocol streaming line batch request requests requests-file path
                    timeout errors expect-status expect-body deadline values keep-alive
                    connect-timeout source-addresses tls http2 streams grpc websocket
                    """);

    /// How the requests are calls of gRPC.
    public static final List<String> GRPC = List.of("protoset", "proto", "proto-path");

    /// The messages of WebSocket.
    public static final List<String> WEBSOCKET = List.of("greetings", "binary");

    /// How connections are secured; the names are those of the options.
    public static final List<String> TLS =
            List.of("insecure", "cacert", "cert", "key", "version", "resumption");

    static final List<String> BATCH = List.of("max");

    public static final List<String> REQUEST =
            List.of("method", "path", "headers", "body", "timeout");

    /// Keys of a request in `requests`: its timeout is that of the load.
    public static final List<String> WEIGHTED_REQUEST =
            List.of("name", "weight", "method", "path", "headers", "body");

    /// The keys of a load that a file for `loombench load --requests-file` may have.
    static final List<String> REQUESTS_FILE = List.of("requests", "values");

    public static final List<String> VALUE =
            List.of("counter", "random", "csv", "column", "pick", "file", "base64");

    public static final List<String> COUNTER = List.of("from");

    public static final List<String> PHASES = List.of("warm-up", "measure");

    public static final List<String> WARM_UP =
            List.of("min", "max", "others", "level", "cycles", "load", "pause");

    public static final List<String> MEASURE = List.of("requests", "max");

    public static final List<String> STAGE = List.of("duration", "target");

    public static final List<String> THINK_TIME = List.of("mean", "distribution");

    public static final List<String> TRIALS = List.of("min", "max");

    /// Keys of a claim from an article.
    public static final List<String> CLAIM = List.of("claim", "article", "where");

    private Keys() {}
}
