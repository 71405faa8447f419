package dev.loombench.observe.jvm.attach;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PatienceTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void a_silent_jvm_is_waited_for_until_the_limit() {
        var patience = new Patience(Duration.ofSeconds(10), 0);
        assertThat(patience.lasts(9 * SECOND, false)).isTrue();
        assertThat(patience.lasts(10 * SECOND, false)).isFalse();
    }

    @Test
    void the_time_of_collections_does_not_count() {
        var patience = new Patience(Duration.ofSeconds(10), 0);
        for (int second = 1; second <= 40; second++) {
            assertThat(patience.lasts(second * SECOND, true)).isTrue();
        }
        assertThat(patience.lasts(49 * SECOND, false)).isTrue();
        assertThat(patience.lasts(50 * SECOND, false)).isFalse();
    }

    @Test
    void no_collection_lasts_for_ever() {
        var patience = new Patience(Duration.ofSeconds(10), 0);
        assertThat(patience.lasts(599 * SECOND, true)).isTrue();
        assertThat(patience.lasts(600 * SECOND, true)).isFalse();
    }

    /// The file is that of a JVM which a collection stops; the reply comes after ten limits.
    @Test
    void a_reply_after_a_long_collection_arrives(@TempDir Path folder) throws Exception {
        var counters = counters(folder, "Allocation Failure");
        var reply =
                new CompletableFuture<String>()
                        .completeOnTimeout("late", 1_000, TimeUnit.MILLISECONDS);
        assertThat(Patience.await(reply, Duration.ofMillis(100), Optional.of(counters)))
                .contains("late");
    }

    @Test
    void a_reply_that_nothing_delays_is_given_up(@TempDir Path folder) throws Exception {
        var counters = counters(folder, "No GC");
        var limit = Duration.ofMillis(100);
        assertThat(Patience.await(new CompletableFuture<String>(), limit, Optional.of(counters)))
                .isEmpty();
        assertThat(Patience.await(new CompletableFuture<String>(), limit, Optional.empty()))
                .isEmpty();
    }

    private static Path counters(Path folder, String cause) throws Exception {
        return Files.write(
                folder.resolve("4711"),
                PerfCountersTest.counter("sun.gc.cause", cause.getBytes(ISO_8859_1)));
    }
}
