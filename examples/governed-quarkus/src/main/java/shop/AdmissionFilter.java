package shop;

import dev.loombench.governor.admission.Admission;
import dev.loombench.governor.admission.AdmissionLimit;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.Provider;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Limits the requests in flight; above the limit they get 503 with Retry-After at once. */
@Provider
public class AdmissionFilter implements ContainerRequestFilter {
    private final AdmissionLimit limit = AdmissionLimit.adaptive();

    @ConfigProperty(name = "loombench.admission.enabled", defaultValue = "false")
    boolean enabled;

    @Inject
    RoutingContext http;

    @Override
    public void filter(ContainerRequestContext request) {
        if (!enabled) {
            return;
        }
        switch (limit.tryAcquire()) {
            case Admission.Rejected rejected ->
                    request.abortWith(
                            Response.status(503)
                                    .header("Retry-After", rejected.retryAfterSeconds())
                                    .build());
            case Admission.Permit permit -> {
                releaseAtEnd(permit);
                permit.yieldToWaitingRequests(); // they are counted first
            }
        }
    }

    /**
     * A ContainerResponseFilter would not see an exception without a mapper, and keep its permit.
     * Of a connection that was closed before, there is no end to be told of.
     */
    private void releaseAtEnd(Admission.Permit permit) {
        var response = http.response();
        http.addEndHandler(end -> {
            if (end.succeeded() && response.getStatusCode() < 500) {
                permit.close();
            } else {
                permit.ignore(); // an early failure is no response time
            }
        });
        if (response.closed()) {
            permit.ignore();
        }
    }
}
