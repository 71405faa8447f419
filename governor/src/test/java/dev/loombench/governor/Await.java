package dev.loombench.governor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Waits until a condition holds, for a minute at most, which is long enough on the busiest
/// machine.
public final class Await {
    private Await() {}

    public static void until(String what, BooleanSupplier holds) {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!holds.getAsBoolean()) {
            assertThat(System.nanoTime()).as("awaiting: " + what).isLessThan(end);
            LockSupport.parkNanos(1_000_000);
        }
    }
}
