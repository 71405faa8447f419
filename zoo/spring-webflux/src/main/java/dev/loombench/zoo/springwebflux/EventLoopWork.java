package dev.loombench.zoo.springwebflux;

import dev.loombench.zoo.work.Work;
import dev.loombench.zoo.work.WorkItem;
import dev.loombench.zoo.work.WorkResponse;
import java.time.Duration;
import java.util.Optional;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/// The work without blocking: waits are timers or asynchronous calls, and computing runs on the
/// event loop. Only `/lock`, `/native`, `/init` and `/file`, which block, run on a worker thread.
final class EventLoopWork {
    /// The same number as in the other servers; Reactor's default is 10 per processor.
    private static final int WORKERS = 200;

    private final Scheduler blocking =
            Schedulers.newBoundedElastic(WORKERS, Integer.MAX_VALUE, "blocking");
    private final Work work;
    private final Optional<DelayClient> delayService;

    EventLoopWork(Work work, Optional<DelayClient> delayService) {
        this.work = work;
        this.delayService = delayService;
    }

    /// The request counts as being in a handler until it completes or is cancelled.
    Mono<WorkResponse> respond(WorkItem item) {
        long since = work.enter(item);
        return begin(item).doFinally(end -> work.leave(item, since));
    }

    private Mono<WorkResponse> begin(WorkItem item) {
        return switch (item) {
            case WorkItem.Immediate immediate -> Mono.just(work.perform(immediate));
            case WorkItem.Sleep(int millis) ->
                    Mono.delay(Duration.ofMillis(millis)).thenReturn(Work.slept(millis));
            case WorkItem.Blocking wait ->
                    Mono.fromSupplier(() -> work.perform(wait)).subscribeOn(blocking);
            case WorkItem.Downstream call ->
                    delayService
                            .map(service -> service.call(call))
                            .orElseGet(() -> Mono.just(work.perform(call)));
        };
    }
}
