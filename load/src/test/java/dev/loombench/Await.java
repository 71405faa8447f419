package dev.loombench;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// Waits for what another thread or process does, at most until the time limit of all tests.
public final class Await {
    /// Below the limit of a test, whose failure says only where it waited.
    private static final Duration LIMIT = Duration.ofMinutes(6);

    private Await() {}

    public static void until(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(1);
        }
    }

    /// For six minutes at most.
    ///
    /// @param seen what there is instead, asked for when they are over
    public static void until(Supplier<?> seen, BooleanSupplier condition)
            throws InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        until(() -> {
            boolean holds = condition.getAsBoolean();
            if (!holds && System.nanoTime() - end > 0) {
                throw new AssertionError("after " + LIMIT + ": " + seen.get());
            }
            return holds;
        });
    }
}
