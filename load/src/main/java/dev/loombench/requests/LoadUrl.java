package dev.loombench.requests;

import dev.loombench.base.Loopback;
import dev.loombench.base.ServerAddress;
import dev.loombench.requests.secret.RequestSecrets;
import dev.loombench.text.ConnectTo;
import dev.loombench.text.UrlText;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Protocol;
import dev.loombench.traffic.Streaming;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;

/// The target of a load.
///
/// @param text as on the command line, in which `***` stands for secrets
/// @param server found once, so that no request waits for a name server
/// @param protocol HTTP, or lines over plain TCP
/// @param secured whether connections are secured by TLS
/// @param path with the query; empty for lines
/// @param streaming WebSocket for its URLs; else empty
/// @param isGrpc whether the path is a method of gRPC
/// @param host of the URL as in a header `Host`, where connections go to another address; else
///   empty
public record LoadUrl(
        String text,
        Protocol protocol,
        boolean secured,
        ServerAddress server,
        String path,
        Optional<Streaming> streaming,
        boolean isGrpc,
        Optional<String> host) {
    /// The scheme of WebSocket, whose URLs are else as those of HTTP.
    private static final Pattern WEBSOCKET =
            Pattern.compile("ws(s?://.*)", Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

    private static final Pattern GRPC = Pattern.compile("(?i)grpc(s?)://(.*)");

    /// @throws WrongInput when the URL is not supported; no message shows a password
    public static LoadUrl parse(String text) {
        return parse(text, Optional.empty());
    }

    /// @param other the address to connect to in place of that of the host; empty for none
    /// @throws WrongInput when the URL is not supported; no message shows a password
    public static LoadUrl parse(String text, Optional<ConnectTo> other) {
        var webSocket = WEBSOCKET.matcher(text);
        if (webSocket.matches()) {
            var http = parse("http" + webSocket.group(1), other);
            return new LoadUrl(
                    http.text.replaceFirst("http", "ws"),
                    http.protocol,
                    http.secured,
                    http.server,
                    http.path,
                    Optional.of(Streaming.WEBSOCKET),
                    false,
                    http.host);
        }
        var uri = UrlText.parse(text);
        if ("tcp".equalsIgnoreCase(uri.getScheme()) && UrlText.host(uri).isPresent()) {
            return lineUrl(text, uri, other);
        }
        var grpc = ofGrpc(text);
        if (grpc.isPresent()) {
            return parse(grpc.get(), other).calling(text);
        }
        if (!UrlText.isHttp(uri)) {
            throw new WrongInput(
                    "the URL must be like http://host:port/path, https://host/path, ws://host:port/path, grpc://host:port/package.Service/Method or tcp://host:port, was \""
                            + UrlText.shown(text)
                            + "\"");
        }
        var path = UrlText.target(uri);
        return new LoadUrl(
                RequestSecrets.maskedUrl(text),
                Protocol.HTTP,
                UrlText.isHttps(uri),
                server(uri, UrlText.httpPort(uri), other),
                path,
                Optional.empty(),
                false,
                other.map(_ -> UrlText.hostField(uri)));
    }

    /// The URL of HTTP that carries calls of gRPC; empty for another URL.
    private static Optional<String> ofGrpc(String text) {
        var matcher = GRPC.matcher(text);
        return matcher.matches()
                ? Optional.of("http" + matcher.group(1) + "://" + matcher.group(2))
                : Optional.empty();
    }

    private LoadUrl calling(String original) {
        return new LoadUrl(
                RequestSecrets.maskedUrl(original),
                protocol,
                secured,
                server,
                path,
                streaming,
                true,
                host);
    }

    private static LoadUrl lineUrl(String text, URI uri, Optional<ConnectTo> other) {
        if (!UrlText.hasPort(uri) || !uri.getRawPath().isEmpty() || uri.getRawQuery() != null) {
            throw new WrongInput(
                    "tcp takes a host and a port, tcp://host:port, was \""
                            + UrlText.shown(text)
                            + "\"");
        }
        return new LoadUrl(
                text,
                Protocol.LINE,
                false,
                server(uri, UrlText.port(uri, 0), other),
                "",
                Optional.empty(),
                false,
                other.map(_ -> UrlText.hostField(uri)));
    }

    private static ServerAddress server(URI uri, int port, Optional<ConnectTo> other) {
        var host = UrlText.host(uri).orElseThrow();
        try {
            return ServerAddress.of(host, port, other);
        } catch (UnknownHostException e) {
            throw new WrongInput("no address is known for host \"" + e.getMessage() + "\"");
        }
    }

    /// Where connections go.
    public InetSocketAddress target() {
        return server.address();
    }

    /// The address that is connected to, as in `127.0.0.1:8443`; empty where the URL says it.
    public Optional<String> connectedTo() {
        return server.text();
    }

    /// The URL of the same server on the loopback address of the other version of IP; empty where
    /// it does not listen there, or listens at the target.
    public Optional<String> elsewhere() {
        if (host.isPresent()) {
            return Optional.empty(); // the user chose the address
        }
        return Loopback.elsewhere(target())
                .map(other ->
                        switch (protocol) {
                            case HTTP, GRPC ->
                                    (streaming.isPresent() ? "ws" : isGrpc ? "grpc" : "http")
                                            + (secured ? "s://" : "://")
                                            + UrlText.authority(other)
                                            + RequestSecrets.maskedPath(path);
                            case LINE -> "tcp://" + UrlText.authority(other);
                        });
    }
}
