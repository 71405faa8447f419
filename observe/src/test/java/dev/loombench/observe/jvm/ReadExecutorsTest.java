package dev.loombench.observe.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.observe.jvm.figure.PublishedPools.PublishedPool;
import dev.loombench.observe.result.Observation.Pool;
import java.io.IOException;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ReadExecutorsTest {
    private static PublishedPool executor(
            String name, long capacity, long inUse, long waiting, OptionalLong completed) {
        return new PublishedPool(
                new Pool(
                        JvmObserver.NAME,
                        7,
                        "executor",
                        name,
                        capacity,
                        OptionalLong.of(inUse),
                        OptionalLong.of(waiting)),
                completed);
    }

    @Test
    void executors_have_the_names_of_their_threads_without_a_number() throws IOException {
        assertThat(ReadExecutors.parse("", 7)).isEmpty();
        assertThat(
                        ReadExecutors.parse(
                                "4 3 0 12 orders-1\t1 1 99 7 mail\t2 0 5 -1 ForkJoinPool-1-worker-2",
                                7))
                .containsExactly(
                        executor("orders", 4, 3, 0, OptionalLong.of(12)),
                        executor("mail", 1, 1, 99, OptionalLong.of(7)),
                        executor("ForkJoinPool-1-worker", 2, 0, 5, OptionalLong.empty()));
    }

    @Test
    void executors_whose_threads_have_the_same_name_are_told_apart() throws IOException {
        assertThat(ReadExecutors.parse("4 0 0 0 orders-1\t4 4 1 0 orders-9", 7))
                .extracting(published -> published.pool().name())
                .containsExactly("orders", "orders (2)");
    }

    @Test
    void a_reply_of_another_form_is_refused() {
        assertThatThrownBy(() -> ReadExecutors.parse("4 3 0 orders", 7))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("4 3 0 orders");
    }
}
