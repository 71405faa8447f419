package dev.loombench.report.load;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.load.LoadSummary;
import dev.loombench.analysis.validity.Causes;
import dev.loombench.load.result.ConnectionsJson;
import dev.loombench.load.result.CountsJson;
import dev.loombench.load.result.GeneratorJson;
import dev.loombench.load.result.LatencyJson;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.ServerSentJson;
import dev.loombench.load.result.StreamsJson;
import dev.loombench.load.result.TimesJson;
import dev.loombench.load.result.TlsJson;
import dev.loombench.load.threshold.ThresholdJson;
import dev.loombench.report.json.FindingJson;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The figures of a load for other programs. Its keys are stable and documented in
/// docs/load/output.md; the key of a time names its unit, and what is missing has no key.
///
/// @param connectTo the address in place of that of the URL's host; absent without one
/// @param method of the requests; those of a mix, separated by spaces
/// @param tls absent for plain TCP
/// @param streams of HTTP/2; absent for a protocol with one request at a time on each connection
/// @param errors kind -> number
/// @param statuses unexpected status -> number
/// @param deadline empty without one
/// @param serverSent events, messages without a request and closed connections of WebSocket, and
///   what was wrong with the bytes of the server
/// @param server empty where nothing is known of its process
/// @param requests a row per request of a mix; empty where there is only one request
/// @param agents empty when this process drove the load
@JsonInclude(JsonInclude.Include.NON_ABSENT)
record LoadJson(
        String url,
        Optional<String> connectTo,
        String method,
        LoadModelJson load,
        boolean keepAlive,
        boolean interrupted,
        double seconds,
        double throughputPerSecond,
        @JsonUnwrapped CountsJson counts,
        @JsonUnwrapped TimesJson times,
        ConnectionsJson connections,
        GeneratorJson generator,
        Optional<LatencyJson> connectTime,
        Optional<TlsJson> tls,
        Optional<StreamsJson> streams,
        Map<String, Long> errors,
        Map<Integer, Long> statuses,
        Optional<DeadlineJson> deadline,
        Optional<ServerSentJson> serverSent,
        Optional<ServerJson> server,
        List<RequestJson> requests,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<LoadAgentJson> agents,
        List<ThresholdJson> thresholds,
        List<FindingJson> findings) {

    /// @param nanos from the intended send
    /// @param goodputPerSecond good responses within it
    /// @param unsent requests that were not sent, as they could no longer be in time
    /// @param late requests whose good response came after it
    record DeadlineJson(long nanos, double goodputPerSecond, long unsent, long late) {
        static Optional<DeadlineJson> of(LoadSummary summary) {
            var counts = summary.result().counts();
            return summary.deadline()
                    .map(time ->
                            new DeadlineJson(
                                    time.toNanos(),
                                    summary.throughput(),
                                    counts.deadlineUnsent(),
                                    counts.deadlineLate()));
        }
    }

    record RequestJson(
            String name, long sent, long succeeded, long failed, Map<String, Long> errors) {
        static RequestJson of(LoadResult.RequestCounts request) {
            return new RequestJson(
                    request.name(),
                    request.sent(),
                    request.succeeded(),
                    request.failed(),
                    new TreeMap<>(request.errors()));
        }
    }

    static LoadJson of(LoadSummary summary) {
        var request = summary.request();
        var result = summary.result();
        var counts = result.counts();
        return new LoadJson(
                request.url().text(),
                request.url().connectedTo(),
                method(request.traffic()),
                LoadModelJson.of(request, result.window().nanos()),
                request.traffic().connections().keepAlive(),
                summary.interrupted(),
                result.window().seconds(),
                summary.throughput(),
                CountsJson.of(counts),
                TimesJson.of(
                        summary.responseTime(),
                        summary.serviceTime(),
                        summary.latency().arriving(),
                        result.generator().sendLag()),
                ConnectionsJson.of(result.connections()),
                GeneratorJson.of(result.generator()),
                LatencyJson.of(result.connections().connectTime()),
                result.connections().tls().map(tls -> TlsJson.of(tls, result.window().seconds())),
                result.connections().streams().map(StreamsJson::of),
                new TreeMap<>(counts.errors()),
                new TreeMap<>(counts.statuses()),
                DeadlineJson.of(summary),
                result.events().map(e -> ServerSentJson.of(e, result.window().seconds())),
                ServerJson.of(summary),
                result.requests().stream().map(RequestJson::of).toList(),
                LoadAgentJson.rows(summary.agents()),
                summary.thresholds().stream()
                        .map(t -> ThresholdJson.of(t.threshold(), summary, t.outcome()))
                        .toList(),
                findings(summary));
    }

    private static List<FindingJson> findings(LoadSummary summary) {
        var all = new ArrayList<ResultFinding>(summary.problems());
        all.addAll(summary.notes());
        all.addAll(summary.notesOnStreams());
        return all.stream().map(f -> FindingJson.ofLoad(f, Causes.of(f, all))).toList();
    }

    private static String method(Traffic traffic) {
        return switch (traffic.protocol()) {
            case HTTP, GRPC ->
                    traffic.requests().stream()
                            .map(Request::method)
                            .distinct()
                            .collect(Collectors.joining(" "));
            case LINE -> traffic.protocol().label();
        };
    }
}
