package dev.loombench.load.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.loombench.base.ServerAddress;
import dev.loombench.load.LoadEngine;
import dev.loombench.load.LoadPlan;
import dev.loombench.load.LoadSettings;
import dev.loombench.load.LoadShare;
import dev.loombench.text.ConnectTo;
import dev.loombench.text.TextFile;
import dev.loombench.text.Units;
import dev.loombench.text.UrlText;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.ErrorPolicy;
import dev.loombench.traffic.ExpectedStatuses;
import dev.loombench.traffic.Http2Policy;
import dev.loombench.traffic.LoadDefaults;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.LoadProfile;
import dev.loombench.traffic.LoadProfileParser;
import dev.loombench.traffic.Protocol;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Template;
import dev.loombench.traffic.ThinkTime;
import dev.loombench.traffic.TlsPolicy;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.ValueSource;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A load on one URL: a request that is repeated, by whom or at which rate, and for how long.
///
/// Without a rate, each connection is a user that sends its next request after the response (closed
/// model). With a rate, requests leave by the clock, whatever the server does (open model).
///
/// Each setting has a method, which returns this load. A load may be started any number of times;
/// it is not safe for use by several threads at once.
public final class Load {
    /// The name of the bytes of a body in its request.
    private static final String BYTES = "body";

    private final Protocol protocol;
    private final boolean secured;
    private final String host;
    private final int port;
    private final String path;

    /// The host as in a header `Host`.
    private final String hostField;

    private @Nullable ConnectTo connectTo;
    private LoadProfile users = LoadProfile.constant(LoadDefaults.CONNECTIONS);
    private @Nullable LoadProfile rate;
    private Arrival arrival = Arrival.CONSTANT;
    private Duration thinkTime = Duration.ZERO;
    private @Nullable Duration duration;
    private @Nullable Duration warmUp;
    private OptionalLong requests = OptionalLong.empty();
    private Duration timeout = LoadDefaults.TIMEOUT;
    private Optional<String> method = Optional.empty();
    private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private byte[] body = {};
    private ExpectedStatuses statuses = ExpectedStatuses.DEFAULT;
    private boolean keepAlive = true;
    private @Nullable TlsPolicy tls;
    private @Nullable Http2Policy http2;
    private int threads = 1;
    private long seed = 1;

    private Load(Protocol protocol, URI uri, int port, String path) {
        this.protocol = protocol;
        this.secured = UrlText.isHttps(uri);
        this.host = UrlText.host(uri).orElseThrow();
        this.port = port;
        this.path = path;
        this.hostField = UrlText.hostField(uri);
    }

    /// A load of 100 users for 10 s on a URL.
    ///
    /// @param url `http://host[:port]/path?query`, `https://` for the same over TLS, or
    ///   `tcp://host:port`, which responds to each line with a line
    /// @throws WrongInput when the URL is not supported
    public static Load of(String url) {
        var uri = UrlText.parse(url);
        if (UrlText.isHttp(uri)) {
            return new Load(Protocol.HTTP, uri, UrlText.httpPort(uri), UrlText.target(uri));
        }
        if ("tcp".equalsIgnoreCase(uri.getScheme()) && isAddress(uri)) {
            return new Load(Protocol.LINE, uri, UrlText.port(uri, 0), "");
        }
        throw new WrongInput(
                "the URL must be like http://host:port/path, https://host/path or tcp://host:port, was \"%s\"%s"
                        .formatted(
                                UrlText.shown(url),
                                url.matches("(?is)(?:ws|grpc)s?:.*")
                                        ? "; loombench load has WebSocket and gRPC"
                                        : ""));
    }

    private static boolean isAddress(URI uri) {
        return UrlText.host(uri).isPresent()
                && UrlText.hasPort(uri)
                && uri.getRawPath().isEmpty()
                && uri.getRawQuery() == null;
    }

    /// The address to connect to in place of the host of the URL, as in `127.0.0.1:8443`. The
    /// header `Host`, the name that TLS sends and the check of the certificate stay those of the
    /// URL.
    ///
    /// @param address with or without a port
    /// @throws WrongInput when it has another form
    public Load connectTo(String address) {
        connectTo = ConnectTo.parse(address);
        return this;
    }

