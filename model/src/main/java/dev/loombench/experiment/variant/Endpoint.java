package dev.loombench.experiment.variant;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.loombench.text.ConnectTo;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.UrlText;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Protocol;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Template;
import dev.loombench.traffic.Traffic;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// A service that already runs, found by its URL. The lab measures it, and never starts, restarts
/// or stops it.
///
/// @param url as in `http://127.0.0.1:8081` or `https://shop.example`; a path in it takes the place
///   of the load's
/// @param pid the process to observe; empty for the one that listens on the port
/// @param sameAnswers what must be equal in the responses of all variants
/// @param connectTo the address to connect to in place of that of the URL's host, as in
///   `127.0.0.1:8443`; empty for none
public record Endpoint(
        String url,
        OptionalLong pid,
        SameAnswers sameAnswers,
        @JsonInclude(Include.NON_ABSENT) Optional<String> connectTo)
        implements Subject {
    /// A service at the address of its URL.
    public Endpoint(String url, OptionalLong pid, SameAnswers sameAnswers) {
        this(url, pid, sameAnswers, Optional.empty());
    }

    public Endpoint {
        connectTo.ifPresent(ConnectTo::parse);
        var uri = UrlText.parse(url);
        if (!UrlText.isHttp(uri)) {
            throw new WrongInput(
                    "url must be like http://host:port/path or https://host/path, was "
                            + TextSanitizer.quoted(UrlText.shown(url)));
        }
        var _ = UrlText.httpPort(uri);
        path(uri).ifPresent(Request::checkedPath);
        if (pid.isPresent() && pid.getAsLong() < 1) {
            throw new WrongInput("pid must be the id of a process, was " + pid.getAsLong());
        }
    }

    private URI uri() {
        return UrlText.parse(url);
    }

    /// A name or an address, which is not resolved.
    public String host() {
        return UrlText.host(uri()).orElseThrow();
    }

    public int port() {
        return UrlText.httpPort(uri());
    }

    /// Whether connections to it are secured by TLS.
    public boolean isSecured() {
        return UrlText.isHttps(uri());
    }

    /// `http` or `https`.
    public String scheme() {
        return isSecured() ? "https" : "http";
    }

    /// As in `127.0.0.1:8081`.
    public String address() {
        return host() + ":" + port();
    }

    /// The address to connect to in place of that of the host; empty for none.
    public Optional<ConnectTo> other() {
        return connectTo.map(ConnectTo::parse);
    }

    /// The value of the header `Host`, where the address that is connected to does not tell it.
    public Optional<String> hostField() {
        return connectTo.map(_ -> UrlText.hostField(uri()));
    }

    /// As `address`, or what is connected to in its place.
    public String connected() {
        return other().map(to -> to.host() + ":" + to.port().orElse(port())).orElse(address());
    }

    /// Whether it is the same host, at the same address: a host may have several, and an address
    /// may have several hosts.
    private boolean isSame(Endpoint that) {
        return address().equalsIgnoreCase(that.address())
                && connected().equalsIgnoreCase(that.connected());
    }

    /// The path of its requests with the query, as a template; empty for that of the load.
    public Optional<String> path() {
        return path(uri());
    }

    private static Optional<String> path(URI uri) {
        var target = UrlText.target(uri);
        return target.equals("/") ? Optional.empty() : Optional.of(Template.escaped(target));
    }

    @Override
    public String summary() {
        return url + connectTo.map(" at "::concat).orElse("");
    }

    /// Why a variant cannot be compared with others, in one sentence; empty when it can.
    ///
    /// @param earlier variants of the experiment
    /// @param traffic of the experiment
    public static Optional<String> conflict(
            Variant variant, List<Variant> earlier, Traffic traffic) {
        return earlier.stream()
                .filter(other -> other.endpoint().isPresent() != variant.endpoint().isPresent())
                .findFirst()
                .map(other ->
                        "%s and %s cannot be compared: one already runs, and the lab starts the other afresh for each trial; name a URL or a command for both"
                                .formatted(
                                        TextSanitizer.quoted(other.name()),
                                        TextSanitizer.quoted(variant.name())))
                .or(() ->
                        variant.endpoint()
                                .flatMap(
                                        endpoint -> conflict(variant, endpoint, earlier, traffic)));
    }

    private static Optional<String> conflict(
            Variant variant, Endpoint endpoint, List<Variant> earlier, Traffic traffic) {
        if (!traffic.requests().isEmpty() && traffic.protocol() == Protocol.LINE) {
            return Optional.of("a url needs protocol: http, not line");
        }
        if (traffic.isMix() && endpoint.path().isPresent()) {
            return Optional.of(
                    "the load mixes several requests, so the url of %s must have no path"
                            .formatted(TextSanitizer.quoted(variant.name())));
        }
        return earlier.stream()
                .filter(other -> other.endpoint().filter(endpoint::isSame).isPresent())
                .findFirst()
                .map(other ->
                        "%s and %s are the same service at %s; a comparison needs services on different ports"
                                .formatted(
                                        TextSanitizer.quoted(other.name()),
                                        TextSanitizer.quoted(variant.name()),
                                        endpoint.connected()));
    }
}
