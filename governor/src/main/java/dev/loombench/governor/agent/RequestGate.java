package dev.loombench.governor.agent;

import dev.loombench.governor.admission.Admission;
import dev.loombench.governor.admission.AdmissionLimit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The gate that every request of a changed server passes; called by the code that `RequestMethods`
/// adds, so its methods are public and take objects.
///
/// A server that is not as expected must not fail because of the agent: the gate then reports the
/// reason once, and stays open.
public final class RequestGate {
    private static final String NO_SERVER =
            "no class of Tomcat, Jetty or Undertow is loaded yet: nothing is limited";

    private static final String TOMCAT_SERVER = RequestMethod.TOMCAT_REQUEST.server();
    private static final String JETTY_SERVER = RequestMethod.JETTY_REQUEST.server();
    private static final String UNDERTOW_SERVER = RequestMethod.UNDERTOW_REQUEST.server();

    /// The methods that ask the gate; also the lock of the reasons and of the limited servers.
    private static final Set<RequestMethod> CHANGED = EnumSet.noneOf(RequestMethod.class);

    /// Why requests are not limited.
    private static final Set<String> REASONS = new LinkedHashSet<>();

    private static volatile Set<String> limitedServers = Set.of();

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
        synchronized (CHANGED) {
            CHANGED.clear();
            REASONS.clear();
            limitedServers = Set.of();
            gate = new Gate(limit, settings);
        }
    }

    /// Which requests are limited, and why others are not.
    static String state() {
        synchronized (CHANGED) {
            var states = new ArrayList<String>();
            limitedServers.stream().sorted().map(RequestGate::limited).forEach(states::add);
            states.addAll(REASONS);
            if (states.isEmpty() && !CHANGED.isEmpty()) {
                states.add(limited(CHANGED.iterator().next().server()) + " from the first one on");
            }
            return states.isEmpty() ? NO_SERVER : String.join("; ", states);
        }
    }

    /// Records that a method asks the gate. The requests of its server are limited once all of its
    /// methods do: a permit whose end is not seen would be held for ever.
    static void changed(RequestMethod method) {
        var server = method.server();
        String note;
        synchronized (CHANGED) {
            CHANGED.add(method);
            boolean complete =
                    Arrays.stream(RequestMethod.values())
                            .filter(each -> each.server().equals(server))
                            .allMatch(CHANGED::contains);
            var open = gate;
            if (open == null || !complete || limitedServers.contains(server)) {
                return;
            }
            limitedServers = with(limitedServers, server);
            note = open.settings().note();
        }
        print(limited(server) + note);
    }

    private static Set<String> with(Set<String> servers, String server) {
        return Set.copyOf(Stream.concat(servers.stream(), Stream.of(server)).toList());
    }

    private static String limited(String server) {
        return "the requests of " + server + " are limited";
    }

    /// Records why requests are not limited.
    static void doesNotLimit(String reason) {
        boolean isNew;
        synchronized (CHANGED) {
            isNew = REASONS.add(reason);
        }
        if (isNew) {
            print(reason);
        }
    }

    static void close() {
        synchronized (CHANGED) {
            gate = null;
            limitedServers = Set.of();
        }
    }

    /// @return whether the server may handle the request; otherwise it has its response
    public static boolean tomcatRequest(Object valve, Object request, Object response) {
        return passes(TOMCAT_SERVER, TOMCAT, request, response, valve);
    }

    /// @return true
    public static boolean tomcatEnd(Object request) {
        if (limitedServers.contains(TOMCAT_SERVER)) {
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
        return passes(JETTY_SERVER, JETTY, request, response, callback);
    }

    /// @return whether the server may handle the request; otherwise it has its response
    public static boolean undertowRequest(Object handler, Object exchange) {
        return passes(UNDERTOW_SERVER, UNDERTOW, exchange, exchange, handler);
    }

    private static boolean passes(
            String name,
            ClassValue<? extends ServerRequests> servers,
            Object request,
            Object response,
            Object callback) {
        var open = gate;
        if (open == null || !limitedServers.contains(name)) {
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
        if (server.hasPermit(request)
                || open.settings().excluded().contains(server.path(request))) {
            return true;
        }
        return switch (open.limit().tryAcquire()) {
            case Admission.Rejected rejected -> {
                server.reject(
                        request, response, callback, Long.toString(rejected.retryAfterSeconds()));
                yield false;
            }
            case Admission.Permit permit -> {
                server.keep(request, response, permit);
                permit.yieldToWaitingRequests();
                yield true;
            }
        };
    }

    private static void stop(Throwable reason) {
        close();
        doesNotLimit("requests are not limited any more: " + reason);
    }

    private static void print(String state) {
        System.err.println("governor: " + state);
    }
}
