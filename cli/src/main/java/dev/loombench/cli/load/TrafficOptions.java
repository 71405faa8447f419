package dev.loombench.cli.load;

import dev.loombench.cli.option.ExpectationOptions;
import dev.loombench.cli.option.Http2Options;
import dev.loombench.cli.option.MessageOptions;
import dev.loombench.cli.option.ReplayOptions;
import dev.loombench.cli.option.RequestsFileOption;
import dev.loombench.cli.option.SseOption;
import dev.loombench.experiment.Defaults;
import dev.loombench.experiment.yaml.ExperimentReader;
import dev.loombench.load.option.KeepAliveOption;
import dev.loombench.load.option.OptionValues;
import dev.loombench.load.option.TlsOptions;
import dev.loombench.requests.AccessLog;
import dev.loombench.requests.GivenRequests;
import dev.loombench.requests.LoadUrl;
import dev.loombench.requests.secret.RequestSecrets;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.ErrorPolicy;
import dev.loombench.traffic.Http2Policy;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Protocol;
import dev.loombench.traffic.Replay;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Template;
import dev.loombench.traffic.TlsPolicy;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.ValueSource;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options of `loombench load` for the requests and the connections that carry them.
final class TrafficOptions {

    @Mixin private ContentOptions content = new ContentOptions();

    @Mixin private RequestsFileOption requestsFile = new RequestsFileOption();

    @Mixin private ImportOptions imports = new ImportOptions();

    @Mixin private ReplayOptions replay = new ReplayOptions();

    @Mixin private SseOption sse = new SseOption();

    @Mixin private MessageOptions messages = new MessageOptions();

    @Mixin private ExpectationOptions expected = new ExpectationOptions();

    @Mixin private KeepAliveOption keepAlive = new KeepAliveOption();

    @Option(
            names = "--connect-timeout",
            paramLabel = "TIME",
            description = {"Longest time to open a connection. Default: that of --timeout."})
    private @Nullable String connectTimeout;

    @Option(
            names = "--local-address",
            paramLabel = "ADDRESS",
            description = {
                "Local address to connect from; repeatable, used in turn. Each has some 28,000"
                        + " ports."
            })
    private List<String> localAddresses = List.of();

    @Mixin private TlsOptions tls = new TlsOptions();

    @Mixin private Http2Options http2 = new Http2Options();

    /// The requests of a file in the format of another tool; empty when no option names one. Those
    /// of the log of `--replay` are among them, unless other options have the requests.
    ///
    /// @param seed of times within a second
    /// @throws WrongInput when the file is wrong
    Optional<GivenRequests> imported(LoadUrl url, long seed) {
        var log = replay.file();
        var imported = imports.read();
        if (log.isEmpty()) {
            return imported;
        }
        return sendsRequestsOfLog(url)
                ? Optional.of(GivenRequests.replayed(log.get(), seed))
                : imported.map(given -> given.at(log.get(), seed));
    }

    private boolean sendsRequestsOfLog(LoadUrl url) {
        return replay.file().isPresent()
                && imports.name().isEmpty()
                && requestsFile.file().isEmpty()
                && !content.hasMethodOrBody()
                && url.protocol() == Protocol.HTTP
                && url.streaming().isEmpty()
                && url.path().equals("/");
    }

    /// The recorded arrivals as an open load.
    ///
    /// @param rate the mean rate; empty for that of the log
    LoadModel.Open replayed(Replay recorded, Optional<String> rate, int connections) {
        return replay.model(recorded, rate, connections);
    }

    /// @param held whether requests are held
    /// @throws WrongInput when the options contradict one another, or a file cannot be read
    Traffic traffic(
            LoadUrl url,
            Optional<GivenRequests> imported,
            Duration timeout,
            boolean held,
            long seed) {
        if (expected.body().isPresent() && url.protocol() != Protocol.HTTP) {
            throw new WrongInput("--expect-body goes with http://, not with tcp://");
        }
        if (sse.streaming().isPresent() && url.streaming().isPresent()) {
            throw new WrongInput("--sse goes with http:// or https://, not with " + url.text());
        }
        var own =
                expected.addTo(requests(url, imported, timeout, held))
                        .withStreaming(url.streaming().or(sse::streaming));
        var sent = url.host().map(own::withHost).orElse(own);
        return sent.withReplay(
                imported.flatMap(GivenRequests::replay)
                        .or(() ->
                                replay.file()
                                        .map(log -> AccessLog.replay(log, false, seed).replay())));
    }

