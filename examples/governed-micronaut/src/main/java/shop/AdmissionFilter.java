package shop;

import dev.loombench.governor.admission.Admission;
import dev.loombench.governor.admission.AdmissionLimit;
import io.micronaut.context.annotation.Requires;
import io.micronaut.context.event.ApplicationEventListener;
import io.micronaut.core.annotation.Nullable;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.annotation.RequestFilter;
import io.micronaut.http.annotation.ResponseFilter;
import io.micronaut.http.annotation.ServerFilter;
import io.micronaut.http.context.event.HttpRequestTerminatedEvent;

/** Limits the requests in flight; above the limit they get 503 with Retry-After at once. */
@ServerFilter("/**")
@Requires(property = "loombench.admission.enabled", value = "true")
public class AdmissionFilter implements ApplicationEventListener<HttpRequestTerminatedEvent> {
    private static final String PERMIT = "loombench.permit";

    /** A rejected check of health would end a service that only has much to do. */
    private static final String HEALTH = "/health";

    private final AdmissionLimit limit = AdmissionLimit.adaptive();

    @RequestFilter
    @Nullable
    HttpResponse<?> admit(HttpRequest<?> request) {
        boolean admitted = request.getAttribute(PERMIT).isPresent(); // filters run again for errors
        if (admitted || request.getPath().startsWith(HEALTH)) {
            return null;
        }
        return switch (limit.tryAcquire()) {
            case Admission.Rejected rejected ->
                    HttpResponse.status(HttpStatus.SERVICE_UNAVAILABLE)
                            .header("Retry-After", Long.toString(rejected.retryAfterSeconds()));
            case Admission.Permit permit -> {
                request.setAttribute(PERMIT, permit);
                yield null;
            }
        };
    }

    /** Failed requests are ignored, because an early failure is no response time. */
    @ResponseFilter
    void complete(HttpRequest<?> request, MutableHttpResponse<?> response) {
        request.getAttribute(PERMIT, Admission.Permit.class)
                .ifPresent(permit -> release(permit, response.code()));
    }

    /**
     * A request without a response keeps no slot once its connection has ended: Micronaut sends none
     * where a route throws that a connection was reset, because it takes that for the client's.
     */
    @Override
    public void onApplicationEvent(HttpRequestTerminatedEvent end) {
        end.getSource()
                .getAttribute(PERMIT, Admission.Permit.class)
                .ifPresent(Admission.Permit::ignore); // has no effect on one that is released
    }

    private static void release(Admission.Permit permit, int status) {
        if (status < 500) {
            permit.close();
        } else {
            permit.ignore();
        }
    }
}
