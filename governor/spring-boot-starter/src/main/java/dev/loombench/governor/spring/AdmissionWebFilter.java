package dev.loombench.governor.spring;

import dev.loombench.governor.admission.Admission;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.core.Ordered;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.ErrorResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;

/// The filter of WebFlux: responds with 503 and `Retry-After` at once when the limit is reached. A
/// request is in flight until its response is complete.
final class AdmissionWebFilter implements WebFilter, Ordered {
    private final RequestRules rules;
    private final int order;

    AdmissionWebFilter(RequestRules rules, int order) {
        this.rules = rules;
        this.order = order;
    }

    @Override
    public int getOrder() {
        return order;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        var request = exchange.getRequest();
        if (rules.excludes(request.getPath().pathWithinApplication().value())) {
            return chain.filter(exchange);
        }
        return switch (rules.tryAcquire(name -> request.getHeaders().getFirst(name))) {
            case Admission.Rejected rejected -> reject(exchange.getResponse(), rejected);
            case Admission.Permit permit -> admit(permit, exchange, chain);
        };
    }

    /// The status is read when the response begins: at its end, the server may have recycled it. An
    /// exception has no response yet.
    private static Mono<Void> admit(
            Admission.Permit permit, ServerWebExchange exchange, WebFilterChain chain) {
        var response = exchange.getResponse();
        var failed = new AtomicBoolean();
        response.beforeCommit(() -> Mono.fromRunnable(() -> failed.set(hasFailed(response))));
        return Mono.defer(() -> chain.filter(exchange))
                .doOnError(error -> failed.set(!isOfClient(error)))
                .doFinally(end -> release(permit, end != SignalType.CANCEL && !failed.get()));
    }

    /// Whether an exception stands for a response as 404, which is no failure of the service.
    private static boolean isOfClient(Throwable error) {
        return error instanceof ErrorResponse response
                && response.getStatusCode().is4xxClientError();
    }

    private static boolean hasFailed(ServerHttpResponse response) {
        var status = response.getStatusCode();
        return status != null && status.is5xxServerError();
    }

    private static Mono<Void> reject(ServerHttpResponse response, Admission.Rejected rejected) {
        response.getHeaders().set("Retry-After", Long.toString(rejected.retryAfterSeconds()));
        response.setStatusCode(HttpStatus.SERVICE_UNAVAILABLE);
        return response.setComplete();
    }

    /// Failed requests are ignored, because an early failure is no response time.
    private static void release(Admission.Permit permit, boolean succeeded) {
        if (succeeded) {
            permit.close();
        } else {
            permit.ignore();
        }
    }
}
