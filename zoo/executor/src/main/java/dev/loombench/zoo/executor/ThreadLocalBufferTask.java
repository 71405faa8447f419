package dev.loombench.zoo.executor;

import java.util.Arrays;

/// Fills a buffer in a `ThreadLocal`, as formatters and parsers do, then sleeps 100 ms. A pool has
/// one buffer per thread; virtual threads have one per task.
final class ThreadLocalBufferTask implements BatchTask {
    private final ThreadLocal<byte[]> buffer;

    ThreadLocalBufferTask(int kibibytes) {
        buffer = ThreadLocal.withInitial(() -> new byte[1024 * kibibytes]);
    }

    @Override
    public void run() throws InterruptedException {
        Arrays.fill(buffer.get(), (byte) 1);
        Thread.sleep(100);
    }
}
