package dev.loombench.zoo.quarkus;

import dev.loombench.zoo.work.Work;
import dev.loombench.zoo.work.WorkItem;
import dev.loombench.zoo.work.WorkResponse;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.util.Optional;

/// A resource that never blocks: waits are timers or asynchronous calls, and computing runs on the
/// event loop. Only `/lock`, `/native`, `/init` and `/file`, which block, run on a worker thread.
@Produces(WorkResponse.CONTENT_TYPE)
public class EventLoopResource {
    private final Vertx vertx;
    private final Work work;
    private final Optional<DelayClient> delayService;

    EventLoopResource(Vertx vertx, Work work, Optional<URI> downstream) {
        this.vertx = vertx;
        this.work = work;
        this.delayService = downstream.map(base -> new DelayClient(vertx, base));
    }

    @GET
    @Path("{path: .*}")
    public Uni<Response> get(@Context HttpServerRequest request) {
        var item = WorkItem.of(request.path(), request.query());
        long since = work.enter(item);
        return begin(item)
                .onTermination()
                .invoke(() -> work.leave(item, since))
                .map(result -> Response.status(result.status()).entity(result.text()).build());
    }

    @POST
    @Path("{path: .*}")
    public Uni<Response> post(@Context HttpServerRequest request) {
        return get(request);
    }

    private Uni<WorkResponse> begin(WorkItem item) {
        return switch (item) {
            case WorkItem.Immediate immediate -> Uni.createFrom().item(work.perform(immediate));
            case WorkItem.Sleep(int millis) -> sleep(millis);
            case WorkItem.Blocking wait ->
                    await(vertx.executeBlocking(() -> work.perform(wait), false));
            case WorkItem.Downstream call ->
                    delayService
                            .map(service -> await(service.call(call)))
                            .orElseGet(() -> Uni.createFrom().item(work.perform(call)));
        };
    }

    /// The shortest timer is 1 ms.
    private Uni<WorkResponse> sleep(int millis) {
        var slept = Work.slept(millis);
        return millis == 0
                ? Uni.createFrom().item(slept)
                : Uni.createFrom()
                        .emitter(end -> vertx.setTimer(millis, timer -> end.complete(slept)));
    }

    private static <T> Uni<T> await(Future<T> future) {
        return Uni.createFrom().completionStage(future.toCompletionStage());
    }
}