    /// The number of connections; in the closed model that of users.
    public Load connections(int count) {
        return connections(Integer.toString(count));
    }

    /// The number of connections, or in the closed model the profile of the users over time, as in
    /// `0..400/30s,400/1m`.
    ///
    /// @throws WrongInput when it is neither
    public Load connections(String countOrProfile) {
        users = LoadProfileParser.ofUsers(LoadModel.MAX_CONNECTIONS).line(countOrProfile);
        return this;
    }

    /// Requests per second of all connections together.
    ///
    /// @throws WrongInput when it is not above 0
    public Load rate(double perSecond) {
        if (!(perSecond > 0) || Double.isInfinite(perSecond)) {
            throw new WrongInput("rate must be above 0 requests/s, was " + perSecond);
        }
        rate = LoadProfile.constant(perSecond);
        return this;
    }

    /// The rate, as in `5k`, or its profile over time, as in `0..5k/30s,5k/1m`. Set the number of
    /// threads before: it limits the rate.
    ///
    /// @throws WrongInput when it is neither
    public Load rate(String rateOrProfile) {
        rate = LoadProfileParser.ofRates(threads).line(rateOrProfile);
        return this;
    }

    /// How the requests of a rate arrive. Default: at equal distances.
    public Load arrival(Arrival kind) {
        arrival = kind;
        return this;
    }

    /// The pause of a user after each response, in the closed model. Default: none.
    public Load thinkTime(Duration pause) {
        thinkTime = pause;
        return this;
    }

    /// The measured time. Default: the length of the profile, else 10 s; for a number of requests
    /// its limit, 10 min.
    ///
    /// @throws WrongInput when it is not above 0
    public Load duration(Duration time) {
        if (time.isNegative() || time.isZero()) {
            throw new WrongInput("duration must be above 0, was " + Units.text(time));
        }
        duration = time;
        return this;
    }

    /// Measures until this many requests have ended, and sends nothing before and after unless a
    /// warm-up is set. One whose connection the server closes is an error, and not sent again.
    ///
    /// @throws WrongInput when it is below 1
    public Load requests(long count) {
        if (count < 1) {
            throw new WrongInput("requests must be at least 1, was " + count);
        }
        requests = OptionalLong.of(count);
        return this;
    }

    /// The load before the measured time; with 0 no request is sent before. Default: 2 s, and 0 for
    /// a number of requests.
    ///
    /// @throws WrongInput when it is negative
    public Load warmUp(Duration time) {
        if (time.isNegative()) {
            throw new WrongInput("warm-up must not be negative, was " + Units.text(time));
        }
        warmUp = time;
        return this;
    }

    /// The longest response time, from the intended send. Default: 10 s.
    public Load timeout(Duration time) {
        timeout = time;
        return this;
    }

    /// The method of the request. Default: GET, or POST with a body.
    public Load method(String name) {
        method = Optional.of(name);
        return this;
    }

    /// A header of the request; a second one of the same name replaces the first. `Host` is that of
    /// the URL unless it is set. `Content-Length` is set by the generator, and cannot be given.
    public Load header(String name, String value) {
        headers.put(name, value);
        return this;
    }

    /// The body of the request, in UTF-8; for `tcp://` the line without its end.
    public Load body(String text) {
        return body(text.getBytes(UTF_8));
    }

    /// The body of the request, of any bytes.
    public Load body(byte[] content) {
        body = content.clone();
        return this;
    }

    /// The statuses of good responses, as in `2xx,302`; others are errors. Default: 2xx.
    ///
    /// @throws WrongInput when it is no list of statuses
    public Load expectStatus(String list) {
        statuses = ExpectedStatuses.of(list);
        return this;
    }

    /// Whether a connection carries more than one request. Default: true.
    public Load keepAlive(boolean kept) {
        keepAlive = kept;
        return this;
    }

    /// How the connections of `https://` are secured. Default: certificates are checked by the
    /// authorities of the JDK, both versions, with resumption.
    public Load tls(TlsPolicy policy) {
        tls = policy;
        return this;
    }

