package dev.loombench.zoo.springwebflux;

import dev.loombench.zoo.work.Work;
import dev.loombench.zoo.work.WorkItem;
import dev.loombench.zoo.work.WorkResponse;
import java.time.Duration;
import java.util.Optional;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/// Never blocks: to wait is to set a timer or to await an answer. Computing happens on the event
/// loop; only `/lock`, `/native` and `/init`, which have no other way, go to a thread that may
/// block.
final class EventLoopWork {
    /// Reactor's default is ten a processor; this is what the other servers have.
    private static final int WORKERS = 200;

    private final Scheduler blocking =
            Schedulers.newBoundedElastic(WORKERS, Integer.MAX_VALUE, "blocking");
    private final Work work;
    private final Optional<DelayClient> delayService;

    EventLoopWork(Work work, Optional<DelayClient> delayService) {
        this.work = work;
        this.delayService = delayService;
    }

    /// Counts as inside from here until the answer is there or nobody waits for it any more.
    Mono<WorkResponse> answer(WorkItem task) {
        long since = work.enter(task);
        return begin(task).doFinally(end -> work.leave(task, since));
    }

    private Mono<WorkResponse> begin(WorkItem task) {
        return switch (task) {
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
