package dev.loombench.zoo.micronaut;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.loombench.zoo.work.Work;
import dev.loombench.zoo.work.WorkItem;
import dev.loombench.zoo.work.WorkResponse;
import io.micronaut.context.annotation.Requires;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Consumes;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.netty.channel.EventLoopGroupRegistry;
import io.netty.channel.EventLoopGroup;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/// A handler that never blocks: waits are timers or asynchronous calls, and computing runs on the
/// event loop. Only `/lock`, `/native`, `/init` and `/file`, which block, run on a pool.
@Controller
@Requires(property = "micronaut.server.thread-selection", value = "MANUAL")
@Consumes(MediaType.ALL)
final class EventLoopController {
    private static final int BLOCKING_THREADS = 200;

    private final Executor blocking = Executors.newFixedThreadPool(BLOCKING_THREADS);
    private final Work work;
    private final DelayClient delayService;
    private final EventLoopGroup loops;

    EventLoopController(Work work, DelayClient delayService, EventLoopGroupRegistry registry) {
        this.work = work;
        this.delayService = delayService;
        this.loops = registry.getDefaultEventLoopGroup();
    }

    @Get("/{path}")
    CompletableFuture<HttpResponse<byte[]>> get(HttpRequest<?> request) {
        var uri = request.getUri();
        var item = WorkItem.of(uri.getPath(), uri.getRawQuery());
        long since = work.enter(item);
        return begin(item)
                .thenApply(response -> {
                    work.leave(item, since);
                    return Responses.of(response);
                });
    }

    @Post("/{path}")
    CompletableFuture<HttpResponse<byte[]>> post(HttpRequest<?> request) {
        return get(request);
    }

    private CompletableFuture<WorkResponse> begin(WorkItem item) {
        return switch (item) {
            case WorkItem.Immediate immediate ->
                    CompletableFuture.completedFuture(work.perform(immediate));
            case WorkItem.Sleep(int millis) -> sleep(millis);
            case WorkItem.Blocking wait ->
                    CompletableFuture.supplyAsync(() -> work.perform(wait), blocking);
            case WorkItem.Downstream call ->
                    delayService
                            .call(call)
                            .orElseGet(() -> CompletableFuture.completedFuture(work.perform(call)));
        };
    }

    private CompletableFuture<WorkResponse> sleep(int millis) {
        var slept = Work.slept(millis);
        if (millis == 0) {
            return CompletableFuture.completedFuture(slept);
        }
        var later = new CompletableFuture<WorkResponse>();
        var unused = loops.schedule(() -> later.complete(slept), millis, MILLISECONDS);
        return later;
    }
}
