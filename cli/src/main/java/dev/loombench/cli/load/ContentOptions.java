package dev.loombench.cli.load;

import dev.loombench.cli.option.MessageOptions;
import dev.loombench.load.option.BodyOption;
import dev.loombench.load.option.HeaderOption;
import dev.loombench.load.option.MethodOption;
import dev.loombench.requests.GivenRequests;
import dev.loombench.requests.secret.RequestSecrets;
import dev.loombench.text.TextFile;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.SecretHeaders;
import dev.loombench.traffic.Template;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options of `loombench load`, `compare` and `capacity` for what a request consists of.
public final class ContentOptions {
    @Mixin private HeaderOption headers = new HeaderOption();

    @Option(
            names = "--cookie",
            paramLabel = "NAME=VALUE",
            description =
                    "Cookie of the requests, in place of those of --curl or --har; repeatable.")
    private List<String> cookies = List.of();

    @Mixin private MethodOption method = new MethodOption();

    @Mixin private BodyOption body = new BodyOption();

    /// Whether an option for a single request is given: its method or body.
    public boolean hasMethodOrBody() {
        return method.method().isPresent() || body.isGiven();
    }

    /// Whether any of them is given.
    public boolean isGiven() {
        return hasMethodOrBody() || hasHeaders();
    }

    /// Whether headers or cookies are given.
    public boolean hasHeaders() {
        return headers.isGiven() || !cookies.isEmpty();
    }

    Optional<String> method() {
        return method.method();
    }

    /// The single request that they describe, in which variables stand for secrets.
    ///
    /// @param path in which a `$` has no meaning
    /// @throws WrongInput when an option is wrong, or a file cannot be read
    public Request request(String path, RequestSecrets secrets, Duration timeout) {
        return new Request(
                method().orElseGet(body::defaultMethod),
                secrets.path(path),
                headers(secrets),
                secrets.content(body.content().orElse(new byte[0])),
                timeout);
    }

    /// The same as a message of WebSocket: method, path and headers are those of the handshake, and
    /// the body is the message.
    ///
    /// @param messages which have the message where no option gives one
    public Request message(
            String path, RequestSecrets secrets, Duration timeout, MessageOptions messages) {
        var given = body.content().filter(bytes -> bytes.length > 0).map(messages::message);
        return new Request(
                method().orElse(Request.defaultMethod(false)),
                secrets.path(path),
                headers(secrets),
                given.map(secrets::body)
                        .orElseGet(() -> Template.escaped(messages.defaultMessage())),
                timeout);
    }

    /// Imported requests with these headers and cookies.
    ///
    /// @throws WrongInput when an option is wrong
    public GivenRequests addTo(GivenRequests imported) {
        if (!hasHeaders()) {
            return imported;
        }
        var secrets = new RequestSecrets(imported.values().keySet());
        return imported.with(
                imported.requests().stream().map(request -> addTo(request, secrets)).toList(),
                secrets);
    }

    /// The request with these headers and cookies. Its own headers take precedence; its cookies do
    /// not.
    Request addTo(Request request, RequestSecrets secrets) {
        var all = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        all.putAll(headers(secrets));
        request.headers()
                .forEach((name, value) -> {
                    if (cookies.isEmpty() || !SecretHeaders.areCookies(name)) {
                        all.put(name, value);
                    }
                });
        return new Request(
                request.name(),
                request.weight(),
                request.method(),
                request.path(),
                all,
                request.body(),
                request.timeout());
    }

    private Map<String, String> headers(RequestSecrets secrets) {
        var templates = new LinkedHashMap<String, String>();
        headerMap()
                .forEach((name, value) -> templates.put(name, secrets.literalHeader(name, value)));
        return templates;
    }

    private Map<String, String> headerMap() {
        var map = headers.headers();
        for (var cookie : cookies) {
            if (cookie.indexOf('=') < 1 || cookie.contains(";")) {
                throw new WrongInput("--cookie must be like NAME=VALUE, and is repeatable");
            }
        }
        if (!cookies.isEmpty()) {
            HeaderOption.put("Cookie", String.join("; ", cookies), map);
        }
        return map;
    }

    /// The line of `--body` or of its file; empty when it is not given.
    ///
    /// @throws WrongInput when it is no text
    Optional<String> line() {
        return body.content()
                .map(bytes ->
                        TextFile.text(bytes)
                                .orElseThrow(() ->
                                        new WrongInput(
                                                "a line is text in UTF-8, and --body has other bytes")));
    }
}
