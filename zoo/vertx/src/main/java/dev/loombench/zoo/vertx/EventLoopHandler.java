package dev.loombench.zoo.vertx;

import dev.loombench.zoo.work.Work;
import dev.loombench.zoo.work.WorkItem;
import dev.loombench.zoo.work.WorkResponse;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.net.URI;
import java.util.Optional;

/// A handler that never blocks: waits are timers or asynchronous calls, and computing runs on the
/// event loop. Only `/lock`, `/native`, `/init` and `/file`, which block, run on a worker thread.
final class EventLoopHandler implements Handler<HttpServerRequest> {
    private final Vertx vertx;
    private final Work work;
    private final Optional<DelayClient> delayService;

    EventLoopHandler(Vertx vertx, Work work, Optional<URI> downstream) {
        this.vertx = vertx;
        this.work = work;
        this.delayService = downstream.map(base -> new DelayClient(vertx, base));
    }

    @Override
    public void handle(HttpServerRequest request) {
        var item = WorkItem.of(request.path(), request.query());
        long since = work.enter(item);
        begin(item)
                .otherwise(failure -> new WorkResponse(500, failure.toString()))
                .onSuccess(response -> {
                    work.leave(item, since);
                    VertxServer.send(request.response(), response);
                });
    }

    private Future<WorkResponse> begin(WorkItem item) {
        return switch (item) {
            case WorkItem.Immediate immediate -> Future.succeededFuture(work.perform(immediate));
            case WorkItem.Sleep(int millis) -> sleep(millis);
            case WorkItem.Blocking wait -> vertx.executeBlocking(() -> work.perform(wait), false);
            case WorkItem.Downstream call ->
                    delayService
                            .map(service -> service.call(call))
                            .orElseGet(() -> Future.succeededFuture(work.perform(call)));
        };
    }

    /// The shortest timer is 1 ms.
    private Future<WorkResponse> sleep(int millis) {
        var slept = Work.slept(millis);
        return millis == 0 ? Future.succeededFuture(slept) : vertx.timer(millis).map(slept);
    }
}
