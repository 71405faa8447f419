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

/// A resource that never blocks: to wait is to set a timer or to await an answer. Computing happens
/// on the event loop; only `/lock`, `/native` and `/init`, which have no other way, go to a worker
/// thread.
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
        var task = WorkItem.of(request.path(), request.query());
        long since = work.enter(task);
        return begin(task)
                .onTermination()
                .invoke(() -> work.leave(task, since))
                .map(answer -> Response.status(answer.status()).entity(answer.text()).build());
    }

    @POST
    @Path("{path: .*}")
    public Uni<Response> post(@Context HttpServerRequest request) {
        return get(request);
    }

    private Uni<WorkResponse> begin(WorkItem task) {
        return switch (task) {
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

    /// Timers begin at 1 ms.
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
