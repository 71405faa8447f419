package dev.loombench.cli.load;

import dev.loombench.cli.option.HeaderText;
import dev.loombench.experiment.Defaults;
import dev.loombench.requests.GivenRequests;
import dev.loombench.requests.RequestSecrets;
import dev.loombench.text.BodyText;
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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options of `loombench load`, `compare` and `capacity` for what a request consists of.
public final class ContentOptions {
    @Option(
            names = {"-H", "--header"},
            paramLabel = "NAME: VALUE",
            description = "Request header; repeatable.")
    private List<String> headers = List.of();

    @Option(
            names = "--cookie",
            paramLabel = "NAME=VALUE",
            description =
                    "Cookie of the requests, in place of those of --curl or --har; repeatable.")
    private List<String> cookies = List.of();

    @Option(
            names = {"-m", "--method", "-X", "--request"},
            paramLabel = "METHOD",
            description = "Request method. Default: GET.")
    private @Nullable String method;

    @Option(
            names = "--body",
            paramLabel = "TEXT|@FILE",
            description = {
                "Request body in UTF-8, or its file, of at most 64 MiB. Default: empty; for tcp://"
                        + " the line \""
                        + Defaults.LINE
                        + "\"."
            })
    private @Nullable String body;

    /// Whether an option for a single request is given: its method or body.
    public boolean hasMethodOrBody() {
        return method != null || body != null;
    }

    /// Whether any of them is given.
    public boolean isGiven() {
        return hasMethodOrBody() || hasHeaders();
    }

    /// Whether headers or cookies are given.
    public boolean hasHeaders() {
        return !headers.isEmpty() || !cookies.isEmpty();
    }

    Optional<String> method() {
        return Optional.ofNullable(method);
    }

    /// The single request that they describe, in which variables stand for secrets.
    ///
    /// @param path in which a `$` has no meaning
    /// @throws WrongInput when an option is wrong, or a file cannot be read
    public Request request(String path, RequestSecrets secrets, Duration timeout) {
        return new Request(
                method == null ? Defaults.METHOD : method,
                secrets.path(path),
                headers(secrets),
                secrets.body(bodyText().orElse("")),
                timeout);
    }

    /// The same as a message of WebSocket: path and headers are those of the handshake, and the
    /// body is the message.
    ///
    /// @param otherwise the message where no option gives one
    public Request message(
            String path, RequestSecrets secrets, Duration timeout, String otherwise) {
        var request = request(path, secrets, timeout);
        return request.body().isEmpty()
                ? new Request(
                        request.method(),
                        request.path(),
                        request.headers(),
                        Template.escaped(otherwise),
                        timeout)
                : request;
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
        var map = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        for (var text : headers) {
            var header = HeaderText.of(text);
            put(header.name(), header.value(), map);
        }
        for (var cookie : cookies) {
            if (cookie.indexOf('=') < 1 || cookie.contains(";")) {
                throw new WrongInput("--cookie must be like NAME=VALUE, and is repeatable");
            }
        }
        if (!cookies.isEmpty()) {
            put("Cookie", String.join("; ", cookies), map);
        }
        return map;
    }

    private static void put(String name, String value, Map<String, String> map) {
        if (map.put(name, value) != null) {
            throw new WrongInput("header " + name + " was given twice");
        }
    }

    /// The text of `--body` or of its file; empty when it is not given.
    Optional<String> bodyText() {
        return Optional.ofNullable(body).map(BodyText::of);
    }
}
