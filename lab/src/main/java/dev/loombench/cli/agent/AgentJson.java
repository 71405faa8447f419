package dev.loombench.cli.agent;

import dev.loombench.load.result.LoadResult;
import dev.loombench.report.json.LatencyJson;
import dev.loombench.result.AgentFigures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The agents of a load for other programs.
public final class AgentJson {
    private AgentJson() {}

    public static List<Map<String, Object>> rows(List<AgentFigures> agents) {
        var rows = new ArrayList<Map<String, Object>>();
        for (var agent : agents) {
            var row = new LinkedHashMap<String, Object>();
            row.put("address", agent.address());
            row.put("connections", agent.share().connections());
            agent.loss()
                    .ifPresent(loss -> {
                        row.put("lost", loss.reason());
                        row.put("lostAfterNanos", loss.afterNanos());
                    });
            agent.result().ifPresent(result -> figures(result, row));
            row.put("roundTrip", roundTrip(agent));
            row.put("clockErrorNanos", agent.clock().errorNanos());
            agent.clock().driftNanos().ifPresent(nanos -> row.put("clockDriftNanos", nanos));
            network(agent.network(), row);
            rows.add(row);
        }
        return rows;
    }

    private static void figures(LoadResult result, Map<String, Object> row) {
        var generator = result.generator();
        row.put("throughputPerSecond", AgentTable.rate(result));
        row.put("sent", result.counts().sent());
        row.put("succeeded", result.counts().succeeded());
        row.put("failed", result.counts().failed());
        row.put("established", result.connections().established());
        LatencyJson.of(generator.sendLag()).ifPresent(lag -> row.put("sendLag", lag));
        row.put("transport", generator.transport());
        row.put("pacing", generator.pacing());
        row.put("threads", generator.threads());
        row.put("cpuNanos", generator.cpuNanos());
        row.put("busyShare", generator.busyShare());
        generator.lateArrivals().ifPresent(n -> row.put("lateArrivals", n));
        generator.runQueueWaitShare().ifPresent(share -> row.put("runQueueWaitShare", share));
    }

    private static void network(AgentFigures.Network network, Map<String, Object> row) {
        network.roundTripNanos().ifPresent(nanos -> row.put("targetRoundTripNanos", nanos));
        network.segmentsSent().ifPresent(n -> row.put("segmentsSent", n));
        network.segmentsRetransmitted().ifPresent(n -> row.put("segmentsRetransmitted", n));
    }

    private static Map<String, Object> roundTrip(AgentFigures agent) {
        var trips = agent.clock().roundTrips();
        var map = new LinkedHashMap<String, Object>();
        map.put("count", trips.count());
        map.put("minNanos", trips.minNanos());
        map.put("medianNanos", trips.medianNanos());
        map.put("maxNanos", trips.maxNanos());
        return map;
    }
}
