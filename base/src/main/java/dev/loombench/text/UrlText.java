package dev.loombench.text;

import java.net.IDN;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The text of a URL as a user writes it, checked before its host is resolved.
public final class UrlText {
    /// Up to the last `@` before the path: user and password.
    private static final Pattern USER_INFO =
            Pattern.compile("(?:[^:/?#@]+://|//)?[^/?#@]*@.*", Pattern.DOTALL);

    /// Two or more groups of an IPv6 address that are 0.
    private static final Pattern ZEROS = Pattern.compile("(?:^|:)(?:0(?::|$)){2,}");

    /// The zone of an IPv6 address in brackets.
    private static final Pattern ZONE = Pattern.compile("%[^\\]]*]");

    /// What begins a zone in a URL, where `%` alone begins an escape.
    private static final Pattern ZONE_MARK = Pattern.compile("%25(?=[^\\]])");

    /// A name, and the port that may follow it.
    private static final Pattern AUTHORITY =
            Pattern.compile("([\\p{L}\\p{M}\\p{N}_.-]+)(?::(\\d*))?");

    /// A host and its port where a URL has its scheme.
    private static final Pattern WITHOUT_SCHEME =
            Pattern.compile(
                    "(?:[\\p{Alnum}_.-]+|\\[[^\\]/?#]*]):\\d{1,5}(?:[/?#].*)?", Pattern.DOTALL);

    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    private UrlText() {}

    /// @throws WrongInput when it cannot be read or has a user; no message shows a password
    public static URI parse(String text) {
        if (USER_INFO.matcher(text).matches()) {
            throw new WrongInput(
                    "a URL with a user or password before @ is refused, as they would not be sent;"
                            + " the header Authorization sends them, as in -H 'Authorization: Basic ...'");
        }
        return uri(text);
    }

    private static URI uri(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            if (WITHOUT_SCHEME.matcher(text).matches()) {
                throw new WrongInput(
                        "the URL has no scheme before its host: write http://" + shown(text));
            }
            throw new WrongInput(
                    "the URL cannot be read: %s at index %d of \"%s\""
                            .formatted(e.getReason(), e.getIndex(), shown(text)));
        }
    }

    /// Whether it is one of HTTP, over TLS or not.
    public static boolean isHttp(URI uri) {
        return host(uri).isPresent() && ("http".equalsIgnoreCase(uri.getScheme()) || isHttps(uri));
    }

    /// Whether it is one of HTTP over TLS.
    public static boolean isHttps(URI uri) {
        return "https".equalsIgnoreCase(uri.getScheme());
    }

    /// The port of a URL of HTTP.
    public static int httpPort(URI uri) {
        return port(uri, isHttps(uri) ? HTTPS_PORT : HTTP_PORT);
    }

    /// The host: a name, or an address, that of IPv6 in brackets; empty where it is neither.
    ///
    /// `java.net.URI` has no host for names that do not follow RFC 952: with an underscore, as
    /// containers have them (`my_service`), with a last label that begins with a digit (`web.1`),
    /// or with letters of other languages, which a name server knows in their ASCII form.
    public static Optional<String> host(URI uri) {
        if (uri.getHost() != null) {
            return Optional.of(ZONE_MARK.matcher(uri.getHost()).replaceFirst("%"));
        }
        return authority(uri).map(parts -> parts.group(1)).flatMap(UrlText::ascii);
    }

    private static Optional<Matcher> authority(URI uri) {
        return Optional.ofNullable(uri.getRawAuthority())
                .map(AUTHORITY::matcher)
                .filter(Matcher::matches);
    }

    private static Optional<String> ascii(String name) {
        try {
            return Optional.of(IDN.toASCII(name, IDN.ALLOW_UNASSIGNED));
        } catch (IllegalArgumentException _) {
            return Optional.empty(); // no name of DNS, such as one with a label of 64 characters
        }
    }

    /// The port.
    ///
    /// @param otherwise where the URL names none
    public static int port(URI uri, int otherwise) {
        var given = givenPort(uri);
        if (given.isEmpty()) {
            return otherwise;
        }
        int port = given.matches("0*\\d{1,5}") ? Integer.parseInt(given) : 0;
        if (port < 1 || port > 65_535) {
            throw new WrongInput("the port must be between 1 and 65535, was " + given);
        }
        return port;
    }

    /// Whether the URL names a port.
    public static boolean hasPort(URI uri) {
        return !givenPort(uri).isEmpty();
    }

    /// The text of the port, which `java.net.URI` does not know where it does not know the host.
    private static String givenPort(URI uri) {
        return uri.getPort() == -1
                ? authority(uri).map(parts -> parts.group(2)).orElse("")
                : String.valueOf(uri.getPort());
    }

    /// The path with the query, as a request sends it.
    public static String target(URI uri) {
        var path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        return path + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
    }

    /// A URL for a message: without its user, query and fragment, which may have secrets.
    public static String shown(String given) {
        var url = given.replaceFirst("(?s)^([^/?#]*//)[^/?#@]*@", "$1");
        var start = url.replaceFirst("(?s)[?#].*", "");
        return start.equals(url) ? url : start + "…";
    }

    /// An address as a URL has it: `127.0.0.1:8080`, `[::1]:8080`.
    public static String authority(InetSocketAddress address) {
        var host = address.getAddress().getHostAddress();
        var text = host.contains(":") ? "[" + ZEROS.matcher(host).replaceFirst("::") + "]" : host;
        return text + ":" + address.getPort();
    }

    /// An address as in a URL and, with its port, in a header `Host`: with the name by which it was
    /// found, if it was, and without a zone (`%eth0`), which has a meaning on this machine only.
    ///
    /// Source: RFC 6874, section 4.
    public static String hostAndPort(InetSocketAddress address) {
        var host = address.getHostString();
        return host.contains(":")
                ? ZONE.matcher(authority(address)).replaceFirst("]")
                : host + ":" + address.getPort();
    }

    /// The value of a header `Host` for a URL, whatever address its host has.
    public static String hostField(URI uri) {
        var host = ZONE.matcher(host(uri).orElseThrow()).replaceFirst("]");
        int port = httpPort(uri);
        return port == (isHttps(uri) ? HTTPS_PORT : HTTP_PORT) ? host : host + ":" + port;
    }

    /// The value of a header `Host`: as in `hostAndPort`, without a port that the scheme implies. A
    /// server may know its hosts in this form only, which is that of browsers.
    ///
    /// Source: RFC 9112, section 3.2; RFC 9110, section 4.2.3.
    ///
    /// @param secured whether the scheme is `https`
    public static String hostField(InetSocketAddress address, boolean secured) {
        var text = hostAndPort(address);
        int defaultPort = secured ? HTTPS_PORT : HTTP_PORT;
        return address.getPort() == defaultPort ? text.substring(0, text.lastIndexOf(':')) : text;
    }
}
