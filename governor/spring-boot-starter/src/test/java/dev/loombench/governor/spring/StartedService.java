package dev.loombench.governor.spring;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/// A service with the starter, which ends with its test.
abstract class StartedService {
    private final HttpClient client = HttpClient.newHttpClient();
    final List<ConfigurableApplicationContext> started = new ArrayList<>();

    /// A service whose `/held` responds once it is released.
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @RestController
    static class Service {
        final CountDownLatch release = new CountDownLatch(1);
        final Semaphore arrived = new Semaphore(0);

        @GetMapping("/hello")
        String hello() {
            return "hello";
        }

        @GetMapping("/held")
        String held() throws InterruptedException {
            arrived.release();
            release.await();
            return "released";
        }
    }

    @AfterEach
    void stop() {
        for (var context : started) {
            context.getBean(Service.class).release.countDown();
            context.close();
        }
        client.close();
    }

    ConfigurableApplicationContext start(List<Class<?>> more, String... properties) {
        var sources = new ArrayList<Class<?>>(more);
        sources.add(Service.class);
        var all = new ArrayList<>(List.of(properties));
        all.add("server.port=0");
        all.add("server.address=127.0.0.1");
        all.add("spring.main.banner-mode=off");
        all.add("logging.level.root=warn");
        all.add("management.endpoint.health.show-details=always");
        all.add("management.endpoints.web.exposure.include=health,metrics,governor");
        var context =
                new SpringApplicationBuilder(sources.toArray(new Class<?>[0]))
                        .properties(all.toArray(new String[0]))
                        .run();
        started.add(context);
        return context;
    }

    /// What is logged meanwhile, from warnings on.
    static String logged(Runnable code) {
        var out = System.out;
        var bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            code.run();
        } finally {
            System.setOut(out);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    CompletableFuture<HttpResponse<String>> get(
            ConfigurableApplicationContext context, String path, String... headers) {
        var uri =
                "http://127.0.0.1:%s%s"
                        .formatted(
                                context.getEnvironment().getRequiredProperty("local.server.port"),
                                path);
        var request = HttpRequest.newBuilder(URI.create(uri));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
