package dev.loombench.observe.profile;

import java.util.concurrent.atomic.AtomicReference;

/// A program of known cost: one thread computes in `compute` and another one allocates in
/// `allocate`, until its input ends.
final class CostingProgram {
    /// Written so that nothing can be optimised away.
    private static final AtomicReference<Object> RESULT = new AtomicReference<>("");

    private CostingProgram() {}

    public static void main(String[] arguments) throws Exception {
        Thread.ofPlatform().daemon().start(CostingProgram::compute);
        Thread.ofPlatform().daemon().start(CostingProgram::allocate);
        System.out.println("up");
        while (System.in.read() >= 0) {
            // its input ends with the test
        }
    }

    private static void compute() {
        double sum = 0;
        for (long i = 1; ; i++) {
            sum += Math.sqrt((double) i);
            if (i % 1_000_000 == 0) {
                RESULT.set(sum);
            }
        }
    }

    private static void allocate() {
        while (true) {
            RESULT.set(new byte[100_000]);
        }
    }
}
