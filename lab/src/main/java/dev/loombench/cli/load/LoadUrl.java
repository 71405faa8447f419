package dev.loombench.cli.load;

import dev.loombench.spec.load.Protocol;
import dev.loombench.spec.text.SpecError;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/// The target of a load.
///
/// @param text as on the command line
/// @param target resolved once, so that no request waits for a name server
/// @param protocol HTTP, or lines over plain TCP
/// @param path with the query; empty for lines
public record LoadUrl(String text, Protocol protocol, InetSocketAddress target, String path) {
    private static final int HTTP_PORT = 80;

    /// Up to the last `@` before the path: user and password.
    private static final Pattern USER_INFO =
            Pattern.compile("(?:[^:/?#@]+://|//)?[^/?#@]*@.*", Pattern.DOTALL);

    /// @throws SpecError when the URL is not supported; no message shows a password
    public static LoadUrl parse(String text) {
        if (USER_INFO.matcher(text).matches()) {
            throw new SpecError(
                    "a URL with a user or password before @ is refused, as they would not be sent;"
                            + " -H 'Authorization: Basic ...' sends them");
        }
        var uri = uri(text);
        if ("https".equalsIgnoreCase(uri.getScheme())) {
            throw new SpecError("only http is supported, not https: was \"" + text + "\"");
        }
        if ("tcp".equalsIgnoreCase(uri.getScheme()) && uri.getHost() != null) {
            return lineUrl(text, uri);
        }
        if (!"http".equalsIgnoreCase(uri.getScheme()) || uri.getHost() == null) {
            throw new SpecError(
                    "the URL must be like http://host:port/path or tcp://host:port, was \""
                            + text
                            + "\"");
        }
        var path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        var query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        return new LoadUrl(text, Protocol.HTTP, target(uri, HTTP_PORT), path + query);
    }

    private static LoadUrl lineUrl(String text, URI uri) {
        if (uri.getPort() == -1 || !uri.getRawPath().isEmpty() || uri.getRawQuery() != null) {
            throw new SpecError(
                    "tcp takes a host and a port, tcp://host:port, was \"" + text + "\"");
        }
        return new LoadUrl(text, Protocol.LINE, target(uri, uri.getPort()), "");
    }

    private static InetSocketAddress target(URI uri, int defaultPort) {
        int port = uri.getPort() == -1 ? defaultPort : uri.getPort();
        if (port < 1 || port > 65_535) {
            throw new SpecError("the port must be between 1 and 65535, was " + port);
        }
        return new InetSocketAddress(resolve(uri.getHost()), port);
    }

    private static URI uri(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw new SpecError("the URL cannot be read: " + e.getMessage());
        }
    }

    private static InetAddress resolve(String host) {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException _) {
            throw new SpecError("no address is known for host \"" + host + "\"");
        }
    }
}
