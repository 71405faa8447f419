package dev.loombench.governor.servlet;

import dev.loombench.governor.admission.Admission;
import dev.loombench.governor.admission.AdmissionLimit;
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

/// Answers 503 with `Retry-After` at once when the limit is reached. An asynchronous request is in
/// flight until it completes, and passes freely when it is dispatched anew. On virtual threads a
/// request that is let in yields once, so that those who wait for a carrier come to the limit too.
///
/// In Spring Boot 3 and 4 a bean of this type is all it takes:
///
/// ```java
/// @Bean
/// AdmissionFilter admission() {
///     return new AdmissionFilter(AdmissionLimit.adaptive(), request -> Priority.NORMAL);
/// }
/// ```
public final class AdmissionFilter implements Filter {
    private final AdmissionLimit limit;
    private final Function<HttpServletRequest, Priority> priority;

    /// With an adaptive limit and one priority: for `web.xml` and annotations. Both have to say
    /// that it supports asynchronous requests, or none behind it can be one.
    public AdmissionFilter() {
        this(AdmissionLimit.adaptive(), request -> Priority.NORMAL);
    }

    public AdmissionFilter(AdmissionLimit limit, Function<HttpServletRequest, Priority> priority) {
        this.limit = limit;
        this.priority = priority;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request.getDispatcherType() != DispatcherType.REQUEST) {
            chain.doFilter(request, response); // it was let in when it came
            return;
        }
        var wanted =
                request instanceof HttpServletRequest http ? priority.apply(http) : Priority.NORMAL;
        switch (limit.tryAcquire(wanted)) {
            case Admission.Rejected rejected -> refuse(response, rejected);
            case Admission.Permit permit -> pass(permit, request, response, chain);
        }
    }

    private static void refuse(ServletResponse response, Admission.Rejected rejected)
            throws IOException {
        if (response instanceof HttpServletResponse http) {
            long seconds = Math.max(1, rejected.retryAfter().plusMillis(999).toSeconds());
            http.setHeader("Retry-After", Long.toString(seconds));
            http.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
        }
    }

    private static void pass(
            Admission.Permit permit,
            ServletRequest request,
            ServletResponse response,
            FilterChain chain)
            throws IOException, ServletException {
        boolean later = false;
        boolean well = false;
        try {
            stepBack();
            chain.doFilter(request, response);
            later = request.isAsyncStarted();
            if (later) {
                request.getAsyncContext().addListener(new EndWithRequest(permit, response));
            }
            well = true;
        } catch (IllegalStateException completedMeanwhile) {
            if (!later) {
                throw completedMeanwhile;
            }
            later = false;
            well = true;
        } finally {
            if (!later) {
                end(permit, well, response);
            }
        }
    }

    /// How soon a request failed is no time that a request takes: it teaches the limit nothing.
    private static void end(Admission.Permit permit, boolean well, ServletResponse response) {
        if (well && !(response instanceof HttpServletResponse http && http.getStatus() >= 500)) {
            permit.close();
        } else {
            permit.ignore();
        }
    }

    /// A virtual thread that computes keeps its carrier, and those who wait for one stand before
    /// this filter, where no limit sees them. So who is let in goes once behind them: they are
    /// counted or refused before its work begins, and its wait is time that the limit learns from.
    @SuppressWarnings("ThreadPriorityCheck") // a better order is all that is hoped for
    private static void stepBack() {
        if (Thread.currentThread().isVirtual()) {
            Thread.yield();
        }
    }

    /// Whichever comes first; the permit counts once.
    private record EndWithRequest(Admission.Permit permit, ServletResponse response)
            implements AsyncListener {
        @Override
        public void onComplete(AsyncEvent event) {
            end(permit, true, response);
        }

        /// It took as long as that: the limit learns from it.
        @Override
        public void onTimeout(AsyncEvent event) {
            permit.close();
        }

        @Override
        public void onError(AsyncEvent event) {
            permit.ignore();
        }

        /// Listeners are forgotten when a request starts anew asynchronously.
        @Override
        public void onStartAsync(AsyncEvent event) {
            event.getAsyncContext().addListener(this);
        }
    }
}
