package dev.loombench.report.load;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.loombench.load.result.LatencyJson;
import dev.loombench.load.result.LoadResult;
import dev.loombench.result.AgentFigures;
import dev.loombench.result.RoundTrips;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// An agent of a load for other programs; what is missing has no key.
///
/// @param lost why it ended before the load, and `lostAfterNanos` when
/// @param figures of its share; null where it was lost
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record LoadAgentJson(
        String address,
        int connections,
        Optional<String> lost,
        OptionalLong lostAfterNanos,
        @JsonUnwrapped @Nullable FiguresJson figures,
        RoundTrips roundTrip,
        long clockErrorNanos,
        OptionalLong clockDriftNanos,
        OptionalLong targetRoundTripNanos,
        OptionalLong segmentsSent,
        OptionalLong segmentsRetransmitted) {

    /// The load of an agent, and its load generator.
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    record FiguresJson(
            double throughputPerSecond,
            long sent,
            long succeeded,
            long failed,
            long established,
            Optional<LatencyJson> sendLag,
            String transport,
            String pacing,
            int threads,
            long cpuNanos,
            double busyShare,
            OptionalLong lateArrivals,
            OptionalDouble runQueueWaitShare) {
        static FiguresJson of(LoadResult result) {
            var generator = result.generator();
            return new FiguresJson(
                    AgentTable.rate(result),
                    result.counts().sent(),
                    result.counts().succeeded(),
                    result.counts().failed(),
                    result.connections().established(),
                    LatencyJson.of(generator.sendLag()),
                    generator.transport(),
                    generator.pacing(),
                    generator.threads(),
                    generator.cpuNanos(),
                    generator.busyShare(),
                    generator.lateArrivals(),
                    generator.runQueueWaitShare());
        }
    }

    /// A row per agent.
    public static List<LoadAgentJson> rows(List<AgentFigures> agents) {
        return agents.stream().map(LoadAgentJson::of).toList();
    }

    private static LoadAgentJson of(AgentFigures agent) {
        var network = agent.network();
        return new LoadAgentJson(
                agent.address(),
                agent.share().connections(),
                agent.loss().map(AgentFigures.Loss::reason),
                agent.loss()
                        .map(loss -> OptionalLong.of(loss.afterNanos()))
                        .orElse(OptionalLong.empty()),
                agent.result().map(FiguresJson::of).orElse(null),
                agent.clock().roundTrips(),
                agent.clock().errorNanos(),
                agent.clock().driftNanos(),
                network.roundTripNanos(),
                network.segmentsSent(),
                network.segmentsRetransmitted());
    }
}
