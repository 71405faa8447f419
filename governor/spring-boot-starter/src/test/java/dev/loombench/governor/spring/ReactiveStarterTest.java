package dev.loombench.governor.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.governor.admission.Admission;
import dev.loombench.governor.admission.AdmissionLimit;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/// A service of Spring WebFlux with the starter, over HTTP on loopback.
class ReactiveStarterTest {

    /// A service whose `/held` responds once it is released.
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @RestController
    static class Service {
        final CompletableFuture<String> release = new CompletableFuture<>();
        final Semaphore arrived = new Semaphore(0);

        @GetMapping("/hello")
        String hello() {
            return "hello";
        }

        /// At least 3 ms, which a response time is told by.
        @GetMapping("/missing")
        String missing() throws InterruptedException {
            Thread.sleep(3);
            throw new ResponseStatusException(HttpStatus.NOT_FOUND);
        }

        @GetMapping("/broken")
        String broken() throws InterruptedException {
            Thread.sleep(3);
            throw new IllegalStateException("broken on purpose");
        }

        @GetMapping("/held")
        CompletableFuture<String> held() {
            arrived.release();
            return release;
        }
    }

    private static ConfigurableApplicationContext start() {
        return new SpringApplicationBuilder(Service.class)
                .properties(
                        "spring.main.web-application-type=reactive",
                        "server.port=0",
                        "server.address=127.0.0.1",
                        "spring.main.banner-mode=off",
                        "logging.level.root=warn",
                        "loombench.admission.enabled=true",
                        "loombench.admission.fixed=1")
                .run();
    }

    private static CompletableFuture<HttpResponse<String>> get(
            HttpClient client, ConfigurableApplicationContext context, String path) {
        var port = context.getEnvironment().getRequiredProperty("local.server.port");
        var uri = URI.create("http://127.0.0.1:%s%s".formatted(port, path));
        return client.sendAsync(
                HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void a_request_above_the_limit_gets_503_until_the_one_in_flight_is_complete() throws Exception {
        try (var client = HttpClient.newHttpClient();
                var context = start()) {
            var service = context.getBean(Service.class);
            var limit = context.getBean(AdmissionLimit.class);
            var held = get(client, context, "/held");
            service.arrived.acquire();
            var rejected = get(client, context, "/hello").join();
            assertThat(rejected.statusCode()).isEqualTo(503);
            assertThat(rejected.headers().firstValueAsLong("Retry-After")).hasValue(1);
            assertThat(get(client, context, "/actuator/health").join().statusCode()).isEqualTo(200);
            service.release.complete("released");
            assertThat(held.join().body()).isEqualTo("released");
            awaitEnd(limit);
            assertThat(get(client, context, "/hello").join().body()).isEqualTo("hello");
        }
    }

    /// As in a service with servlets, where the first one is a response like any other. A rejection
    /// has the response time, or the shortest time without one.
    @Test
    void a_missing_page_has_a_response_time_and_a_failure_has_none() throws Exception {
        try (var client = HttpClient.newHttpClient();
                var context = start()) {
            var limit = context.getBean(AdmissionLimit.class);
            assertThat(get(client, context, "/broken").join().statusCode()).isEqualTo(500);
            awaitEnd(limit);
            assertThat(retryAfter(limit)).isEqualTo(Duration.ofMillis(1));
            assertThat(get(client, context, "/missing").join().statusCode()).isEqualTo(404);
            awaitEnd(limit);
            for (int i = 0; i < 10_000 && retryAfter(limit).toMillis() < 3; i++) {
                Thread.sleep(1); // the slot is released before the time is recorded
            }
            assertThat(retryAfter(limit)).isGreaterThanOrEqualTo(Duration.ofMillis(3));
        }
    }

    /// A slot is released after the response has left.
    private static void awaitEnd(AdmissionLimit limit) throws InterruptedException {
        while (limit.inFlight() > 0) {
            Thread.sleep(1);
        }
    }

    private static Duration retryAfter(AdmissionLimit limit) {
        var permit = (Admission.Permit) limit.tryAcquire();
        try {
            return ((Admission.Rejected) limit.tryAcquire()).retryAfter();
        } finally {
            permit.ignore();
        }
    }
}
