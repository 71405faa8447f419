package dev.loombench.zoo.netty;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.loombench.zoo.work.Work;
import dev.loombench.zoo.work.WorkItem;
import dev.loombench.zoo.work.WorkResponse;
import io.netty.channel.EventLoop;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Does the work without blocking: waits are timers or asynchronous calls, and computing runs on
/// the event loop. Only `/lock`, `/native`, `/init` and `/file`, which block, run on a pool.
final class EventLoopResponder implements Responder {
    private static final int BLOCKING_THREADS = 200;

    private final Executor blocking = Executors.newFixedThreadPool(BLOCKING_THREADS);
    private final Work work;
    private final Optional<DelayClient> delayService;

    EventLoopResponder(Work work, Optional<DelayClient> delayService) {
        this.work = work;
        this.delayService = delayService;
    }

    @Override
    public void respond(
            String path, @Nullable String query, EventLoop loop, Consumer<WorkResponse> done) {
        var item = WorkItem.of(path, query);
        long since = work.enter(item);
        begin(
                item,
                loop,
                response -> {
                    work.leave(item, since);
                    done.accept(response);
                });
    }

    private void begin(WorkItem item, EventLoop loop, Consumer<WorkResponse> done) {
        switch (item) {
            case WorkItem.Immediate immediate -> done.accept(work.perform(immediate));
            case WorkItem.Sleep(int millis) -> sleep(millis, loop, done);
            case WorkItem.Blocking wait -> blocking.execute(() -> done.accept(work.perform(wait)));
            case WorkItem.Downstream call ->
                    delayService.ifPresentOrElse(
                            service -> service.call(call, done),
                            () -> done.accept(work.perform(call)));
        }
    }

    private static void sleep(int millis, EventLoop loop, Consumer<WorkResponse> done) {
        var slept = Work.slept(millis);
        if (millis == 0) {
            done.accept(slept);
        } else {
            var unused = loop.schedule(() -> done.accept(slept), millis, MILLISECONDS);
        }
    }
}
