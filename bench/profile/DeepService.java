import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/// A service that does the same work again and again, 60 calls deep as behind a web framework, and
/// allocates 2 KiB in each. For every line of its input it prints how often.
final class DeepService {
    private static final int DEPTH = 60;
    private static final int STEPS = 5_000;
    private static final int BYTES = 2_048;

    private static final AtomicLong UNITS = new AtomicLong();
    private static volatile Object result = "";

    private DeepService() {}

    public static void main(String[] args) throws Exception {
        Thread.ofPlatform().daemon().start(DeepService::work);
        System.out.println("READY");
        for (int c = System.in.read(); c >= 0; c = System.in.read()) {
            if (c == '\n') {
                System.out.println(UNITS.get());
            }
        }
    }

    private static void work() {
        while (true) {
            result = call(DEPTH);
            UNITS.incrementAndGet();
        }
    }

    private static Object call(int depth) {
        return depth == 0 ? compute() : call(depth - 1);
    }

    private static Object compute() {
        var bytes = new byte[BYTES];
        int seed = ThreadLocalRandom.current().nextInt();
        for (int i = 0; i < STEPS; i++) {
            seed = seed * 31 + i;
            bytes[i % BYTES] = (byte) seed;
        }
        return bytes;
    }
}
