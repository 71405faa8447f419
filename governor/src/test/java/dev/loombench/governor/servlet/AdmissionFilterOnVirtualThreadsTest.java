package dev.loombench.governor.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.governor.admission.AdmissionLimit;
import dev.loombench.governor.admission.Limit;
import dev.loombench.governor.admission.Priority;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.lang.reflect.Proxy;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AdmissionFilterOnVirtualThreadsTest {
    private static final long WORK_NANOS = 2_000_000;

    /// A virtual thread that computes never leaves its carrier. Without the yield, no more requests
    /// than carriers would be in flight, so that the limit, which is one higher, would never reject
    /// any.
    @Test
    void requests_that_wait_for_a_carrier_reach_the_limit_before_others_compute() {
        int carriers = Runtime.getRuntime().availableProcessors();
        int requests = 100 * carriers;
        var served = new AtomicInteger();
        var filter =
                new AdmissionFilter(
                        new AdmissionLimit(Limit.fixed(carriers + 1)),
                        request -> Priority.CRITICAL);
        FilterChain work =
                (request, response) -> {
                    compute();
                    served.incrementAndGet();
                };
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < requests; i++) {
                var _ =
                        threads.submit(() -> {
                            filter.doFilter(
                                    stub(ServletRequest.class), stub(ServletResponse.class), work);
                            return null;
                        });
            }
        }
        assertThat(served.get()).isBetween(1, requests - 1);
    }

    private static void compute() {
        long start = System.nanoTime();
        while (System.nanoTime() - start < WORK_NANOS) {
            Thread.onSpinWait();
        }
    }

    /// A request of the first dispatch that is not asynchronous; no other method is called.
    private static <T> T stub(Class<T> type) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (self, method, args) ->
                                method.getReturnType() == DispatcherType.class
                                        ? DispatcherType.REQUEST
                                        : false));
    }
}