    /// HTTP/2 in place of HTTP/1.1: by ALPN over `https://`, by prior knowledge over `http://`. The
    /// number of connections is then that of requests at a time.
    ///
    /// @param streams the most requests at a time on one connection; 1 without keep-alive
    /// @throws WrongInput when it is below 1
    public Load http2(int streams) {
        http2 = new Http2Policy(streams);
        return this;
    }

    /// The threads of the generator: one per core that it may use. Default: 1.
    ///
    /// @throws WrongInput when it is below 1
    public Load threads(int count) {
        if (count < 1) {
            throw new WrongInput("threads must be at least 1, was " + count);
        }
        threads = count;
        return this;
    }

    /// The seed of Poisson arrivals. Default: 1.
    public Load seed(long value) {
        seed = value;
        return this;
    }

    /// Starts the load. It sends requests at once, and its measured time begins after the warm-up.
    ///
    /// @throws WrongInput when the settings contradict one another, or this machine cannot do what
    ///   they request
    /// @throws IOException when the host is unknown, or this process lacks a resource. A server
    ///   that cannot be reached is no exception, but an error of each request
    public Measurement start() throws IOException {
        var model = model();
        var traffic = traffic();
        traffic.requireCompatible(model);
        var settings = LoadSettings.DEFAULT.withThreads(threads);
        var before = warmUpTime();
        var server = ServerAddress.of(host, port, Optional.ofNullable(connectTo));
        var plan =
                new LoadPlan(
                        server.address(),
                        model,
                        traffic,
                        seed,
                        settings,
                        LoadShare.whole(settings),
                        before.isZero(),
                        Map.of());
        return new Measurement(
                LoadEngine.start(plan), plan, before, measuredTime(model), requests, server.text());
    }

    private LoadModel model() {
        var requested = rate;
        if (requested == null) {
            return new LoadModel.Closed(users, ThinkTime.constant(thinkTime));
        }
        if (!thinkTime.isZero()) {
            throw new WrongInput("a think time does not go with a rate: the clock sets the pace");
        }
        if (!users.isConstant()) {
            throw new WrongInput("the connections of a rate must be one number, not a profile");
        }
        return new LoadModel.Open(requested, arrival, (int) users.peak());
    }

    private Traffic traffic() {
        var request =
                switch (protocol) {
                    case HTTP, GRPC -> http();
                    case LINE -> line();
                };
        return new Traffic(
                List.of(request),
                text().isPresent() ? Map.of() : Map.of(BYTES, ValueSource.Bytes.of(body)),
                new ConnectionPolicy(
                        keepAlive, Optional.empty(), List.of(), tls(), Optional.ofNullable(http2)),
                ErrorPolicy.DEFAULT,
                statuses);
    }

    private Optional<TlsPolicy> tls() {
        if (secured) {
            return Optional.of(tls == null ? TlsPolicy.DEFAULT : tls);
        }
        if (tls != null) {
            throw new WrongInput("settings of TLS go with https://");
        }
        return Optional.empty();
    }

    private Request http() {
        var templates = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        headers.forEach((name, value) -> templates.put(name, Template.escaped(value)));
        var content = text().map(Template::escaped).orElse("${" + BYTES + "}");
        var sent = method.orElseGet(() -> Request.defaultMethod(body.length > 0));
        var request = new Request(sent, Template.escaped(path), templates, content, timeout);
        return connectTo == null ? request : request.withHost(hostField);
    }

    private Request line() {
        if (!headers.isEmpty() || method.isPresent()) {
            throw new WrongInput(
                    "a method and headers go with http://; tcp:// sends the line of the body");
        }
        var line = text().orElseThrow(() -> new WrongInput("a line is text in UTF-8"));
        return Request.line(Template.escaped(line), timeout);
    }

    private Optional<String> text() {
        return TextFile.text(body);
    }

    private Duration warmUpTime() {
        var set = warmUp;
        if (set != null) {
            return set;
        }
        return requests.isPresent() ? Duration.ZERO : LoadDefaults.WARM_UP;
    }

    private Duration measuredTime(LoadModel model) {
        var set = duration;
        if (set != null) {
            return set;
        }
        if (requests.isPresent()) {
            return LoadDefaults.COUNTED;
        }
        return model.length().isZero() ? LoadDefaults.DURATION : model.length();
    }
}
