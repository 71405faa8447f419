package dev.loombench.governor.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.governor.admission.AdmissionLimit;
import dev.loombench.governor.admission.Limit;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// How the filter follows an asynchronous request, by the events of a container.
class AsyncRequestsTest {
    private final Counting counting = new Counting();
    private final AdmissionLimit limit = new AdmissionLimit(counting);
    private final AdmissionFilter filter = new AdmissionFilter(limit);
    private int status = 200;

    /// One request at a time, and the number of response times that it got.
    private static final class Counting implements Limit {
        private int samples;

        @Override
        public int limit() {
            return 1;
        }

        @Override
        public void onSample(long startNanos, long endNanos, int inFlight) {
            samples++;
        }

        @Override
        public long medianRttNanos() {
            return 0;
        }
    }

    /// The listeners of an asynchronous request, for which nothing else is called.
    private record Started(AsyncContext context, List<AsyncListener> listeners) {
        static Started create() {
            var listeners = new ArrayList<AsyncListener>();
            var context =
                    stub(
                            AsyncContext.class,
                            (self, method, arguments) ->
                                    switch (method.getName()) {
                                        case "addListener" ->
                                                listeners.add((AsyncListener) arguments[0]);
                                        case "getRequest" -> unused(ServletRequest.class);
                                        case "getResponse" -> unused(ServletResponse.class);
                                        default -> unexpected(method.getName());
                                    });
            return new Started(context, listeners);
        }

        AsyncListener listener() {
            assertThat(listeners).hasSize(1);
            return listeners.getFirst();
        }

        AsyncEvent event() {
            return new AsyncEvent(context);
        }
    }

    private static Object unexpected(String method) {
        throw new UnsupportedOperationException(method);
    }

    private static <T> T unused(Class<T> type) {
        return stub(type, (self, method, arguments) -> unexpected(method.getName()));
    }

    private static <T> T stub(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /// A request whose servlet has started asynchronous processing and returned.
    private Started started() throws Exception {
        var started = Started.create();
        var request =
                stub(
                        HttpServletRequest.class,
                        (self, method, arguments) ->
                                switch (method.getName()) {
                                    case "getDispatcherType" -> DispatcherType.REQUEST;
                                    case "isAsyncStarted" -> true;
                                    case "getAsyncContext" -> started.context();
                                    default -> unexpected(method.getName());
                                });
        var response =
                stub(
                        HttpServletResponse.class,
                        (self, method, arguments) ->
                                method.getName().equals("getStatus")
                                        ? status
                                        : unexpected(method.getName()));
        filter.doFilter(request, response, (passed, answer) -> {});
        assertThat(limit.inFlight()).isEqualTo(1);
        return started;
    }

    @Test
    void a_request_that_completes_has_a_response_time() throws Exception {
        var request = started();
        request.listener().onComplete(request.event());
        assertThat(limit.inFlight()).isZero();
        assertThat(counting.samples).isEqualTo(1);
    }

    @Test
    void a_request_that_fails_has_none() throws Exception {
        var failed = started();
        failed.listener().onError(failed.event());
        assertThat(limit.inFlight()).isZero();
        status = 500;
        var refused = started();
        refused.listener().onComplete(refused.event());
        assertThat(limit.inFlight()).isZero();
        assertThat(counting.samples).isZero();
    }

    /// The container completes a request after its timeout, when its slot may be another one's.
    @Test
    void a_slot_is_released_once() throws Exception {
        var late = started();
        late.listener().onTimeout(late.event());
        assertThat(limit.inFlight()).isZero();
        assertThat(counting.samples).as("it took at least as long").isEqualTo(1);
        var next = started();
        late.listener().onComplete(late.event());
        assertThat(limit.inFlight()).isEqualTo(1);
        next.listener().onComplete(next.event());
        assertThat(limit.inFlight()).isZero();
        assertThat(counting.samples).isEqualTo(2);
    }

    /// After a dispatch, whose own context has no listeners of the one before.
    @Test
    void a_request_that_starts_again_is_followed() throws Exception {
        var first = started();
        var again = Started.create();
        first.listener().onStartAsync(again.event());
        assertThat(limit.inFlight()).isEqualTo(1);
        again.listener().onComplete(again.event());
        assertThat(limit.inFlight()).isZero();
        assertThat(counting.samples).isEqualTo(1);
    }
}
