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

/// The server behind `/downstream`, called without a thread that waits.
final class DelayClient {
    /// Reactor Netty's default of 500 would queue every call beyond, and refuse it beyond 1000 in
    /// the queue.
    private static final int MOST_CONNECTIONS = 20_000;

    private final WebClient client;

    DelayClient(URI base) {
        var connections =
                ConnectionProvider.builder("delay").maxConnections(MOST_CONNECTIONS).build();
        client =
                WebClient.builder()
                        .baseUrl(base.toString())
                        .clientConnector(
                                new ReactorClientHttpConnector(HttpClient.create(connections)))
                        .build();
    }

    /// The delay service's own answer; 502 when it gave none that is good.
    Mono<WorkResponse> call(WorkItem.Downstream task) {
        return client.get()
                .uri("/sleep?ms=" + task.millis())
                .exchangeToMono(DelayClient::answer)
                .onErrorResume(failure ->
                        Mono.just(new WorkResponse(502, "the delay service failed: " + failure)));
    }

    private static Mono<WorkResponse> answer(ClientResponse response) {
        int status = response.statusCode().value();
        return response.bodyToMono(String.class)
                .defaultIfEmpty("")
                .map(body ->
                        status == 200
                                ? WorkResponse.ok(body)
                                : new WorkResponse(
                                        502,
                                        "the delay service said " + status + " where 200 was due"));
    }
}
