package dev.loombench.analysis.trial;

import dev.loombench.result.AgentFigures.Network;
import java.util.List;
import java.util.OptionalDouble;

/// The network between agents and servers over several trials.
///
/// @param roundTripNanos median of the trials; empty where it was not measured
/// @param retransmittedShare of the TCP segments that the agents' machines sent, 0..1; empty where
///   it is not known
public record NetworkSummary(OptionalDouble roundTripNanos, OptionalDouble retransmittedShare) {

    public static NetworkSummary of(List<Network> trials) {
        var trips =
                trials.stream().flatMapToLong(n -> n.roundTripNanos().stream()).sorted().toArray();
        double sent = trials.stream().flatMapToLong(n -> n.segmentsSent().stream()).sum();
        double again = trials.stream().flatMapToLong(n -> n.segmentsRetransmitted().stream()).sum();
        return new NetworkSummary(
                trips.length == 0
                        ? OptionalDouble.empty()
                        : OptionalDouble.of((double) trips[trips.length / 2]),
                sent == 0 ? OptionalDouble.empty() : OptionalDouble.of(again / sent));
    }
}
