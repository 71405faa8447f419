package dev.loombench.observe.threads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.threads.PrintedLock.Kind;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ListedThreadTest {
    private static ListedThread thread(Optional<PrintedLock> awaited, OptionalLong blocker) {
        var stack = new PrintedStack(List.of("Shop.pay(Shop.java:7)"), awaited, List.of());
        return new ListedThread(
                31,
                "flusher",
                false,
                Optional.empty(),
                OptionalLong.empty(),
                blocker,
                Optional.empty(),
                stack);
    }

    @Test
    void an_owner_is_that_of_an_awaited_lock_that_names_none() {
        var lock =
                Optional.of(
                        new PrintedLock(
                                Kind.SYNCHRONIZER,
                                "a@1",
                                "java.util.concurrent.locks.ReentrantLock$NonfairSync"));
        var monitor = Optional.of(PrintedLock.monitor("java.lang.Object@1f"));
        assertThat(thread(lock, OptionalLong.empty()).withBlocker(71).blocker()).hasValue(71);
        assertThat(thread(lock, OptionalLong.of(72)).withBlocker(71).blocker()).hasValue(72);
        assertThat(thread(monitor, OptionalLong.empty()).withBlocker(71).blocker()).isEmpty();
        assertThat(thread(Optional.empty(), OptionalLong.empty()).withBlocker(71).blocker())
                .isEmpty();
    }
}
