package dev.loombench.requests;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What `curl` commands say of their connections, which has no effect: the options of a load
/// describe its own.
final class CurlConnection {
    private static final String NO_PROXY = "no proxy is used";
    private static final String NO_HTTP3 = "HTTP/3 is not supported";

    /// Option of curl -> what there is in its place.
    private static final Map<String, String> REPLACEMENTS =
            Map.ofEntries(
                    Map.entry("-k", "here --insecure"),
                    Map.entry("--insecure", "here --insecure"),
                    Map.entry("--http2", "here --http2"),
                    Map.entry("--http2-prior-knowledge", "here --http2"),
                    Map.entry("--http3", NO_HTTP3),
                    Map.entry("--http3-only", NO_HTTP3),
                    Map.entry("--cacert", "here --cacert"),
                    Map.entry("-E", "here --cert"),
                    Map.entry("--cert", "here --cert"),
                    Map.entry("--key", "here --key"),
                    Map.entry("--resolve", "here --connect-to"),
                    Map.entry("--connect-to", "here --connect-to"),
                    Map.entry("-x", NO_PROXY),
                    Map.entry("--proxy", NO_PROXY));

    private CurlConnection() {}

    /// Empty where no option describes a connection.
    ///
    /// @param options of all commands, as they are given
    static Optional<String> note(Stream<String> options) {
        var found =
                options.distinct()
                        .filter(REPLACEMENTS::containsKey)
                        .map(option -> "%s (%s)".formatted(option, REPLACEMENTS.get(option)))
                        .collect(Collectors.joining(", "));
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of("options of curl for its connections have no effect: " + found);
    }
}
