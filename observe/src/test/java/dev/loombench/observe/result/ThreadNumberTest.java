package dev.loombench.observe.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadNumberTest {
    @ParameterizedTest
    @CsvSource({
        "vert.x-eventloop-thread-0, vert.x-eventloop-thread",
        "http-nio-8080-exec-12, http-nio-8080-exec",
        "nioEventLoopGroup-2-1, nioEventLoopGroup-2",
        "XNIO-1 I/O-3, XNIO-1 I/O",
        "worker#7, worker",
        "pool_3, pool",
        "qtp1, qtp",
        "main, main",
    })
    void the_number_at_the_end_of_a_name_is_removed(String thread, String group) {
        assertThat(ThreadNumber.removed(thread)).isEqualTo(group);
    }

    @ParameterizedTest
    @CsvSource({
        "jobs-1, jobs, true",
        "jobs, jobs, true",
        "jobs2-1, jobs, false",
        "jobs-io-1, jobs, false",
        "job, jobs, false"
    })
    void a_thread_of_a_group_has_its_name_and_a_number(
            String thread, String group, boolean expected) {
        assertThat(ThreadNumber.isOf(group, thread)).isEqualTo(expected);
    }
}
