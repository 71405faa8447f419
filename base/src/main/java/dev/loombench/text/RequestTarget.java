package dev.loombench.text;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// The parts of a request's URL.
///
/// @param origin scheme and authority in lower case, as in `https://shop.example:8443`
/// @param path with its query; not empty
public record RequestTarget(String origin, String path) {
    private static final Pattern URL =
            Pattern.compile("(?:([A-Za-z][A-Za-z0-9+.-]*+)://)?([^/?#]*+)([^#]*+)(?:#.*)?");

    private static final Pattern AUTHORITY =
            Pattern.compile("(?:\\[[^\\[\\]]+\\]|[^:\\[\\]]+)(?::[0-9]*)?");

    /// Empty for a URL of another scheme than `http` and `https`, or without a host.
    ///
    /// @param url without a scheme it is `http`, as in curl
    /// @throws WrongInput when it has a user or password; the message does not show them
    public static Optional<RequestTarget> find(String url) {
        var parts = URL.matcher(url);
        if (!parts.matches()) {
            return Optional.empty();
        }
        var scheme = parts.group(1) == null ? "http" : lower(parts.group(1));
        var authority = lower(parts.group(2));
        if (!scheme.matches("https?") || authority.isEmpty()) {
            return Optional.empty();
        }
        if (authority.contains("@")) {
            throw new WrongInput(
                    "a URL with a user or password before @ is refused; put the header Authorization in its place");
        }
        if (!AUTHORITY.matcher(authority).matches()) {
            return Optional.empty(); // as in data:text/plain, or blob:http://host
        }
        var target = parts.group(3);
        return Optional.of(
                new RequestTarget(
                        scheme + "://" + authority,
                        target.startsWith("/") ? target : "/" + target));
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
