package dev.loombench.load.command;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.loombench.finding.Finding;
import dev.loombench.load.result.ConnectionsJson;
import dev.loombench.load.result.CountsJson;
import dev.loombench.load.result.GeneratorJson;
import dev.loombench.load.result.StreamsJson;
import dev.loombench.load.result.TimesJson;
import dev.loombench.load.result.TlsJson;
import dev.loombench.load.threshold.ThresholdJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A result for other programs. Its keys are those of `loombench load -o json` that have the same
/// meaning.
///
/// @param connectTo the address in place of that of the URL's host; absent without one
/// @param tls absent for plain TCP
/// @param streams of HTTP/2; absent with HTTP/1.1
/// @param errors kind -> number
/// @param statuses unexpected status -> number
@JsonInclude(JsonInclude.Include.NON_ABSENT)
record MeasuredJson(
        String url,
        Optional<String> connectTo,
        boolean interrupted,
        double seconds,
        double throughputPerSecond,
        @JsonUnwrapped CountsJson counts,
        @JsonUnwrapped TimesJson times,
        ConnectionsJson connections,
        GeneratorJson generator,
        Optional<TlsJson> tls,
        Optional<StreamsJson> streams,
        Map<String, Long> errors,
        Map<Integer, Long> statuses,
        List<ThresholdJson> thresholds,
        List<FindingJson> findings) {

    /// @param severity `invalid` or `note`
    /// @param figures by name
    record FindingJson(String severity, String kind, String message, Record figures) {
        static FindingJson of(Finding finding) {
            return new FindingJson(
                    finding.severity().label(),
                    finding.kind().id(),
                    finding.message(),
                    finding.figures());
        }
    }

    static MeasuredJson of(MeasuredLoad measured) {
        var result = measured.result();
        var load = result.measured();
        var counts = load.counts();
        return new MeasuredJson(
                measured.url(),
                result.connectTo(),
                !result.complete(),
                load.window().seconds(),
                result.throughput(),
                CountsJson.of(counts),
                TimesJson.of(
                        result.responseTime(),
                        result.serviceTime(),
                        result.arrivingRequest(),
                        load.generator().sendLag()),
                ConnectionsJson.of(load.connections()),
                GeneratorJson.of(load.generator()),
                load.connections().tls().map(tls -> TlsJson.of(tls, load.window().seconds())),
                load.connections().streams().map(StreamsJson::of),
                new TreeMap<>(counts.errors()),
                new TreeMap<>(counts.statuses()),
                measured.thresholds().stream()
                        .map(t -> ThresholdJson.of(t, measured, t.of(measured)))
                        .toList(),
                measured.problems().stream().map(FindingJson::of).toList());
    }
}
