package dev.loombench.zoo.work;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What a server of the zoo is told on its command line.
///
/// @param model a concurrency model, as in `virtual`; the server knows which it has
/// @param port where to listen; 0 for a free one
/// @param threads size of a fixed pool; models without one take no notice
/// @param downstream base URL of the delay service behind `/downstream`
/// @param defaultLimits whether the container's own limits stay in force, in place of those that
///   are equal in every server; servers that do not offer it take no notice
/// @param own what this server alone takes, as in `--ledger` -> `memory`
public record Options(
        String model,
        int port,
        int threads,
        Optional<URI> downstream,
        boolean defaultLimits,
        Map<String, String> own) {
    /// What a connection may wait in before it is accepted, the same in every server; the kernel
    /// caps it at `somaxconn`.
    public static final int BACKLOG = 4096;

    private static final List<String> KNOWN =
            List.of("--model", "--port", "--threads", "--downstream", "--container-limits");

    public Options {
        own = Map.copyOf(own);
    }

    /// With limits that are open, as in every server, and nothing of its own.
    public Options(String model, int port, int threads, Optional<URI> downstream) {
        this(model, port, threads, downstream, false, Map.of());
    }

    /// @throws WrongOption says what was met and what was due
    public static Options parse(String... args) {
        return parse(List.of(), args);
    }

    /// @param own names of the options that this server alone takes
    /// @throws WrongOption says what was met and what was due
    public static Options parse(List<String> own, String... args) {
        var given =
                CommandLineArgs.parse(Stream.concat(KNOWN.stream(), own.stream()).toList(), args);
        return new Options(
                given.required("--model", "which concurrency model is to be served?"),
                given.number("--port", 0, 0, 65_535),
                given.number("--threads", 200, 1, 1_000_000),
                given.text("--downstream").map(Options::baseUrl),
                given.text("--container-limits").map(Options::defaultLimits).orElse(false),
                given.only(own));
    }

    /// Loopback, and nothing else: the zoo is no service for a network.
    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
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

    /// A whole number of this server's own.
    ///
    /// @throws WrongOption when it is none, or beyond the bounds, both inclusive
    public int ownNumber(String option, int otherwise, int low, int high) {
        return CommandLineArgs.of(own).number(option, otherwise, low, high);
    }

    /// A word of this server's own; empty when it was not given.
    ///
    /// @throws WrongOption when it is none of those offered
    public Optional<String> ownWord(String option, String... offered) {
        var met = own.get(option);
        if (met != null && !List.of(offered).contains(met)) {
            throw new UsageException(
                    "%s must be %s, was \"%s\""
                            .formatted(option, String.join(" or ", offered), met));
        }
        return Optional.ofNullable(met);
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
