package dev.loombench.report.json;

import dev.loombench.analysis.AgentSummary;
import dev.loombench.load.result.LatencyJson;
import java.util.Optional;
import java.util.OptionalDouble;

/// What one agent did in all trials of a variant.
record AgentJson(
        String variant,
        String address,
        int connections,
        double throughputPerSecond,
        Optional<LatencyJson> sendLag,
        OptionalDouble cpuPerRequestMicros,
        double busyShare,
        OptionalDouble roundTripMicros,
        OptionalDouble retransmittedShare,
        double clockErrorMicros) {

    static AgentJson of(AgentSummary agent) {
        return new AgentJson(
                agent.variant(),
                agent.address(),
                agent.connections(),
                agent.throughput(),
                LatencyJson.of(agent.generator().sendLag()),
                micros(agent.generator().cpuPerRequest()),
                agent.generator().busyShare(),
                micros(agent.network().roundTripNanos()),
                agent.network().retransmittedShare(),
                agent.clockErrorNanos() / 1e3);
    }

    private static OptionalDouble micros(OptionalDouble nanos) {
        return nanos.isPresent() ? OptionalDouble.of(nanos.getAsDouble() / 1e3) : nanos;
    }
}
