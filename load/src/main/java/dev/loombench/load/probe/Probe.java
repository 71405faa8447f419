package dev.loombench.load.probe;

import dev.loombench.load.LoadEngine;
import dev.loombench.load.LoadPlan;
import dev.loombench.load.LoadSettings;
import dev.loombench.load.LoadShare;
import dev.loombench.load.ReflectionFailed;
import dev.loombench.load.RunningLoad;
import dev.loombench.load.pace.Pacing;
import dev.loombench.load.result.ErrorCodes;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.result.GrpcStatus;
import dev.loombench.load.result.HeaderListExcess;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.Streams;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.UrlText;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.LoadProfile;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Streaming;
import dev.loombench.traffic.Traffic;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/// Sends one request before a load, exactly as the load sends its own: an unused port or a wrong
/// path is found at once and not after a warm-up.
///
/// One request of a mix is picked at random.
public final class Probe {
    private static final long POLL_MILLIS = 5;

    /// For a worker that gets no processor: its request ends by its own timeout.
    private static final Duration LATE = Duration.ofSeconds(10);

    /// Nothing before the window opens, then one soon: the window is closed after it.
    private static final LoadModel ONE_REQUEST =
            new LoadModel.Open(LoadProfile.constant(1_000).withWarmUp(1e-6), Arrival.CONSTANT, 1);

    /// The same for a stream of events, or of messages of gRPC, which may have no end: the first is
    /// the response.
    private static final LoadModel ONE_STREAM = new LoadModel.HeldConnections(1, 1_000);

    /// Failures of a request over a connection that works.
    private static final List<String> OF_STREAM =
            List.of(ErrorKind.STREAM_RESET.label(), ErrorKind.STREAM_REFUSED.label());

    /// Characters of a URL that are shown.
    private static final int MAX_LOCATION = 200;

    private Probe() {}

    /// The reason why a load would fail.
    ///
    /// @param byStatus whether the target responded with an unexpected status
    /// @param reason one sentence without its full stop
    public record Failure(boolean byStatus, String reason) {}

    /// The result of the request.
    ///
    /// @param failure empty when the response was good
    /// @param serviceNanos of a good response
    public record Result(Optional<Failure> failure, OptionalLong serviceNanos) {}

    /// Sends the request and awaits its response for as long as the traffic allows.
    ///
    /// @param check runs while the response is pending
    public static <E extends Exception> Result send(
            InetSocketAddress target,
            Traffic traffic,
            long seed,
            TransportChoice transport,
            RunningLoad.WaitCheck<E> check)
            throws IOException, InterruptedException, E {
        return send(plan(target, traffic, seed, transport), check);
    }

    private static LoadPlan plan(
            InetSocketAddress target, Traffic traffic, long seed, TransportChoice transport) {
        var settings = new LoadSettings(transport, Pacing.AUTO, 1);
        return new LoadPlan(
                target,
                ONE_REQUEST,
                traffic,
                seed,
                settings,
                LoadShare.whole(settings),
                System.getenv());
    }

    /// The result of a load without a good response, for one that sent no request before it: where
    /// its server expects TLS, all failures are that.
    public static LoadResult explained(LoadPlan plan, LoadResult result) {
        var counts = result.counts();
        boolean failed = counts.succeeded() == 0 && counts.failed() > 0;
        return failed && TlsPort.isMetBy(plan, counts)
                ? result.with(TlsPort.asTlsExpected(counts))
                : result;
    }

    /// The same for a load of this environment.
    public static LoadResult explained(
            InetSocketAddress target, Traffic traffic, long seed, LoadResult result) {
        return explained(plan(target, traffic, seed, TransportChoice.AUTO), result);
    }

    /// Sends a request of a plan.
    ///
    /// @param check as in the other
    public static <E extends Exception> Result send(LoadPlan plan, RunningLoad.WaitCheck<E> check)
            throws IOException, InterruptedException, E {
        var target = plan.target();
        // A server without warm-up may miss a deadline, and one request needs no arrivals.
        var traffic = plan.traffic().withDeadline(Optional.empty()).withReplay(Optional.empty());
        var settings = new LoadSettings(plan.settings().transport(), Pacing.AUTO, 1);
        boolean isStream =
                traffic.streaming().equals(Optional.of(Streaming.EVENTS)) || traffic.isGrpc();
        var one =
                new LoadPlan(
                        target,
                        isStream ? ONE_STREAM : ONE_REQUEST,
                        traffic,
                        plan.seed(),
                        settings,
                        LoadShare.whole(settings),
                        isStream,
                        plan.environment());
        LoadResult result;
        try {
            result = result(one, check);
        } catch (ReflectionFailed e) {
            return new Result(Optional.of(reflectionFailure(one, e, check)), OptionalLong.empty());
        }
        var failure = ProbeText.failure(target, traffic, result.counts(), began(result));
        if (failure.isPresent() && TlsPort.isMetBy(one, result.counts())) {
            var counts = TlsPort.asTlsExpected(result.counts());
            return new Result(
                    ProbeText.failure(target, traffic, counts, false), OptionalLong.empty());
        }
        failure = failure.map(f -> withLocation(withReasons(f, result), one, result.counts()));
        if (failure.isEmpty() && traffic.expectedBody().isPresent()) {
            return new Result(bodyFailure(one), OptionalLong.empty());
        }
        return new Result(
                failure, failure.isPresent() ? OptionalLong.empty() : serviceNanos(result));
    }

