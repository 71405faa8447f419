package dev.loombench.spec.text;

import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;

/// The text of a URL as a user writes it, checked before its host is resolved.
public final class UrlText {
    /// Up to the last `@` before the path: user and password.
    private static final Pattern USER_INFO =
            Pattern.compile("(?:[^:/?#@]+://|//)?[^/?#@]*@.*", Pattern.DOTALL);

    /// Two or more groups of an IPv6 address that are 0.
    private static final Pattern ZEROS = Pattern.compile("(?:^|:)(?:0(?::|$)){2,}");

    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    private UrlText() {}

    /// @throws SpecError when it cannot be read or has a user; no message shows a password
    public static URI parse(String text) {
        if (USER_INFO.matcher(text).matches()) {
            throw new SpecError(
                    "a URL with a user or password before @ is refused, as they would not be sent;"
                            + " the header Authorization sends them, as in -H 'Authorization: Basic ...'");
        }
        return uri(text);
    }

    private static URI uri(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw new SpecError(
                    "the URL cannot be read: %s at index %d of \"%s\""
                            .formatted(e.getReason(), e.getIndex(), shown(text)));
        }
    }

    /// Whether it is one of HTTP, over TLS or not.
    public static boolean isHttp(URI uri) {
        return uri.getHost() != null && ("http".equalsIgnoreCase(uri.getScheme()) || isHttps(uri));
    }

    /// Whether it is one of HTTP over TLS.
    public static boolean isHttps(URI uri) {
        return "https".equalsIgnoreCase(uri.getScheme());
    }

    /// The port of a URL of HTTP.
    public static int httpPort(URI uri) {
        return port(uri, isHttps(uri) ? HTTPS_PORT : HTTP_PORT);
    }

    /// The port.
    ///
    /// @param otherwise where the URL names none
    public static int port(URI uri, int otherwise) {
        int port = uri.getPort() == -1 ? otherwise : uri.getPort();
        if (port < 1 || port > 65_535) {
            throw new SpecError("the port must be between 1 and 65535, was " + port);
        }
        return port;
    }

    /// The path with the query, as a request sends it.
    public static String target(URI uri) {
        var path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        return path + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
    }

    /// A URL for a message: without its query and fragment, which may have secrets.
    public static String shown(String url) {
        var start = url.replaceFirst("(?s)[?#].*", "");
        return start.equals(url) ? url : start + "…";
    }

    /// An address as a URL has it: `127.0.0.1:8080`, `[::1]:8080`.
    public static String authority(InetSocketAddress address) {
        var host = address.getAddress().getHostAddress();
        var text = host.contains(":") ? "[" + ZEROS.matcher(host).replaceFirst("::") + "]" : host;
        return text + ":" + address.getPort();
    }
}
