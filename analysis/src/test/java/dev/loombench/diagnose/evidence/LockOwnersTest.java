package dev.loombench.diagnose.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.evidence.LockOwners.Holder;
import dev.loombench.observe.jvm.figure.LockOwner;
import dev.loombench.observe.threads.PrintedLock;
import dev.loombench.observe.threads.PrintedLock.Kind;
import dev.loombench.observe.threads.ThreadPrint;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LockOwnersTest {
    private static final String TYPE = "java.util.concurrent.locks.ReentrantLock$NonfairSync";
    private static final PrintedLock LOCK = new PrintedLock(Kind.SYNCHRONIZER, "0xa0", TYPE);
    private static final Optional<Holder> EXPORT = Optional.of(new Holder(41, "export-a"));

    @Test
    void a_waiting_thread_names_the_owner_of_the_lock_that_it_was_printed_to_await() {
        var waiters = Map.of(31L, LOCK);
        var owned = new LockOwner(31, OptionalLong.of(41), TYPE, "export-a");
        var free = new LockOwner(31, OptionalLong.empty(), TYPE, "");
        var other = new LockOwner(31, OptionalLong.of(41), "a.B", "export-a");
        assertThat(LockOwners.asked(waiters, List.of(owned))).isEqualTo(Map.of(LOCK, EXPORT));
        assertThat(LockOwners.asked(waiters, List.of(free)))
                .isEqualTo(Map.of(LOCK, Optional.empty()));
        assertThat(LockOwners.asked(waiters, List.of(other))).as("another lock").isEmpty();
        assertThat(LockOwners.asked(waiters, List.of())).as("it waits no more").isEmpty();
    }

    private static ThreadMoment moment(Optional<Holder> holder) {
        var print =
                Prints.thread(
                        "export-b",
                        31,
                        1,
                        "WAITING (parking)",
                        "jdk.internal.misc.Unsafe.park(Native Method)",
                        "- parking to wait for  <0xa0> (a %s)".formatted(TYPE),
                        "Svc.export(Svc.java:16)");
        return ThreadMoment.of(
                0, ThreadPrint.parse(print), List.of(), Optional.empty(), Map.of(LOCK, holder));
    }

    @Test
    void an_owner_lasts_that_is_the_same_at_all_moments() {
        var same = List.of(moment(EXPORT), moment(EXPORT));
        assertThat(LockOwners.lasting(same)).isEqualTo(Map.of(31L, 41L));
        var changed = List.of(moment(Optional.of(new Holder(42, ""))), moment(EXPORT));
        assertThat(LockOwners.lasting(changed)).isEmpty();
        var freed = List.of(moment(EXPORT), moment(Optional.empty()));
        assertThat(LockOwners.lasting(freed)).isEmpty();
    }

    @Test
    void an_owner_is_known_by_the_print_or_by_a_thread_that_waits() {
        assertThat(new LockOwners(true, Map.of()).isKnown(LOCK)).isTrue();
        assertThat(new LockOwners(false, Map.of()).isKnown(LOCK)).isFalse();
        assertThat(moment(Optional.empty()).owners().isKnown(LOCK)).isTrue();
    }
}
