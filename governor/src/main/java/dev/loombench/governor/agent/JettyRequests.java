package dev.loombench.governor.agent;

import dev.loombench.governor.admission.Admission;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The requests of Jetty 12. A request passes the gate once.
final class JettyRequests implements ServerRequests {
    private final PublicMethod uri;
    private final PublicMethod path;
    private final PublicMethod addCompletionListener;
    private final PublicMethod getStatus;
    private final PublicMethod setStatus;
    private final PublicMethod getHeaders;
    private final PublicMethod put;
    private final PublicMethod succeeded;

    /// @param implementation a class that implements `org.eclipse.jetty.server.Request`
    JettyRequests(Class<?> implementation) {
        var request = PublicMethod.type(implementation, "org.eclipse.jetty.server.Request");
        var response = PublicMethod.type(implementation, "org.eclipse.jetty.server.Response");
        var callback = PublicMethod.type(implementation, "org.eclipse.jetty.util.Callback");
        uri = PublicMethod.of(request, "getHttpURI");
        path = PublicMethod.of(uri.method().getReturnType(), "getPath");
        addCompletionListener =
                PublicMethod.of(request, "addCompletionListener", request, Consumer.class);
        getStatus = PublicMethod.of(response, "getStatus");
        setStatus = PublicMethod.of(response, "setStatus", int.class);
        getHeaders = PublicMethod.of(response, "getHeaders");
        put =
                PublicMethod.of(
                        getHeaders.method().getReturnType(), "put", String.class, String.class);
        succeeded = PublicMethod.of(callback, "succeeded");
    }

    @Override
    public String path(Object request) {
        return path.callText(uri.call(request));
    }

    @Override
    public boolean hasPermit(Object request) {
        return false;
    }

    @Override
    public void keep(Object request, Object response, Admission.Permit permit) {
        Consumer<@Nullable Throwable> end =
                failure ->
                        ServerRequests.release(
                                permit, () -> failure == null ? getStatus.callInt(response) : 500);
        addCompletionListener.call(null, request, end);
    }

    @Override
    public void reject(Object request, Object response, Object callback, String retryAfterSeconds) {
        setStatus.call(response, 503);
        put.call(getHeaders.call(response), "Retry-After", retryAfterSeconds);
        succeeded.call(callback);
    }
}
