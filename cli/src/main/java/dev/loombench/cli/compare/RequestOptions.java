package dev.loombench.cli.compare;

import dev.loombench.cli.load.ContentOptions;
import dev.loombench.cli.load.ImportOptions;
import dev.loombench.cli.option.ExpectationOptions;
import dev.loombench.cli.option.Http2Options;
import dev.loombench.cli.option.MessageOptions;
import dev.loombench.cli.option.PathOption;
import dev.loombench.cli.option.ReplayOptions;
import dev.loombench.cli.option.RequestsFileOption;
import dev.loombench.cli.option.SseOption;
import dev.loombench.cli.option.WebSocketOption;
import dev.loombench.experiment.yaml.ExperimentReader;
import dev.loombench.load.option.TlsOptions;
import dev.loombench.report.Format;
import dev.loombench.requests.AccessLog;
import dev.loombench.requests.GivenRequests;
import dev.loombench.requests.secret.RequestSecrets;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Replay;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Streaming;
import dev.loombench.traffic.Traffic;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;

/// The options of `loombench compare` and `capacity` for the requests of the load.
public final class RequestOptions {
    @Mixin private PathOption path = new PathOption();

    @Mixin private RequestsFileOption requestsFile = new RequestsFileOption();

    @Mixin private ContentOptions content = new ContentOptions();

    @Mixin private ImportOptions imports = new ImportOptions();

    @Mixin private ReplayOptions replay = new ReplayOptions();

    @Mixin private SseOption sse = new SseOption();

    @Mixin private WebSocketOption webSocket = new WebSocketOption();

    @Mixin private MessageOptions messages = new MessageOptions();

    @Mixin private ExpectationOptions expected = new ExpectationOptions();

    @Mixin private TlsOptions tls = new TlsOptions();

    @Mixin private Http2Options http2 = new Http2Options();

    /// The seed of times within a second of a log.
    private static final long REPLAY_SEED = 1;

    /// The option that has paths, which URLs of services then must not have; empty for none.
    public Optional<String> pathOption() {
        if (path.path().isPresent()) {
            return Optional.of(PathOption.NAME);
        }
        return sendsRequestsOfLog() ? Optional.of(ReplayOptions.NAME) : imports.name();
    }

    /// Checks that the options go with the services.
    ///
    /// @throws WrongInput when URLs have paths and so have the options, or TLS is described and no
    ///   service may speak it
    public void requireFor(List<NamedCommand> services) {
        pathOption()
                .ifPresent(option -> services.forEach(service -> service.requireNoPath(option)));
        var other = services.stream().filter(service -> !service.isPlainUrl()).findFirst();
        if (other.isEmpty() && tls.first().isPresent()) {
            throw new WrongInput(
                    "%s goes with https://, not with %s"
                            .formatted(
                                    tls.first().get(),
                                    services.stream()
                                            .map(service -> Format.plain(service.summary()))
                                            .collect(Collectors.joining(", "))));
        }
    }

    /// Whether the arrivals are those of a log.
    public boolean replays() {
        return replay.file().isPresent();
    }

    private boolean sendsRequestsOfLog() {
        return replays()
                && path.path().isEmpty()
                && requestsFile.file().isEmpty()
                && !content.hasMethodOrBody()
                && imports.name().isEmpty()
                && !webSocket.isGiven();
    }

    /// The open load of recorded arrivals.
    ///
    /// @param rate the mean rate; empty for that of the log
    LoadModel.Open replayed(Replay recorded, Optional<String> rate, int connections) {
        return replay.model(recorded, rate, connections);
    }

    /// The path to request; empty for the default.
    public Optional<String> path() {
        return path.path();
    }

    /// Whether an option other than the path is given.
    public boolean hasMoreThanPath() {
        return requestsFile.file().isPresent()
                || content.isGiven()
                || imports.name().isPresent()
                || replays()
                || streaming().isPresent()
                || messages.first().isPresent()
                || expected.isGiven()
                || tls.first().isPresent()
                || http2.first().isPresent();
    }

    /// The requests, in which variables stand for secrets; empty for those of `--requests-file`.
    ///
    /// @throws WrongInput when a file is wrong, or the options contradict one another
    public Optional<GivenRequests> given() {
        if (sendsRequestsOfLog()) {
            var log = replay.file().orElseThrow();
            return Optional.of(content.addTo(GivenRequests.replayed(log, REPLAY_SEED)));
        }
        return others().map(given ->
                replay.file().map(log -> given.at(log, REPLAY_SEED)).orElse(given));
    }

    private Optional<GivenRequests> others() {
        var imported = imports.read();
        if (imported.isPresent()) {
            return Optional.of(withHeaders(imported.get()));
        }
        if (requestsFile.file().isPresent()) {
            requireFileOnly();
            return Optional.empty();
        }
        var secrets = new RequestSecrets(Set.of());
        var target = path.path().orElse("/");
        var request =
                webSocket.isGiven()
                        ? content.message(target, secrets, Request.DEFAULT_TIMEOUT, messages)
                        : content.request(target, secrets, Request.DEFAULT_TIMEOUT);
        return Optional.of(GivenRequests.of(List.of(request), secrets));
    }

    private Optional<Streaming> streaming() {
        if (!webSocket.isGiven()) {
            return sse.streaming();
        }
        if (sse.streaming().isPresent()) {
            throw new WrongInput("--sse and " + WebSocketOption.NAME + " exclude one another");
        }
        http2.first()
                .ifPresent(option -> {
                    throw new WrongInput(
                            "%s and %s exclude one another: WebSocket is supported over HTTP/1.1"
                                    .formatted(option, WebSocketOption.NAME));
                });
        return Optional.of(Streaming.WEBSOCKET);
    }

    private GivenRequests withHeaders(GivenRequests imported) {
        var option = imports.name().orElseThrow();
        if (path.path().isPresent() || requestsFile.file().isPresent()) {
            throw new WrongInput(
                    "--path and --requests-file do not go with %s, which has the requests"
                            .formatted(option));
        }
        if (content.hasMethodOrBody()) {
            throw new WrongInput("--method and --body go with one request, not with " + option);
        }
        return content.addTo(imported);
    }

    private void requireFileOnly() {
        if (path.path().isPresent()) {
            throw new WrongInput("--path does not go with --requests-file, which has the paths");
        }
        if (content.isGiven()) {
            throw new WrongInput(
                    "--header, --cookie, --method and --body do not go with --requests-file here; write them into the file");
        }
    }

    /// The requests with what is expected of their responses.
    ///
    /// @param given as [#given]
    /// @throws WrongInput when the options or a file are wrong
    public Traffic traffic(Optional<GivenRequests> given) {
        var kind = streaming();
        var requests =
                given.map(GivenRequests::traffic)
                        .orElseGet(() ->
                                ExperimentReader.requests(
                                        requestsFile.file().orElseThrow(),
                                        ConnectionPolicy.DEFAULT,
                                        Request.DEFAULT_TIMEOUT,
                                        webSocket.isGiven()));
        var sent =
                expected.addTo(
                        new Traffic(
                                requests.requests(),
                                requests.values(),
                                requests.connections()
                                        .withTls(tls.given())
                                        .withHttp2(http2.given())
                                        .withWebSocket(
                                                messages.given(
                                                        webSocket.isGiven(), WebSocketOption.NAME)),
                                requests.errors(),
                                expected.statuses()));
        return sent.withStreaming(kind)
                .withReplay(
                        requests.replay()
                                .or(() ->
                                        replay.file()
                                                .map(log ->
                                                        AccessLog.replay(log, false, REPLAY_SEED)
                                                                .replay())));
    }
}
