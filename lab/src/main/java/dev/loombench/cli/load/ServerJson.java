package dev.loombench.cli.load;

import dev.loombench.observe.result.Observation.Unavailable;
import dev.loombench.report.json.ThreadsJson;
import java.util.LinkedHashMap;
import java.util.Map;

/// The figures of a server's process for other programs, under the names of a run's.
final class ServerJson {
    private ServerJson() {}

    static Map<String, Object> of(ServerFigures server) {
        var json = new LinkedHashMap<String, Object>();
        json.put("pid", server.pid());
        json.put("ended", server.ended());
        server.mismatch().ifPresent(why -> json.put("mismatch", why));
        server.cpuPerRequest().ifPresent(nanos -> json.put("cpuPerRequestMicros", nanos / 1e3));
        server.peakRss().ifPresent(bytes -> json.put("peakRssBytes", Math.round(bytes)));
        server.threads().ifPresent(threads -> json.put("threads", Math.round(threads)));
        json.put("diagnostics", diagnostics(server));
        json.put("unavailable", server.unavailable().stream().map(ServerJson::of).toList());
        return json;
    }

    private static Map<String, Object> diagnostics(ServerFigures server) {
        var json = new LinkedHashMap<String, Object>();
        server.gc().ifPresent(gc -> json.put("gc", of(gc)));
        server.threadSummary().ifPresent(threads -> json.put("threads", ThreadsJson.of(threads)));
        return json;
    }

    private static Map<String, Object> of(ServerFigures.Collections gc) {
        var json = new LinkedHashMap<String, Object>();
        json.put("collections", Math.round(gc.count()));
        json.put("pausedMillis", gc.pausedNanos() / 1e6);
        gc.allocatedPerRequest().ifPresent(bytes -> json.put("allocatedBytesPerRequest", bytes));
        return json;
    }

    private static Map<String, Object> of(Unavailable missing) {
        var json = new LinkedHashMap<String, Object>();
        json.put("subject", missing.subject());
        json.put("reason", missing.reason());
        return json;
    }
}
