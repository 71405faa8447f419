package dev.loombench.zoo.springwebflux;

import dev.loombench.zoo.work.WorkItem;
import dev.loombench.zoo.work.WorkResponse;
import java.net.URI;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/// An asynchronous client of the delay service: no thread waits for a response.
final class DelayClient {
    /// Reactor Netty's default of 500 would queue further calls, and reject them beyond 1000
    /// queued.
    private static final int MAX_CONNECTIONS = 20_000;

    private final WebClient client;

    DelayClient(URI base) {
        var connections =
                ConnectionProvider.builder("delay").maxConnections(MAX_CONNECTIONS).build();
        client =
                WebClient.builder()
                        .baseUrl(base.toString())
                        .clientConnector(
                                new ReactorClientHttpConnector(HttpClient.create(connections)))
                        .build();
    }

    /// Returns the delay service's response; 502 if the call fails.
    Mono<WorkResponse> call(WorkItem.Downstream item) {
        return client.get()
                .uri("/sleep?ms=" + item.millis())
                .exchangeToMono(DelayClient::read)
                .onErrorResume(failure ->
                        Mono.just(new WorkResponse(502, "the delay service failed: " + failure)));
    }

    private static Mono<WorkResponse> read(ClientResponse response) {
        int status = response.statusCode().value();
        return response.bodyToMono(String.class)
                .defaultIfEmpty("")
                .map(body ->
                        status == 200
                                ? WorkResponse.ok(body)
                                : new WorkResponse(
                                        502,
                                        "the delay service responded "
                                                + status
                                                + ", expected 200"));
    }
}
