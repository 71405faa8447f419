package dev.loombench.governor.servlet;

import dev.loombench.governor.admission.Admission;
import dev.loombench.governor.admission.AdmissionLimit;
import dev.loombench.governor.admission.Partitions;
import dev.loombench.governor.admission.Priority;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A filter that responds with 503 and `Retry-After` at once when the limit is reached. An
/// asynchronous request is in flight until it completes, and its later dispatches are not limited
/// again. It limits all that is mapped to it, checks of health too. On virtual threads an admitted
/// request yields once, so that requests that wait for a carrier reach the limit too.
///
/// In Spring Boot 3 and 4 a bean of this type is enough:
///
/// ```java
/// @Bean
/// AdmissionFilter admission() {
///     return new AdmissionFilter(AdmissionLimit.adaptive());
/// }
/// ```
public final class AdmissionFilter implements Filter {
    private final AdmissionLimit limit;
    private final Function<ServletRequest, Admission> admission;

    /// Creates a filter with an adaptive limit and one priority, for `web.xml` and annotations.
    /// Both must declare support for asynchronous requests if a servlet behind it uses them.
    public AdmissionFilter() {
        this(AdmissionLimit.adaptive());
    }

    /// Creates a filter with one priority.
    public AdmissionFilter(AdmissionLimit limit) {
        this(limit, request -> Priority.NORMAL);
    }

    public AdmissionFilter(AdmissionLimit limit, Function<HttpServletRequest, Priority> priority) {
        this.limit = limit;
        this.admission =
                request ->
                        limit.tryAcquire(
                                request instanceof HttpServletRequest http
                                        ? priority.apply(http)
                                        : Priority.NORMAL);
    }

    /// Creates a filter with partitions, for example by a header that names the client.
    ///
    /// @param partition name of a request's partition; null for none
    public AdmissionFilter(
            Partitions partitions,
            Function<HttpServletRequest, @Nullable String> partition,
            Function<HttpServletRequest, Priority> priority) {
        this.limit = partitions.limit();
        this.admission =
                request ->
                        request instanceof HttpServletRequest http
                                ? partitions.tryAcquire(partition.apply(http), priority.apply(http))
                                : partitions.tryAcquire(null, Priority.NORMAL);
    }

    /// The limit of the requests that pass this filter.
    public AdmissionLimit limit() {
        return limit;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request.getDispatcherType() != DispatcherType.REQUEST) {
            chain.doFilter(request, response); // already admitted
            return;
        }
        switch (admission.apply(request)) {
            case Admission.Rejected rejected -> reject(response, rejected);
            case Admission.Permit permit -> admit(permit, request, response, chain);
        }
    }

    /// Sets the status only: an error page would cost more than a rejection may, and may need a
    /// login that the request has not come to.
    private static void reject(ServletResponse response, Admission.Rejected rejected) {
        if (response instanceof HttpServletResponse http) {
            http.setHeader("Retry-After", Long.toString(rejected.retryAfterSeconds()));
            http.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
            http.setContentLength(0);
        }
    }

    private static void admit(
            Admission.Permit permit,
            ServletRequest request,
            ServletResponse response,
            FilterChain chain)
            throws IOException, ServletException {
        boolean async = false;
        boolean succeeded = false;
        try {
            permit.yieldToWaitingRequests();
            chain.doFilter(request, response);
            async = request.isAsyncStarted() && releasesAtEnd(permit, request, response);
            succeeded = true;
        } finally {
            if (!async) {
                release(permit, succeeded, response);
            }
        }
    }

    /// @return whether the end of the asynchronous request will release the permit
    private static boolean releasesAtEnd(
            Admission.Permit permit, ServletRequest request, ServletResponse response) {
        try {
            request.getAsyncContext().addListener(new PermitRelease(permit, response));
            return true;
        } catch (IllegalStateException alreadyCompleted) {
            return false;
        }
    }

    /// Failed requests are ignored, because an early failure is no response time.
    private static void release(
            Admission.Permit permit, boolean succeeded, ServletResponse response) {
        if (succeeded
                && !(response instanceof HttpServletResponse http && http.getStatus() >= 500)) {
            permit.close();
        } else {
            permit.ignore();
        }
    }

    /// Releases the permit at the first of these events.
    private record PermitRelease(Admission.Permit permit, ServletResponse response)
            implements AsyncListener {
        @Override
        public void onComplete(AsyncEvent event) {
            release(permit, true, response);
        }

        /// The request took at least this long, so the limit uses its time.
        @Override
        public void onTimeout(AsyncEvent event) {
            permit.close();
        }

        @Override
        public void onError(AsyncEvent event) {
            permit.ignore();
        }

        /// Listeners are removed when a request starts asynchronous processing again.
        @Override
        public void onStartAsync(AsyncEvent event) {
            event.getAsyncContext().addListener(this);
        }
    }
}
