package dev.loombench.analysis.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class EventThreadsTest {
    private static final String SELECT =
            "sun.nio.ch.EPollSelectorImpl.doSelect(java.base@25/EPollSelectorImpl.java:130)";
    private static final String RUN = "com.shop.Loop.run(Loop.java:12)";

    @Test
    void a_thread_serves_events_by_its_name() {
        assertThat(EventThreads.include("vert.x-eventloop-thread-0", List.of())).isTrue();
        assertThat(EventThreads.include("http-nio-8080-Poller", List.of())).isTrue();
        assertThat(EventThreads.include("http-nio-8080-exec-1", List.of())).isFalse();
        assertThat(EventThreads.include("main", List.of(RUN))).isFalse();
    }

    @Test
    void a_thread_serves_events_by_a_frame_unless_it_is_a_worker() {
        assertThat(EventThreads.include("shop", List.of(SELECT, RUN))).isTrue();
        var worker =
                "java.util.concurrent.ThreadPoolExecutor.runWorker(java.base@25/ThreadPoolExecutor.java:1090)";
        assertThat(EventThreads.include("shop", List.of(SELECT, worker))).isFalse();
    }
}
