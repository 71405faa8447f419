package dev.loombench.junit;

import dev.loombench.observe.proc.UnreadConnections;
import dev.loombench.text.UrlText;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.net.UnknownHostException;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;

/// The address of the service under test.
///
/// @param text as in `http://127.0.0.1:8080`
/// @param secured whether it is one of `https`
/// @param socket the one of its addresses that accepts connections, or the first
/// @param path with the query; empty where the address has none
record ServiceAddress(
        String text, boolean secured, InetSocketAddress socket, Optional<String> path) {
    private static final String ROOT = "/";
    private static final int CONNECT_MILLIS = 1_000;

    /// That of the annotation, or of the field or method with [ServiceUrl].
    ///
    /// @throws ExtensionConfigurationException without one
    static ServiceAddress of(HoldsObjective objective, ExtensionContext context) {
        if (!objective.url().isEmpty()) {
            return of(objective.url());
        }
        var value =
                AnnotatedValue.of(ServiceUrl.class, context)
                        .orElseThrow(() ->
                                new ExtensionConfigurationException(
                                        "@HoldsObjective needs the address of the service: url = \"http://…\", or a field or method of %s with @ServiceUrl (String, URI, URL, or the port as a number)"
                                                .formatted(
                                                        context.getRequiredTestClass()
                                                                .getSimpleName())));
        return of(text(value));
    }

    private static String text(Object value) {
        return switch (value) {
            case Number port -> "http://127.0.0.1:" + port.intValue();
            case String text -> text;
            case URI uri -> uri.toString();
            case URL url -> url.toString();
            default ->
                    throw new ExtensionConfigurationException(
                            "@ServiceUrl must be a String, URI, URL or the port as a number, was %s"
                                    .formatted(value.getClass().getName()));
        };
    }

    /// @throws ExtensionConfigurationException when the text is no address of HTTP
    static ServiceAddress of(String text) {
        try {
            var uri = UrlText.parse(text);
            if (!UrlText.isHttp(uri)) {
                throw new WrongInput(
                        "the address must be like http://127.0.0.1:8080, was "
                                + UrlText.shown(text));
            }
            var host = UrlText.host(uri).orElseThrow();
            int port = UrlText.httpPort(uri);
            boolean secured = UrlText.isHttps(uri);
            return new ServiceAddress(
                    "%s://%s:%d".formatted(secured ? "https" : "http", host, port),
                    secured,
                    accepting(host, port),
                    Optional.of(UrlText.target(uri)).filter(path -> !path.equals(ROOT)));
        } catch (WrongInput | UnknownHostException e) {
            throw new ExtensionConfigurationException(
                    "the address of the service: "
                            + AttributeText.of(String.valueOf(e.getMessage())),
                    e);
        }
    }

    /// The path of the annotation, or that of the address.
    ///
    /// @throws WrongInput when both have one
    String pathOr(String annotated) {
        if (path.isPresent() && !annotated.equals(ROOT)) {
            throw new WrongInput(
                    "the address of the service has the path %s, and path is %s; give one of them"
                            .formatted(path.get(), annotated));
        }
        return path.orElse(annotated);
    }

    /// Whether this JVM does not listen there; false where the system does not show it.
    boolean isOfAnotherProcess() {
        return UnreadConnections.of(ProcessHandle.current().pid()).stream()
                .anyMatch(
                        own -> own.ports().stream().noneMatch(p -> p.number() == socket.getPort()));
    }

    /// A name as `localhost` has several addresses, and a server may listen on one of them.
    private static InetSocketAddress accepting(String host, int port) throws UnknownHostException {
        var addresses = InetAddress.getAllByName(host);
        for (var address : addresses) {
            var socket = new InetSocketAddress(address, port);
            if (addresses.length == 1 || accepts(socket)) {
                return socket;
            }
        }
        return new InetSocketAddress(addresses[0], port);
    }

    private static boolean accepts(InetSocketAddress address) {
        try (var socket = new Socket()) {
            socket.connect(address, CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false; // another address may accept
        }
    }
}
