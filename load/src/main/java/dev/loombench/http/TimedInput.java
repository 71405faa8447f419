package dev.loombench.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;

/// The input until a time, as a response may never end.
public final class TimedInput extends FilterInputStream {
    private final long deadlineNanos;

    /// @param deadlineNanos on the monotonic clock
    public TimedInput(InputStream in, long deadlineNanos) {
        super(in);
        this.deadlineNanos = deadlineNanos;
    }

    @Override
    public int read() throws IOException {
        requireTime();
        return super.read();
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        requireTime();
        return super.read(into, from, length);
    }

    private void requireTime() throws SocketTimeoutException {
        if (System.nanoTime() - deadlineNanos > 0) {
            throw new SocketTimeoutException("the response did not end within the timeout");
        }
    }
}
