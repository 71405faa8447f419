package dev.loombench.observe.threads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.result.AwaitedLock;
import java.lang.Thread.State;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LockCountsTest {
    private static final PrintedLock TABLE = PrintedLock.monitor("java.util.Hashtable@1b2c");
    private static final PrintedLock CACHE = PrintedLock.monitor("shop.Cache@3d4e");

    private final LockCounts counts = new LockCounts();

    private void add(
            long number, String frame, Optional<PrintedLock> awaited, PrintedLock... owned) {
        counts.add(
                new ListedThread(
                        number,
                        "",
                        true,
                        Optional.of(State.BLOCKED),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        Optional.empty(),
                        new PrintedStack(List.of(frame), awaited, List.of(owned))));
    }

    @Test
    void a_lock_has_its_queue_and_its_owner_wherever_that_is_in_the_list() {
        add(71, "shop.Resource.resolve(Resource.java:7)", Optional.of(TABLE));
        add(72, "shop.Resource.resolve(Resource.java:7)", Optional.of(TABLE));
        add(73, "shop.Resource.open(Resource.java:9)", Optional.empty(), TABLE);
        add(74, "shop.Resource.resolve(Resource.java:7)", Optional.of(TABLE));
        assertThat(counts.longest())
                .containsExactly(
                        new AwaitedLock(
                                "the monitor of a java.util.Hashtable",
                                3,
                                List.of("shop.Resource.resolve(Resource.java:7)"),
                                "virtual thread #73",
                                List.of("shop.Resource.open(Resource.java:9)")));
    }

    @Test
    void the_longest_queue_is_first_and_two_threads_are_none() {
        for (int i = 0; i < 3; i++) {
            add(100 + i, "shop.Cache.get(Cache.java:5)", Optional.of(CACHE));
        }
        for (int i = 0; i < 4; i++) {
            add(200 + i, "shop.Resource.resolve(Resource.java:7)", Optional.of(TABLE));
        }
        for (int i = 0; i < 2; i++) {
            add(
                    300 + i,
                    "shop.Stock.take(Stock.java:3)",
                    Optional.of(PrintedLock.monitor("shop.Stock@5")));
        }
        assertThat(counts.longest())
                .extracting(AwaitedLock::name)
                .containsExactly(
                        "the monitor of a java.util.Hashtable", "the monitor of a shop.Cache");
        assertThat(counts.longest()).allMatch(lock -> lock.owner().isEmpty());
    }
}