    /// The failure of a load whose calls could not be encoded: that of its connection, which a
    /// plain request of HTTP/2 has too, or else that of the reflection.
    private static <E extends Exception> Failure reflectionFailure(
            LoadPlan calls, ReflectionFailed reflection, RunningLoad.WaitCheck<E> check)
            throws IOException, InterruptedException, E {
        if (reflection.hasStatus()) {
            return new Failure(false, String.valueOf(reflection.getMessage()));
        }
        var traffic = calls.traffic();
        var plain =
                new LoadPlan(
                        calls.target(),
                        ONE_REQUEST,
                        traffic.withHttp2(
                                        traffic.connections()
                                                .http2()
                                                .map(policy -> policy.withGrpc(Optional.empty())))
                                .withRequests(List.of(Request.get("/", traffic.timeout()))),
                        calls.seed(),
                        calls.settings(),
                        calls.share(),
                        calls.environment());
        var sent = result(plain, check);
        var found = sent.counts();
        var counts = TlsPort.isMetBy(plain, found) ? TlsPort.asTlsExpected(found) : found;
        boolean ofConnection =
                counts.succeeded() == 0
                        && counts.statuses().isEmpty()
                        && OF_STREAM.stream().noneMatch(counts.errors()::containsKey);
        var failure =
                ofConnection
                        ? ProbeText.failure(calls.target(), traffic, counts, began(sent))
                                .map(f -> withReasons(f, sent))
                        : Optional.<Failure>empty();
        return failure.orElseGet(() -> new Failure(false, String.valueOf(reflection.getMessage())));
    }

    /// Its connections are closed then: a server may handle one at a time.
    private static <E extends Exception> LoadResult result(
            LoadPlan one, RunningLoad.WaitCheck<E> check)
            throws IOException, InterruptedException, E {
        try (var run = LoadEngine.start(one)) {
            run.openWindow(OptionalLong.of(1), _ -> {});
            while (!run.windowOver(one.traffic().timeout().plus(LATE))) {
                check.check();
                Thread.sleep(POLL_MILLIS);
            }
            return run.closeWindow(check);
        }
    }

    /// The failure by a redirect with where it leads to, for which a harmless request is sent once
    /// more.
    private static Failure withLocation(Failure failure, LoadPlan plan, LoadResult.Counts counts) {
        var traffic = plan.traffic();
        boolean isRedirect = counts.statuses().keySet().stream().anyMatch(s -> s / 100 == 3);
        boolean isHarmless =
                !traffic.isMix() && traffic.requests().getFirst().method().matches("GET|HEAD");
        if (!isRedirect || !isHarmless || !failure.byStatus()) {
            return failure;
        }
        try {
            var location = UrlText.shown(CheckedRequest.send(plan).location());
            return location.isEmpty()
                    ? failure
                    : new Failure(
                            true,
                            "%s; it leads to %s"
                                    .formatted(
                                            failure.reason(),
                                            TextSanitizer.of(
                                                    TextSanitizer.shortened(
                                                            location, MAX_LOCATION))));
        } catch (IOException _) {
            return failure; // the status is the reason all the same
        }
    }

    /// Whether a response began that did not end in time.
    private static boolean began(LoadResult result) {
        return result.events().filter(LoadResult.Events::began).isPresent();
    }

    /// The failure with what the server sent in place of a response.
    private static Failure withReasons(Failure failure, LoadResult result) {
        var connections = result.connections();
        var ofStreams =
                connections
                        .streams()
                        .map(s ->
                                withLimits(
                                        withErrorCodes(
                                                withGrpcStatus(failure, s, grpcMessage(result)),
                                                s.errorCodes()),
                                        s))
                        .orElse(failure);
        var ofTls =
                connections
                        .tls()
                        .map(t -> withAlerts(ofStreams, t.alerts().keySet()))
                        .orElse(ofStreams);
        return result.events().map(e -> withFaults(ofTls, e)).orElse(ofTls);
    }

