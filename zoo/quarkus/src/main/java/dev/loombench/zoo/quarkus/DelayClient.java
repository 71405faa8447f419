package dev.loombench.zoo.quarkus;

import dev.loombench.zoo.work.WorkItem;
import dev.loombench.zoo.work.WorkResponse;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import java.net.URI;

/// The server behind `/downstream`, called without a thread that waits.
final class DelayClient {
    /// Vert.x's default of 5 would queue every call beyond.
    private static final int MOST_CONNECTIONS = 20_000;

    private final HttpClient client;
    private final String host;
    private final int port;

    DelayClient(Vertx vertx, URI base) {
        client =
                vertx.createHttpClient(
                        new HttpClientOptions(),
                        new PoolOptions().setHttp1MaxSize(MOST_CONNECTIONS));
        host = base.getHost();
        port = base.getPort() < 0 ? 80 : base.getPort();
    }

    /// The delay service's own answer; 502 when it gave none that is good.
    Future<WorkResponse> call(WorkItem.Downstream task) {
        return client.request(HttpMethod.GET, port, host, "/sleep?ms=" + task.millis())
                .compose(HttpClientRequest::send)
                .compose(DelayClient::answer)
                .otherwise(
                        failure -> new WorkResponse(502, "the delay service failed: " + failure));
    }

    private static Future<WorkResponse> answer(HttpClientResponse response) {
        int status = response.statusCode();
        return response.body()
                .map(body ->
                        status == 200
                                ? WorkResponse.ok(body.toString())
                                : new WorkResponse(
                                        502,
                                        "the delay service said " + status + " where 200 was due"));
    }
}
