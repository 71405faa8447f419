package shop;

import dev.loombench.governor.admission.Admission;
import dev.loombench.governor.admission.AdmissionLimit;
import io.micronaut.context.annotation.Requires;
import io.micronaut.core.annotation.Nullable;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.annotation.RequestFilter;
import io.micronaut.http.annotation.ResponseFilter;
import io.micronaut.http.annotation.ServerFilter;

/** Limits the requests in flight; above the limit they get 503 with Retry-After at once. */
@ServerFilter("/**")
@Requires(property = "loombench.admission.enabled", value = "true")
public class AdmissionFilter {
    private static final String PERMIT = "loombench.permit";

    /** A rejected check of health would end a service that only has much to do. */
    private static final String HEALTH = "/health";

    private final AdmissionLimit limit = AdmissionLimit.adaptive();

    @RequestFilter
    @Nullable
    HttpResponse<?> admit(HttpRequest<?> request) {
        if (request.getPath().startsWith(HEALTH)) {
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

    private static void release(Admission.Permit permit, int status) {
        if (status < 500) {
            permit.close();
        } else {
            permit.ignore();
        }
    }
}
