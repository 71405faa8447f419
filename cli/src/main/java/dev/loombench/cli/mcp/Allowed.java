package dev.loombench.cli.mcp;

import dev.loombench.cli.compare.ServiceArguments;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.UrlText;
import dev.loombench.text.WrongInput;
import java.net.InetAddress;
import java.util.List;

/// What the tools may do beyond observing: by default they start no program, and send requests to
/// services on this machine only.
///
/// @param start jars, commands and the bundled servers
/// @param remote requests to other machines
record Allowed(boolean start, boolean remote) {

    /// @param services as `loombench compare` takes them
    /// @throws WrongInput when one of them is not allowed
    void require(List<String> services) {
        for (var service : services) {
            var url = ServiceArguments.urlOf(service);
            if (url.isEmpty() && !start) {
                throw new WrongInput(
                        "%s would be started, which this server does not do: name the URL of a service that runs, or start the server as loombench mcp --allow-start"
                                .formatted(TextSanitizer.quoted(service)));
            }
            if (url.isPresent() && !remote && !isLoopback(url.get())) {
                throw new WrongInput(
                        "%s is not on this machine, and this server sends requests to no other: start it as loombench mcp --allow-remote"
                                .formatted(TextSanitizer.quoted(service)));
            }
        }
    }

    /// Whether its host is `localhost` or an address of loopback: a name that a resolver maps to
    /// loopback may be another machine's a moment later.
    private static boolean isLoopback(String url) {
        return UrlText.host(UrlText.parse(url))
                .filter(host -> host.equalsIgnoreCase("localhost") || isLoopbackAddress(host))
                .isPresent();
    }

    /// @param host an address, that of IPv6 in brackets, or a name
    private static boolean isLoopbackAddress(String host) {
        try {
            return InetAddress.ofLiteral(host.replaceAll("[\\[\\]]", "")).isLoopbackAddress();
        } catch (IllegalArgumentException _) {
            return false; // a name
        }
    }
}
