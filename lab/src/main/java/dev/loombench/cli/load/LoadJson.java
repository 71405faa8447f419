package dev.loombench.cli.load;

import dev.loombench.analysis.validity.Causes;
import dev.loombench.analysis.validity.Finding;
import dev.loombench.cli.agent.AgentJson;
import dev.loombench.load.result.LoadResult;
import dev.loombench.report.json.Csv;
import dev.loombench.report.json.FindingJson;
import dev.loombench.report.json.LatencyJson;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.LoadProfile;
import dev.loombench.spec.load.Request;
import dev.loombench.spec.load.TrafficSpec;
import dev.loombench.spec.text.RecordJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// The figures of a load for other programs; the key of a time names its unit.
final class LoadJson {
    private static final JsonMapper MAPPER = RecordJson.mapper().build();
    private static final TypeReference<LinkedHashMap<String, Object>> FIGURES =
            new TypeReference<>() {};

    private LoadJson() {}

    static String json(LoadSummary summary) {
        var tree = new LinkedHashMap<>(figures(summary));
        tree.put("connectTime", latency(summary.result().connections().connectTime()));
        tree.put("errors", new TreeMap<>(summary.result().counts().errors()));
        tree.put("statuses", new TreeMap<>(summary.result().counts().statuses()));
        var server = server(summary);
        if (!server.isEmpty()) {
            tree.put("server", server);
        }
        tree.put("requests", requests(summary));
        if (!summary.agents().isEmpty()) {
            tree.put("agents", AgentJson.rows(summary.agents()));
        }
        tree.put("thresholds", thresholds(summary));
        tree.put("findings", findings(summary));
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(tree) + "\n";
    }

    /// A line of names and a line of values: those of the JSON, flattened, errors as their sum.
    static String csv(LoadSummary summary) {
        var flat = new LinkedHashMap<String, Object>();
        flatten("", figures(summary), flat);
        flat.put(
                "thresholdsFailed",
                summary.violatedThresholds().stream()
                        .map(LoadThreshold::text)
                        .collect(Collectors.joining("; ")));
        flat.put(
                "findings",
                summary.problems().stream()
                        .map(problem -> problem.ofLoad().message())
                        .collect(Collectors.joining("; ")));
        return String.join(",", flat.keySet())
                + "\n"
                + flat.values().stream()
                        .map(v -> v instanceof String text ? Csv.text(text) : String.valueOf(v))
                        .collect(Collectors.joining(","))
                + "\n";
    }

    private static List<FindingJson> findings(LoadSummary summary) {
        var all = new ArrayList<Finding>(summary.problems());
        summary.arrivalsOmitted().ifPresent(all::add);
        return all.stream().map(f -> FindingJson.ofLoad(f, Causes.of(f, all))).toList();
    }

    private static Map<String, Object> figures(LoadSummary summary) {
        var result = summary.result();
        var figures = new LinkedHashMap<String, Object>();
        figures.put("url", summary.request().url().text());
        figures.put("method", method(summary.request().traffic()));
        figures.put("load", load(summary.request(), result.window().nanos()));
        figures.put("keepAlive", summary.request().traffic().connections().keepAlive());
        figures.put("interrupted", summary.interrupted());
        figures.put("seconds", result.window().seconds());
        figures.put("throughputPerSecond", summary.throughput());
        figures.put("sent", result.counts().sent());
        figures.put("succeeded", result.counts().succeeded());
        figures.put("failed", result.counts().failed());
        figures.put("unfinished", result.counts().unfinished());
        figures.put("bytes", result.counts().bytes());
        figures.put("responseTime", latency(summary.responseTime()));
        figures.put("serviceTime", latency(summary.serviceTime()));
        summary.latency()
                .arriving()
                .ifPresent(times -> figures.put("arrivingRequest", latency(times)));
        figures.put("sendLag", latency(result.generator().sendLag()));
        figures.put("connections", connections(summary));
        figures.put("generator", generator(summary));
        return figures;
    }

    /// Empty where nothing is known of its process.
    private static Map<String, Object> server(LoadSummary summary) {
        var server = new LinkedHashMap<String, Object>();
        summary.serverStoppedNanos().ifPresent(nanos -> server.put("stoppedNanos", nanos));
        summary.server().ifPresent(figures -> server.putAll(ServerJson.of(figures)));
        return server;
    }

    private static String method(TrafficSpec traffic) {
        return switch (traffic.protocol()) {
            case HTTP ->
                    traffic.requests().stream()
                            .map(Request::method)
                            .distinct()
                            .collect(Collectors.joining(" "));
            case LINE -> traffic.protocol().label();
        };
    }

