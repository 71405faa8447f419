package dev.loombench.zoo.micronaut;

import dev.loombench.zoo.work.Options;
import dev.loombench.zoo.work.WorkItem;
import dev.loombench.zoo.work.WorkResponse;
import io.micronaut.context.BeanContext;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.client.HttpClient;
import io.micronaut.http.client.exceptions.HttpClientResponseException;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import reactor.core.publisher.Mono;

/// An asynchronous client of the delay service, if there is one: no thread waits for a response.
@Singleton
final class DelayClient {
    private final Optional<HttpClient> client;

    DelayClient(Options options, BeanContext context) {
        client = options.downstream().map(base -> context.createBean(HttpClient.class, base));
    }

    /// Returns the delay service's response; 502 if the call fails. Empty if there is no such
    /// service.
    Optional<CompletableFuture<WorkResponse>> call(WorkItem.Downstream item) {
        var request = HttpRequest.GET("/sleep?ms=" + item.millis());
        return client.map(service ->
                Mono.from(service.exchange(request, String.class))
                        .map(DelayClient::read)
                        .onErrorResume(failure -> Mono.just(failed(failure)))
                        .toFuture());
    }

    private static WorkResponse read(HttpResponse<String> response) {
        return response.code() == 200
                ? WorkResponse.ok(response.getBody().orElse(""))
                : unexpected(response.code());
    }

    private static WorkResponse failed(Throwable failure) {
        return failure instanceof HttpClientResponseException response
                ? unexpected(response.code())
                : new WorkResponse(502, "the delay service failed: " + failure);
    }

    private static WorkResponse unexpected(int status) {
        return new WorkResponse(502, "the delay service responded " + status + ", expected 200");
    }
}
