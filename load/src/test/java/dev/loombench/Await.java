package dev.loombench;

import java.util.function.BooleanSupplier;

/// Waits for what another thread or process does, at most until the time limit of all tests.
public final class Await {
    private Await() {}

    public static void until(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(1);
        }
    }
}