    /// A row per request of a mix; empty where there is only one request.
    private static List<Map<String, Object>> requests(LoadSummary summary) {
        var rows = new ArrayList<Map<String, Object>>();
        for (var request : summary.result().requests()) {
            var row = new LinkedHashMap<String, Object>();
            row.put("name", request.name());
            row.put("sent", request.sent());
            row.put("succeeded", request.succeeded());
            row.put("failed", request.failed());
            row.put("errors", new TreeMap<>(request.errors()));
            rows.add(row);
        }
        return rows;
    }

    private static Map<String, Object> load(LoadRequest request, long window) {
        var load = new LinkedHashMap<String, Object>();
        switch (request.model()) {
            case LoadModel.Open open -> {
                load.put("model", "open");
                profile("rate", open.rate(), window, load);
                load.put("arrival", open.arrival().name().toLowerCase(Locale.ROOT));
            }
            case LoadModel.Closed closed -> {
                load.put("model", "closed");
                profile("users", closed.users(), window, load);
                load.put("thinkTimeNanos", closed.thinkTime().mean().toNanos());
                load.put(
                        "thinkDistribution",
                        closed.thinkTime().distribution().name().toLowerCase(Locale.ROOT));
            }
            case LoadModel.HeldConnections hold -> {
                load.put("model", "held-connections");
                load.put("connectRate", hold.connectRate());
            }
        }
        request.requestCount().ifPresent(n -> load.put("requests", n));
        load.put("seed", request.seed());
        return load;
    }

    /// The mean over the window, and the profile unless it is constant.
    private static void profile(
            String name, LoadProfile profile, long window, Map<String, Object> load) {
        load.put(name, profile.mean(window));
        if (!profile.isConstant()) {
            load.put("profile", profile.text());
        }
    }

    private static Map<String, Object> connections(LoadSummary summary) {
        var connections = summary.result().connections();
        var map = new LinkedHashMap<String, Object>();
        map.put("requested", connections.requested());
        map.put("established", connections.established());
        map.put("reconnects", connections.reconnects());
        map.put("timedOut", connections.timedOut());
        map.put("earlyResponses", connections.earlyResponses());
        return map;
    }

    private static Map<String, Object> generator(LoadSummary summary) {
        var generator = summary.result().generator();
        var map = new LinkedHashMap<String, Object>();
        map.put("transport", generator.transport());
        map.put("transportReason", generator.transportReason());
        map.put("pacing", generator.pacing());
        map.put("threads", generator.threads());
        map.put("cpuNanos", generator.cpuNanos());
        map.put("busyShare", generator.busyShare());
        generator.lateArrivals().ifPresent(n -> map.put("lateArrivals", n));
        generator.runQueueWaitShare().ifPresent(share -> map.put("runQueueWaitShare", share));
        map.put("stalls", stalls(generator.stalls()));
        return map;
    }

    private static Map<String, Object> stalls(LoadResult.Stalls stalls) {
        var map = new LinkedHashMap<String, Object>();
        map.put("count", stalls.count());
        map.put("totalNanos", stalls.totalNanos());
        map.put("longestNanos", stalls.longestNanos());
        stalls.longestAtNanos().ifPresent(nanos -> map.put("longestAtNanos", nanos));
        map.put("suspendedNanos", stalls.suspendedNanos());
        return map;
    }

    private static List<Map<String, Object>> thresholds(LoadSummary summary) {
        var thresholds = new ArrayList<Map<String, Object>>();
        for (var threshold : summary.request().thresholds()) {
            var map = new LinkedHashMap<String, Object>();
            map.put("failIf", threshold.text());
            threshold.metric().of(summary).ifPresent(figure -> map.put("value", figure));
            map.put("unit", threshold.metric().unit().label());
            map.put("failed", threshold.isViolatedBy(summary));
            thresholds.add(map);
        }
        return thresholds;
    }

    /// Empty when nothing was recorded.
    private static Map<String, Object> latency(Histogram histogram) {
        var json = LatencyJson.of(histogram);
        return json.isEmpty() ? Map.of() : MAPPER.convertValue(json.get(), FIGURES);
    }

    private static void flatten(String prefix, Map<?, ?> tree, Map<String, Object> flat) {
        tree.forEach((key, value) -> {
            var name = prefix + key;
            if (value instanceof Map<?, ?> branch) {
                flatten(name + ".", branch, flat);
            } else {
                flat.put(name, value);
            }
        });
    }
}
