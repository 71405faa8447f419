package dev.loombench.diagnose.evidence;

import dev.loombench.analysis.concurrency.WebServer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The threads on which the requests of a web server run, by what was seen.
///
/// @param server its name, as in `Tomcat`
public record WebServerThreads(String server, Kind kind) {

    /// How sure it is, most certain first.
    public enum Kind {
        /// A virtual thread was seen to serve a request.
        VIRTUAL("virtual"),
        /// A thread of its pool was seen.
        PLATFORM("platform"),
        /// It accepts connections and has no pool of platform threads, and the JVM has run virtual
        /// threads. Never of Vert.x, whose event loops may serve the requests themselves.
        PROBABLY_VIRTUAL("probably-virtual"),
        /// It accepts connections; no request was seen.
        UNKNOWN("unknown");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        /// The name in JSON.
        public String label() {
            return label;
        }
    }

    /// Those of each server that was seen, in order of its first thread.
    ///
    /// @param usesVirtualThreads whether the JVM has run virtual threads
    public static List<WebServerThreads> of(ThreadHistory history, boolean usesVirtualThreads) {
        var seen = new LinkedHashMap<String, Kind>();
        history.moments().stream()
                .flatMap(moment -> moment.threads().stream())
                .forEach(thread -> add(thread, usesVirtualThreads, seen));
        if (seen.containsKey(WebServer.QUARKUS)) {
            seen.remove(WebServer.VERTX);
        }
        var all = new ArrayList<WebServerThreads>();
        seen.forEach((server, kind) -> all.add(new WebServerThreads(server, kind)));
        return List.copyOf(all);
    }

    private static void add(LiveThread thread, boolean usesVirtualThreads, Map<String, Kind> seen) {
        if (thread.virtual()) {
            thread.served().ifPresent(server -> merge(server, Kind.VIRTUAL, seen));
            return;
        }
        WebServer.ofWorker(thread.name())
                .or(thread::served)
                .ifPresent(server -> merge(server, Kind.PLATFORM, seen));
        WebServer.ofListener(thread.name())
                .ifPresent(server ->
                        merge(
                                server,
                                usesVirtualThreads && !server.name().equals(WebServer.VERTX)
                                        ? Kind.PROBABLY_VIRTUAL
                                        : Kind.UNKNOWN,
                                seen));
    }

    /// The more certain of two kinds holds.
    private static void merge(WebServer server, Kind kind, Map<String, Kind> seen) {
        seen.merge(server.name(), kind, (a, b) -> a.compareTo(b) <= 0 ? a : b);
    }
}