    /// The failure with what was wrong with the bytes of the server.
    private static Failure withFaults(Failure failure, LoadResult.Events events) {
        return failure.byStatus() || events.faults().isEmpty() || events.began()
                ? failure // which says that the response began
                : new Failure(
                        false,
                        failure.reason()
                                + ": "
                                + events.faults().values().stream()
                                        .sorted()
                                        .collect(Collectors.joining(", ")));
    }

    /// The status of the response of gRPC with what it says of that, as in `5 NOT_FOUND: no order
    /// 7`; empty where it says nothing.
    private static Optional<String> grpcMessage(LoadResult result) {
        return result.events()
                .flatMap(e -> Optional.ofNullable(e.faults().get(ErrorKind.GRPC_STATUS.label())));
    }

    /// The failure with the status of gRPC of the response, where that is the reason.
    private static Failure withGrpcStatus(
            Failure failure, Streams calls, Optional<String> message) {
        return calls.grpcStatuses().keySet().stream()
                .findFirst()
                .map(status ->
                        new Failure(
                                true,
                                "%s: %s%s"
                                        .formatted(
                                                failure.reason(),
                                                status < 0 ? "" : "grpc-status ",
                                                message.orElse(GrpcStatus.text(status)))))
                .orElse(failure);
    }

    /// The failure with what a request has beyond what the server accepts, which may be its reason.
    private static Failure withLimits(Failure failure, Streams streams) {
        var beyond =
                streams.usable() == 0
                        ? Optional.of(Streams.NONE_ALLOWED)
                        : streams.headerList().map(HeaderListExcess::text);
        return beyond.map(text -> new Failure(failure.byStatus(), failure.reason() + "; " + text))
                .orElse(failure);
    }

    /// The failure with the error codes that the server sent, where it sent no response.
    private static Failure withErrorCodes(Failure failure, ErrorCodes codes) {
        var names = new TreeSet<>(codes.goAway().keySet());
        names.addAll(codes.reset().keySet());
        return failure.byStatus() || names.isEmpty()
                ? failure
                : new Failure(false, failure.reason() + ": " + String.join(", ", names));
    }

    /// The failure with the alerts of TLS by which the server ended connections.
    private static Failure withAlerts(Failure failure, Set<String> alerts) {
        return failure.byStatus() || alerts.isEmpty()
                ? failure
                : new Failure(
                        false,
                        alerts.stream()
                                .sorted()
                                .map(ProtocolFaultText::alert)
                                .collect(Collectors.joining(", ", failure.reason() + ": ", "")));
    }

    private static OptionalLong serviceNanos(LoadResult result) {
        return result.intervals().stream()
                .map(LoadResult.Second::serviceTime)
                .filter(times -> times.getTotalCount() > 0)
                .mapToLong(Histogram::getMaxValue)
                .max();
    }

    /// Sends the request once more for its body, over TLS by the JDK, which may refuse a server
    /// that the load accepts.
    private static Optional<Failure> bodyFailure(LoadPlan plan) {
        var traffic = plan.traffic();
        try {
            return bodyFailure(traffic, CheckedRequest.send(plan));
        } catch (IOException e) {
            return Optional.of(
                    new Failure(
                            false,
                            "%s: the body cannot be checked, as the request for it%s failed (%s)"
                                    .formatted(
                                            traffic.requests().getFirst().summary(),
                                            traffic.connections().tls().isPresent()
                                                    ? ", over TLS by the JDK,"
                                                    : "",
                                            Objects.requireNonNullElse(
                                                    e.getMessage(), e.toString()))));
        }
    }

    /// @param response to the first request, which is sent once more for its body
    static Optional<Failure> bodyFailure(Traffic traffic, CheckedRequest.Response response) {
        var expected = traffic.expectedBody();
        var body = response.decoded();
        if (expected.isEmpty() || body.filter(text -> text.contains(expected.get())).isPresent()) {
            return Optional.empty();
        }
        var request = traffic.requests().getFirst().summary();
        return Optional.of(
                new Failure(
                        false,
                        body.isPresent()
                                ? "%s: the body of %,d bytes does not contain %s"
                                        .formatted(
                                                request,
                                                response.length(),
                                                TextSanitizer.quoted(expected.get()))
                                : "%s: the body cannot be checked, as its encoding %s cannot be read: send Accept-Encoding: gzip, or none"
                                        .formatted(
                                                request,
                                                TextSanitizer.quoted(response.encoding()))));
    }
}
