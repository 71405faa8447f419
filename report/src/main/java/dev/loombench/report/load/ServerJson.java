package dev.loombench.report.load;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.loombench.analysis.load.LoadSummary;
import dev.loombench.analysis.load.ServerFigures;
import dev.loombench.observe.result.Observation.Unavailable;
import dev.loombench.report.json.ThreadsJson;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// The figures of a server's process for other programs, under the names of a run's.
///
/// @param stoppedNanos how long it was stopped within the window; absent where that is unknown
/// @param pid absent without `--pid`, as is what follows
/// @param mismatch why another process is the server; absent when none is known
@JsonInclude(JsonInclude.Include.NON_ABSENT)
record ServerJson(
        OptionalLong stoppedNanos,
        OptionalLong pid,
        Optional<Boolean> ended,
        Optional<String> mismatch,
        OptionalDouble cpuPerRequestMicros,
        OptionalLong peakRssBytes,
        OptionalLong threads,
        Optional<DiagnosticsJson> diagnostics,
        Optional<List<UnavailableJson>> unavailable) {

    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    record DiagnosticsJson(Optional<GcJson> gc, Optional<ThreadsJson> threads) {}

    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    record GcJson(long collections, double pausedMillis, OptionalDouble allocatedBytesPerRequest) {
        static GcJson of(ServerFigures.Collections gc) {
            return new GcJson(
                    Math.round(gc.count()), gc.pausedNanos() / 1e6, gc.allocatedPerRequest());
        }
    }

    record UnavailableJson(String subject, String reason) {
        static UnavailableJson of(Unavailable missing) {
            return new UnavailableJson(missing.subject(), missing.reason());
        }
    }

    /// @return empty where nothing is known of its process
    static Optional<ServerJson> of(LoadSummary summary) {
        var stopped = summary.serverStoppedNanos();
        return summary.server()
                .map(figures -> of(stopped, figures))
                .or(() -> stopped.isPresent() ? Optional.of(ofStopped(stopped)) : Optional.empty());
    }

    private static ServerJson of(OptionalLong stopped, ServerFigures server) {
        var process = server.process();
        var cpu = server.cpuPerRequest();
        return new ServerJson(
                stopped,
                OptionalLong.of(process.pid()),
                Optional.of(process.ended()),
                process.mismatch(),
                cpu.isPresent() ? OptionalDouble.of(cpu.getAsDouble() / 1e3) : cpu,
                rounded(server.peakRss()),
                rounded(server.threads()),
                Optional.of(
                        new DiagnosticsJson(
                                server.gc().map(GcJson::of),
                                server.threadSummary().map(ThreadsJson::of))),
                Optional.of(server.unavailable().stream().map(UnavailableJson::of).toList()));
    }

    private static ServerJson ofStopped(OptionalLong stopped) {
        return new ServerJson(
                stopped,
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalDouble.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static OptionalLong rounded(OptionalDouble value) {
        return value.isPresent()
                ? OptionalLong.of(Math.round(value.getAsDouble()))
                : OptionalLong.empty();
    }
}
