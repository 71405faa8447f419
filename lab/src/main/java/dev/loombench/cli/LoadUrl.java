package dev.loombench.cli;

import dev.loombench.spec.SpecError;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;

/// Where a load goes.
///
/// @param text as it was given
/// @param target resolved once, so that no request waits for a name server
/// @param path with the query
record LoadUrl(String text, InetSocketAddress target, String path) {
    private static final int HTTP_PORT = 80;

    static LoadUrl parse(String text) {
        var uri = uri(text);
        if ("https".equalsIgnoreCase(uri.getScheme())) {
            throw new SpecError("only http is driven, not https: was \"" + text + "\"");
        }
        if (!"http".equalsIgnoreCase(uri.getScheme()) || uri.getHost() == null) {
            throw new SpecError("the URL must be like http://host:port/path, was \"" + text + "\"");
        }
        int port = uri.getPort() == -1 ? HTTP_PORT : uri.getPort();
        if (port < 1 || port > 65_535) {
            throw new SpecError("the port must be between 1 and 65535, was " + port);
        }
        var path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        var query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        return new LoadUrl(text, new InetSocketAddress(resolve(uri.getHost()), port), path + query);
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
