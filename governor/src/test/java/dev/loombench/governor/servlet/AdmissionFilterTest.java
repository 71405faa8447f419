package dev.loombench.governor.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.governor.Await;
import dev.loombench.governor.admission.AdmissionLimit;
import dev.loombench.governor.admission.Limit;
import dev.loombench.governor.admission.Priority;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.ErrorPage;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The filter in a real Tomcat, in front of a servlet whose path selects its behaviour.
class AdmissionFilterTest {
    private final Limit fixed = Limit.fixed(1);
    private final AdmissionLimit limit = new AdmissionLimit(fixed);
    private final Tomcat tomcat = new Tomcat();
    private final HttpClient client = HttpClient.newHttpClient();
    private final CountDownLatch release = new CountDownLatch(1);
    private final BlockingQueue<AsyncContext> started = new ArrayBlockingQueue<>(1);
    private final AtomicInteger errorPages = new AtomicInteger();

    @BeforeEach
    void start(@TempDir Path folder) throws LifecycleException {
        tomcat.setBaseDir(folder.toString());
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        var context = tomcat.addContext("", null);
        var servlet = Tomcat.addServlet(context, "work", new Work());
        servlet.setAsyncSupported(true);
        servlet.addMapping("/*");
        var filter = new FilterDef();
        filter.setFilterName("admission");
        filter.setFilter(new AdmissionFilter(limit, request -> Priority.CRITICAL));
        filter.setAsyncSupported("true");
        context.addFilterDef(filter);
        var everywhere = new FilterMap();
        everywhere.setFilterName("admission");
        everywhere.addURLPattern("/*");
        everywhere.setDispatcher("REQUEST");
        everywhere.setDispatcher("ASYNC");
        context.addFilterMap(everywhere);
        var unavailable = new ErrorPage();
        unavailable.setErrorCode(503);
        unavailable.setLocation("/error");
        context.addErrorPage(unavailable);
        tomcat.start();
    }

    @AfterEach
    void stop() throws LifecycleException {
        release.countDown();
        client.close();
        tomcat.stop();
        tomcat.destroy();
    }

    private final class Work extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            switch (request.getRequestURI()) {
                case "/held" -> hold();
                case "/async" -> started.add(request.startAsync());
                case "/error" -> errorPages.incrementAndGet();
                case "/broken" -> throw new IllegalStateException("broken on purpose");
                default -> response.setStatus(200);
            }
        }

        private void hold() {
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private CompletableFuture<HttpResponse<String>> get(String path) {
        var uri =
                URI.create(
                        "http://127.0.0.1:%d%s"
                                .formatted(tomcat.getConnector().getLocalPort(), path));
        return client.sendAsync(
                HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void a_request_above_the_limit_gets_503_and_retry_after_at_once() {
        var held = get("/held");
        Await.until("the request to be in flight", () -> limit.inFlight() == 1);
        var rejected = get("/hello").join();
        assertThat(rejected.statusCode()).isEqualTo(503);
        assertThat(rejected.headers().firstValueAsLong("Retry-After")).hasValue(1);
        assertThat(rejected.body()).isEmpty();
        assertThat(errorPages).as("a rejection is cheap").hasValue(0);
        assertThat(held).isNotDone();
        release.countDown();
        assertThat(held.join().statusCode()).isEqualTo(200);
        Await.until("the slot to be released", () -> limit.inFlight() == 0);
        assertThat(get("/hello").join().statusCode()).isEqualTo(200);
    }

    @Test
    void an_asynchronous_request_keeps_its_slot_until_it_completes() throws Exception {
        var response = get("/async");
        var context = started.take();
        assertThat(get("/hello").join().statusCode()).isEqualTo(503);
        assertThat(limit.inFlight()).isEqualTo(1);
        context.complete();
        assertThat(response.join().statusCode()).isEqualTo(200);
        Await.until("the slot to be released", () -> limit.inFlight() == 0);
    }

    /// The request holds the only slot.
    @Test
    void a_dispatched_asynchronous_request_needs_no_second_slot() throws Exception {
        var response = get("/async");
        started.take().dispatch("/hello");
        assertThat(response.join().statusCode()).isEqualTo(200);
        Await.until("the slot to be released", () -> limit.inFlight() == 0);
    }

    /// As when a class of the listener cannot be loaded.
    @Test
    void an_asynchronous_request_that_cannot_be_observed_keeps_no_slot() {
        var filter = new AdmissionFilter(limit);
        assertThat(filter.limit()).isSameAs(limit);
        var request =
                (ServletRequest)
                        Proxy.newProxyInstance(
                                ServletRequest.class.getClassLoader(),
                                new Class<?>[] {ServletRequest.class},
                                (self, method, args) ->
                                        switch (method.getName()) {
                                            case "getDispatcherType" -> DispatcherType.REQUEST;
                                            case "isAsyncStarted" -> true;
                                            default ->
                                                    throw new UnsupportedOperationException(
                                                            method.getName());
                                        });
        var response =
                (ServletResponse)
                        Proxy.newProxyInstance(
                                ServletResponse.class.getClassLoader(),
                                new Class<?>[] {ServletResponse.class},
                                (self, method, args) -> false);
        assertThatThrownBy(() -> filter.doFilter(request, response, (passed, answer) -> {}))
                .hasMessage("getAsyncContext");
        assertThat(limit.inFlight()).isZero();
    }

    @Test
    void a_handler_that_throws_releases_its_slot_without_a_sample() {
        for (int i = 0; i < 3; i++) {
            assertThat(get("/broken").join().statusCode()).isEqualTo(500);
            Await.until("the slot to be released", () -> limit.inFlight() == 0);
        }
        assertThat(fixed.medianRttNanos()).isZero();
        assertThat(get("/hello").join().statusCode()).isEqualTo(200);
        Await.until("a response time", () -> fixed.medianRttNanos() > 0);
    }
}
