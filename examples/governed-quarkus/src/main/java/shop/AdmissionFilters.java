package shop;

import dev.loombench.governor.admission.Admission;
import dev.loombench.governor.admission.AdmissionLimit;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.Provider;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Limits the requests in flight; above the limit they get 503 with Retry-After at once. */
@Provider
public class AdmissionFilters implements ContainerRequestFilter, ContainerResponseFilter {
    private static final String PERMIT = "loombench.permit";

    private final AdmissionLimit limit = AdmissionLimit.adaptive();

    @ConfigProperty(name = "loombench.admission.enabled", defaultValue = "false")
    boolean enabled;

    @Override
    public void filter(ContainerRequestContext request) {
        if (!enabled) {
            return;
        }
        switch (limit.tryAcquire()) {
            case Admission.Rejected(var retryAfter) ->
                    request.abortWith(
                            Response.status(503)
                                    .header("Retry-After", Math.max(1, retryAfter.toSeconds()))
                                    .build());
            case Admission.Permit permit -> {
                request.setProperty(PERMIT, permit);
                if (Thread.currentThread().isVirtual()) {
                    Thread.yield(); // requests that wait for a carrier are counted first
                }
            }
        }
    }

    /** Failed requests are ignored, because an early failure is no response time. */
    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        if (request.getProperty(PERMIT) instanceof Admission.Permit permit) {
            if (response.getStatus() < 500) {
                permit.close();
            } else {
                permit.ignore();
            }
        }
    }
}
