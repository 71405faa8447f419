package dev.loombench.governor.agent;

import dev.loombench.governor.admission.Admission;
import dev.loombench.governor.admission.AdmissionLimit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// The gate that every request of a changed server passes; called by the code that `RequestMethods`
/// adds, so its methods are public and take objects.
///
/// A server that is not as expected must not fail because of the agent: the gate then reports the
/// reason once, and stays open.
public final class RequestGate {
    private static final String NO_SERVER =
            "no class of Tomcat, Jetty or Undertow is loaded yet: nothing is limited";

    private static final AtomicReference<String> STATE = new AtomicReference<>(NO_SERVER);

    private static volatile @Nullable Gate gate;

    private static final ClassValue<TomcatRequests> TOMCAT =
            new ClassValue<>() {
                @Override
                protected TomcatRequests computeValue(Class<?> type) {
                    return new TomcatRequests(type);
                }
            };

    private static final ClassValue<JettyRequests> JETTY =
            new ClassValue<>() {
                @Override
                protected JettyRequests computeValue(Class<?> type) {
                    return new JettyRequests(type);
                }
            };

    private static final ClassValue<UndertowRequests> UNDERTOW =
            new ClassValue<>() {
                @Override
                protected UndertowRequests computeValue(Class<?> type) {
                    return new UndertowRequests(type);
                }
            };

    private record Gate(AdmissionLimit limit, AdmissionSettings settings) {}

    private RequestGate() {}

    static void open(AdmissionLimit limit, AdmissionSettings settings) {
        STATE.set(NO_SERVER);
        gate = new Gate(limit, settings);
    }

    /// Which requests are limited, or why none are.
    static String state() {
        return STATE.get();
    }

    /// Records that the requests of a server pass the gate. What failed before is not replaced.
    static void limits(String server) {
        var limited = "the requests of " + server + " are limited";
        if (STATE.compareAndSet(NO_SERVER, limited)) {
            print(limited);
        }
    }

    /// Records why requests are not limited.
    static void doesNotLimit(String reason) {
        STATE.set(reason);
        print(reason);
    }

    static void close() {
        gate = null;
    }

    /// @return whether the server may handle the request; otherwise it has its response
    public static boolean tomcatRequest(Object valve, Object request, Object response) {
        return passes(TOMCAT, request, response, valve);
    }

    /// @return true
    public static boolean tomcatEnd(Object request) {
        if (gate != null) {
            try {
                TOMCAT.get(request.getClass()).end(request);
            } catch (RuntimeException | LinkageError e) {
                stop(e);
            }
        }
        return true;
    }

    /// @return whether the server may handle the request; otherwise it has its response
    public static boolean jettyRequest(
            Object server, Object request, Object response, Object callback) {
        return passes(JETTY, request, response, callback);
    }

    /// @return whether the server may handle the request; otherwise it has its response
    public static boolean undertowRequest(Object handler, Object exchange) {
        return passes(UNDERTOW, exchange, exchange, handler);
    }

    private static boolean passes(
            ClassValue<? extends ServerRequests> servers,
            Object request,
            Object response,
            Object callback) {
        var open = gate;
        if (open == null) {
            return true;
        }
        try {
            return passes(open, servers.get(request.getClass()), request, response, callback);
        } catch (RuntimeException | LinkageError e) {
            stop(e);
            return true;
        }
    }

    private static boolean passes(
            Gate open, ServerRequests server, Object request, Object response, Object callback) {
        if (server.hasPermit(request) || open.settings().excludes(server.path(request))) {
            return true;
        }
        return switch (open.limit().tryAcquire()) {
            case Admission.Rejected(var retryAfter) -> {
                long seconds = Math.max(1, retryAfter.plusMillis(999).toSeconds());
                server.reject(request, response, callback, Long.toString(seconds));
                yield false;
            }
            case Admission.Permit permit -> {
                server.keep(request, response, permit);
                yieldToWaitingRequests();
                yield true;
            }
        };
    }

    /// As in `AdmissionFilter`: requests that wait for a carrier are counted before the work
    /// starts.
    @SuppressWarnings("ThreadPriorityCheck") // only the order depends on it
    private static void yieldToWaitingRequests() {
        if (Thread.currentThread().isVirtual()) {
            Thread.yield();
        }
    }

    private static void stop(Throwable reason) {
        close();
        doesNotLimit("requests are not limited any more: " + reason);
    }

    private static void print(String state) {
        System.err.println("governor: " + state);
    }
}
