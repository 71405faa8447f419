package dev.loombench.zoo.executor;

import java.util.Arrays;

/// A buffer that is kept with the thread to be used again, as formatters and parsers do; then a
/// wait of 100 ms with it. Threads of a pool fill as many as they are, virtual threads one a task.
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
