package dev.loombench.diagnose.rule.resource;

import dev.loombench.analysis.concurrency.WebServer;
import dev.loombench.analysis.concurrency.WebServer.Trait;
import dev.loombench.diagnose.evidence.EventLoop;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The threads on which the requests of a web server run, by what was seen.
///
/// @param server its name, as in `Tomcat`
public record WebServerThreads(String server, Kind kind) {

    /// How sure it is, most certain first.
    public enum Kind {
        /// A virtual thread was seen to serve a request.
        VIRTUAL("virtual"),
        /// A platform thread was seen to serve one, or its pool has threads and nothing else could.
        PLATFORM("platform"),
        /// No thread was seen to serve one, its pool is idle or there is none, and the JVM has run
        /// virtual threads for certain. Never where its event loops may serve the requests
        /// themselves.
        PROBABLY_VIRTUAL("probably-virtual"),
        /// It was seen; no request was.
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

    /// What the threads of a server have shown.
    private enum Sign {
        LISTENS,
        HAS_POOL,
        SERVES,
        SERVES_ON_VIRTUAL
    }

    /// Those of each server that was seen, in order of its first thread.
    public static List<WebServerThreads> of(Evidence evidence, ThreadHistory history) {
        return of(history, evidence.threads().value(), evidence.carriers().used());
    }

    /// The same.
    ///
    /// @param listed all threads, where they are listed
    /// @param usesVirtualThreads whether the JVM has run virtual threads
    public static List<WebServerThreads> of(
            ThreadHistory history, Optional<ThreadDump> listed, boolean usesVirtualThreads) {
        var seen = new LinkedHashMap<WebServer, Set<Sign>>();
        history.moments().stream()
                .flatMap(moment -> moment.threads().stream())
                .forEach(thread -> add(thread, seen));
        listed.stream()
                .flatMap(dump -> dump.groups().stream())
                .filter(group -> group.kind() == ThreadKind.VIRTUAL)
                .flatMap(group -> WebServer.served(group.frames()).stream())
                .forEach(server -> add(server, Sign.SERVES_ON_VIRTUAL, seen));
        if (has(WebServer.QUARKUS, seen)) {
            seen.keySet().removeIf(server -> server.name().equals(WebServer.VERTX));
        }
        if (seen.size() > 1) {
            seen.keySet().removeIf(server -> server.name().equals(WebServer.NETTY));
        }
        boolean idle = history.isIdle();
        var all = new ArrayList<WebServerThreads>();
        seen.forEach((server, signs) ->
                all.add(
                        new WebServerThreads(
                                server.name(), kind(server, signs, usesVirtualThreads, idle))));
        return List.copyOf(all);
    }

    private static boolean has(String name, Map<WebServer, Set<Sign>> seen) {
        return seen.keySet().stream().anyMatch(server -> server.name().equals(name));
    }

    private static void add(LiveThread thread, Map<WebServer, Set<Sign>> seen) {
        thread.served().ifPresent(server -> add(server, sign(thread), seen));
        if (!thread.virtual()) {
            WebServer.ofWorker(thread.name()).ifPresent(server -> add(server, Sign.HAS_POOL, seen));
            WebServer.ofListener(thread.name())
                    .ifPresent(server -> add(server, Sign.LISTENS, seen));
        }
    }

    /// An event loop in calls of the server alone may hand the request to another thread.
    private static Sign sign(LiveThread thread) {
        if (thread.virtual()) {
            return Sign.SERVES_ON_VIRTUAL;
        }
        return EventLoop.runs(thread.frames()) && !EventLoop.executes(thread.frames())
                ? Sign.LISTENS
                : Sign.SERVES;
    }

    private static void add(WebServer server, Sign sign, Map<WebServer, Set<Sign>> seen) {
        seen.computeIfAbsent(server, _ -> EnumSet.noneOf(Sign.class)).add(sign);
    }

    /// @param idle whether the service did next to nothing: its pool is idle then too
    private static Kind kind(
            WebServer server, Set<Sign> signs, boolean usesVirtualThreads, boolean idle) {
        if (signs.contains(Sign.SERVES_ON_VIRTUAL)) {
            return Kind.VIRTUAL;
        }
        boolean pool = signs.contains(Sign.HAS_POOL);
        boolean spare = usesVirtualThreads && server.has(Trait.SPARE_POOL);
        if (signs.contains(Sign.SERVES) || (pool && !spare)) {
            return Kind.PLATFORM;
        }
        return !usesVirtualThreads || server.has(Trait.LOOPS_SERVE) || (pool && idle)
                ? Kind.UNKNOWN
                : Kind.PROBABLY_VIRTUAL;
    }
}
