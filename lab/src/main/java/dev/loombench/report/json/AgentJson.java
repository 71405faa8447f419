package dev.loombench.report.json;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.loombench.analysis.AgentSummary;
import java.util.Optional;
import java.util.OptionalDouble;

/// What one agent did in all trials of a variant.
record AgentJson(
        @JsonProperty("variant") String variant,
        @JsonProperty("address") String address,
        @JsonProperty("connections") int connections,
        @JsonProperty("throughputPerSecond") double throughputPerSecond,
        @JsonProperty("sendLag") Optional<LatencyJson> sendLag,
        @JsonProperty("cpuPerRequestMicros") OptionalDouble cpuPerRequestMicros,
        @JsonProperty("busyShare") double busyShare,
        @JsonProperty("roundTripMicros") OptionalDouble roundTripMicros,
        @JsonProperty("retransmittedShare") OptionalDouble retransmittedShare,
        @JsonProperty("clockErrorMicros") double clockErrorMicros) {

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
