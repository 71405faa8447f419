package dev.loombench.zoo.work;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/// What a server of the zoo is told on its command line.
///
/// @param model a concurrency model, as in `virtual`; the server knows which it has
/// @param port where to listen; 0 for a free one
/// @param threads size of a fixed pool; models without one take no notice
/// @param downstream base URL of the delay service behind `/downstream`
public record Options(String model, int port, int threads, Optional<URI> downstream) {
    /// What a connection may wait in before it is accepted, the same in every server; the kernel
    /// caps it at `somaxconn`.
    public static final int BACKLOG = 4096;

    private static final List<String> KNOWN =
            List.of("--model", "--port", "--threads", "--downstream");

    /// @throws WrongOption says what was met and what was due
    public static Options parse(String... args) {
        var given = Given.parse(KNOWN, args);
        return new Options(
                given.required("--model", "which concurrency model is to be served?"),
                given.number("--port", 0, 0, 65_535),
                given.number("--threads", 200, 1, 1_000_000),
                given.text("--downstream").map(Options::baseUrl));
    }

    /// Loopback, and nothing else: the zoo is no service for a network.
    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private static URI baseUrl(String text) {
        var uri = parsed(text);
        if (!"http".equals(uri.getScheme()) || uri.getHost() == null) {
            throw new WrongOption(
                    "--downstream must be a URL like http://127.0.0.1:8080, was \"" + text + "\"");
        }
        return uri;
    }

    private static URI parsed(String text) {
        try {
            return URI.create(text);
        } catch (IllegalArgumentException e) {
            throw new WrongOption("--downstream must be a URL: " + e.getMessage());
        }
    }
}
