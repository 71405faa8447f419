package dev.loombench.zoo.vertx;

import dev.loombench.zoo.work.Echo;
import dev.loombench.zoo.work.EventStream;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.ServerWebSocket;
import java.util.concurrent.Executor;

/// Streams of events and the echo over WebSocket, before a handler of other requests.
final class StreamHandlers {
    private StreamHandlers() {}

    /// Waits that many ms, on a thread of its own or by a timer.
    interface Wait {
        Future<Void> millis(int millis);
    }

    /// On the event loop, by timers. The shortest timer is 1 ms.
    static Wait timers(Vertx vertx) {
        return millis -> {
            if (millis > 0) {
                return vertx.timer(millis).mapEmpty();
            }
            var next = Promise.<Void>promise(); // completed later: a stream must not recurse
            vertx.runOnContext(ignored -> next.complete());
            return next.future();
        };
    }

    /// On a thread of the executor for each wait.
    static Wait threads(Executor executor) {
        return millis -> {
            var waited = Promise.<Void>promise();
            executor.execute(() -> {
                try {
                    Thread.sleep(millis);
                    waited.complete();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    waited.fail(e);
                }
            });
            return waited.future();
        };
    }

    /// Handles streams of events, and passes other requests on.
    static Handler<HttpServerRequest> events(Wait wait, Handler<HttpServerRequest> others) {
        return request -> {
            var stream = EventStream.of(request.path(), request.query());
            if (stream.isEmpty()) {
                others.handle(request);
                return;
            }
            var response = request.response().setChunked(true);
            response.putHeader(HttpHeaders.CONTENT_TYPE, EventStream.CONTENT_TYPE);
            next(stream.get(), 0, response, wait);
        };
    }

    private static void next(
            EventStream stream, int sent, HttpServerResponse response, Wait wait) {
        if (!stream.hasNext(sent)) {
            response.end();
            return;
        }
        wait.millis(stream.millis())
                .compose(done -> response.write(EventStream.event(sent + 1)))
                .onSuccess(done -> next(stream, sent + 1, response, wait))
                .onFailure(gone -> response.reset());
    }

    /// The echo, after the wait that the handshake asked for.
    static Handler<ServerWebSocket> echo(Wait wait) {
        return socket -> {
            if (!Echo.PATH.equals(socket.path())) {
                socket.close();
                return;
            }
            var echo = Echo.of(socket.query());
            socket.textMessageHandler(text ->
                    wait.millis(echo.millis()).compose(done -> socket.writeTextMessage(text)));
        };
    }
}
