package dev.loombench.governor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// Waits until a condition holds, for three minutes at most, which is long enough on the busiest
/// machine.
public final class Await {
    private Await() {}

    public static void until(String what, BooleanSupplier holds) {
        until(() -> what, holds);
    }

    /// The words are asked for when it is over, and may say what was seen instead.
    public static void until(Supplier<String> what, BooleanSupplier holds) {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
        while (!holds.getAsBoolean()) {
            assertThat(System.nanoTime()).as(() -> "awaiting: " + what.get()).isLessThan(end);
            LockSupport.parkNanos(1_000_000);
        }
    }
}