    private Traffic requests(
            LoadUrl url, Optional<GivenRequests> imported, Duration timeout, boolean held) {
        var connections =
                new ConnectionPolicy(
                        keepAlive.isKept(),
                        Optional.ofNullable(connectTimeout)
                                .map(time -> OptionValues.seconds("--connect-timeout", time)),
                        localAddresses,
                        tls(url),
                        http2(url, held),
                        messages.given(
                                url.streaming().isPresent(),
                                "ws:// or wss://, not with " + url.text()));
        if (imported.isPresent()) {
            var option = imports.name().orElse(ReplayOptions.NAME);
            if (requestsFile.file().isPresent()) {
                throw new WrongInput(option + " does not go with --requests-file");
            }
            requireMix(option, url);
            var given = content.addTo(imported.get());
            return traffic(given.requests(), given.values(), connections).withTimeout(timeout);
        }
        var file = requestsFile.file();
        if (url.protocol() == Protocol.HTTP && file.isPresent()) {
            requireMix(RequestsFileOption.NAME, url);
            return withHeaders(
                    ExperimentReader.requests(
                            file.get(), connections, timeout, url.streaming().isPresent()),
                    connections);
        }
        var secrets = new RequestSecrets(Set.of());
        var request =
                switch (url.protocol()) {
                    case HTTP, GRPC -> http(url, secrets, timeout);
                    case LINE -> line(timeout);
                };
        var requests = List.of(isGrpc(connections) ? post(request) : request);
        return traffic(requests, secrets.sources(requests), connections);
    }

    private Request http(LoadUrl url, RequestSecrets secrets, Duration timeout) {
        return url.streaming().isEmpty()
                ? content.request(url.path(), secrets, timeout)
                : content.message(url.path(), secrets, timeout, messages);
    }

    private static boolean isGrpc(ConnectionPolicy connections) {
        return connections.http2().flatMap(Http2Policy::grpc).isPresent();
    }

    /// Calls of gRPC have one method of HTTP.
    private Request post(Request request) {
        if (content.method().filter(method -> !method.equals("POST")).isPresent()) {
            throw new WrongInput("--method does not go with gRPC, whose calls are POST");
        }
        return new Request(
                "POST", request.path(), request.headers(), request.body(), request.timeout());
    }

    private Optional<Http2Policy> http2(LoadUrl url, boolean held) {
        if (url.protocol() != Protocol.HTTP || url.streaming().isPresent()) {
            var other = url.streaming().isPresent() ? "ws://, which is over HTTP/1.1" : "tcp://";
            http2.first()
                    .ifPresent(option -> {
                        throw new WrongInput(option + " goes with http://, not with " + other);
                    });
        }
        return http2.given(keepAlive.isKept(), held, url.isGrpc());
    }

    private Optional<TlsPolicy> tls(LoadUrl url) {
        if (url.secured()) {
            return Optional.of(tls.policy());
        }
        tls.first()
                .ifPresent(option -> {
                    throw new WrongInput(option + " goes with https://, not with " + url.text());
                });
        return Optional.empty();
    }

    /// A line feed at the end of the body is dropped, because each line is sent with one.
    private Request line(Duration timeout) {
        if (content.method().isPresent()
                || requestsFile.file().isPresent()
                || content.hasHeaders()
                || expected.hasStatuses()) {
            throw new WrongInput(
                    "--method, --header, --requests-file and --expect-status go with http://;"
                            + " tcp:// sends the line of --body");
        }
        var text = content.line().orElse(Defaults.LINE).replaceFirst("\\r?\\n$", "");
        return Request.line(Template.escaped(text), timeout);
    }

    /// The options of one request do not go with a file that has the requests.
    private void requireMix(String option, LoadUrl url) {
        if (url.protocol() != Protocol.HTTP) {
            throw new WrongInput("%s goes with http://, not with tcp://".formatted(option));
        }
        if (content.hasMethodOrBody()) {
            throw new WrongInput("--method and --body go with one request, not with " + option);
        }
        if (!url.path().equals("/")) {
            throw new WrongInput(
                    "with %s the paths come from the file, and the URL has none; was \"%s\""
                            .formatted(option, RequestSecrets.maskedPath(url.path())));
        }
    }

    /// The requests of a file with the headers of the command line.
    private Traffic withHeaders(Traffic read, ConnectionPolicy connections) {
        var secrets = new RequestSecrets(read.values().keySet());
        var requests =
                read.requests().stream().map(request -> content.addTo(request, secrets)).toList();
        var values = new LinkedHashMap<>(secrets.sources(requests));
        values.putAll(read.values());
        return traffic(requests, values, connections);
    }

    private Traffic traffic(
            List<Request> requests, Map<String, ValueSource> values, ConnectionPolicy connections) {
        return new Traffic(requests, values, connections, ErrorPolicy.DEFAULT, expected.statuses());
    }
}
