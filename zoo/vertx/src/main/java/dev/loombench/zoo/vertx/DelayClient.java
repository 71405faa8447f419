package dev.loombench.zoo.vertx;

import dev.loombench.zoo.work.WorkItem;
import dev.loombench.zoo.work.WorkResponse;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import java.net.URI;

/// An asynchronous client of the delay service: no thread waits for a response.
final class DelayClient {
    /// Vert.x's default of 5 would queue further calls.
    private static final int MAX_CONNECTIONS = 20_000;

    private final HttpClient client;
    private final String host;
    private final int port;

    DelayClient(Vertx vertx, URI base) {
        client = vertx.createHttpClient(new PoolOptions().setHttp1MaxSize(MAX_CONNECTIONS));
        host = base.getHost();
        port = base.getPort() < 0 ? 80 : base.getPort();
    }

    /// Returns the delay service's response; 502 if the call fails.
    Future<WorkResponse> call(WorkItem.Downstream item) {
        return client.request(HttpMethod.GET, port, host, "/sleep?ms=" + item.millis())
                .compose(HttpClientRequest::send)
                .compose(DelayClient::read)
                .otherwise(
                        failure -> new WorkResponse(502, "the delay service failed: " + failure));
    }

    private static Future<WorkResponse> read(HttpClientResponse response) {
        int status = response.statusCode();
        return response.body()
                .map(body ->
                        status == 200
                                ? WorkResponse.ok(body.toString())
                                : new WorkResponse(
                                        502,
                                        "the delay service responded "
                                                + status
                                                + ", expected 200"));
    }
}
