package dev.loombench.zoo.work;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The command-line options of a server of the zoo.
///
/// @param model a concurrency model, as in `virtual`; each server has its own set
/// @param listen address to listen on; loopback unless it is given
/// @param port where to listen; 0 for any free port
/// @param threads size of a fixed pool; ignored by models without one
/// @param downstream base URL of the delay service behind `/downstream`
/// @param defaultLimits whether the container keeps its own limits instead of those that all
///   servers share; ignored by servers without the option
/// @param extra the options of this server alone, as in `--ledger` -> `memory`
public record Options(
        String model,
        InetAddress listen,
        int port,
        int threads,
        Optional<URI> downstream,
        boolean defaultLimits,
        Map<String, String> extra) {
    /// Length of the listen queue, the same in every server; the kernel caps it at `somaxconn`.
    public static final int BACKLOG = 4096;

    /// More streams per connection of HTTP/2 than any load opens, where a server has a limit.
    public static final int MAX_STREAMS = 1_000_000;

    private static final String HTTP2 = "--http2";

    private static final List<String> KNOWN =
            List.of(
                    "--model",
                    "--listen",
                    "--port",
                    "--threads",
                    "--downstream",
                    "--container-limits");

    public Options {
        extra = Map.copyOf(extra);
    }

    /// Without container limits and without options of one server.
    public Options(String model, int port, int threads, Optional<URI> downstream) {
        this(model, InetAddress.getLoopbackAddress(), port, threads, downstream, false, Map.of());
    }

    /// @throws UsageException if the command line is invalid
    public static Options parse(String... args) {
        return parse(List.of(), args);
    }

    /// @param extra names of the options of this server alone
    /// @throws UsageException if the command line is invalid
    public static Options parse(List<String> extra, String... args) {
        var additional = Stream.concat(extra.stream(), Stream.of(HTTP2)).toList();
        var given =
                CommandLineArgs.parse(
                        Stream.concat(KNOWN.stream(), additional.stream()).toList(), args);
        return new Options(
                given.required("--model", "which concurrency model?"),
                given.text("--listen")
                        .map(Options::listenAddress)
                        .orElse(InetAddress.getLoopbackAddress()),
                given.number("--port", 0, 0, 65_535),
                given.number("--threads", 200, 1, 1_000_000),
                given.text("--downstream").map(Options::baseUrl),
                given.text("--container-limits").map(Options::defaultLimits).orElse(false),
                given.subset(additional));
    }

    /// The address and port: on loopback unless another address is given, so that the zoo cannot be
    /// reached from a network by mistake.
    public InetSocketAddress address() {
        return new InetSocketAddress(listen, port);
    }

    /// Whether the server speaks HTTP/2 beside HTTP/1.1; ignored by servers without it.
    ///
    /// @throws UsageException if the option is neither true nor false
    public boolean http2() {
        return extraChoice(HTTP2, "true", "false").filter("true"::equals).isPresent();
    }

    private static InetAddress listenAddress(String text) {
        try {
            if (!text.matches("[0-9a-fA-F:.%]*[:.][0-9a-fA-F:.%]*")) { // a name would be looked up
                throw new UnknownHostException(text);
            }
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new UsageException(
                    "--listen must be an IP address like 10.0.0.1, was \"" + text + "\"");
        }
    }

    private static boolean defaultLimits(String text) {
        return switch (text) {
            case "unlimited" -> false;
            case "default" -> true;
            default ->
                    throw new UsageException(
                            "--container-limits must be unlimited or default, was \""
                                    + text
                                    + "\"");
        };
    }

    /// A whole number among the options of this server alone.
    ///
    /// @throws UsageException if the value is not a number within the bounds, both inclusive
    public int extraNumber(String option, int defaultValue, int low, int high) {
        return CommandLineArgs.of(extra).number(option, defaultValue, low, high);
    }

    /// One of several words among the options of this server alone; empty if it was not given.
    ///
    /// @throws UsageException if the value is none of them
    public Optional<String> extraChoice(String option, String... choices) {
        var value = extra.get(option);
        if (value != null && !List.of(choices).contains(value)) {
            throw new UsageException(
                    "%s must be %s, was \"%s\""
                            .formatted(option, String.join(" or ", choices), value));
        }
        return Optional.ofNullable(value);
    }

    private static URI baseUrl(String text) {
        var uri = parsed(text);
        if (!"http".equals(uri.getScheme()) || uri.getHost() == null) {
            throw new UsageException(
                    "--downstream must be a URL like http://127.0.0.1:8080, was \"" + text + "\"");
        }
        return uri;
    }

    private static URI parsed(String text) {
        try {
            return URI.create(text);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--downstream must be a URL: " + e.getMessage());
        }
    }
}
