package dev.loombench.load.record;

import dev.loombench.result.LoadResult.Interval;
import dev.loombench.result.Window;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/// An interval in a few KB instead of a hundred: its histograms in the compressed format of
/// HdrHistogram, which loses nothing.
final class CompressedInterval {
    private final Window window;
    private final byte[] responseTime;
    private final byte[] serviceTime;

    private CompressedInterval(Window window, byte[] responseTime, byte[] serviceTime) {
        this.window = window;
        this.responseTime = responseTime;
        this.serviceTime = serviceTime;
    }

    static CompressedInterval of(Interval interval) {
        return new CompressedInterval(
                interval.window(), pack(interval.responseTime()), pack(interval.serviceTime()));
    }

    Interval unpacked() {
        return new Interval(window, unpack(responseTime), unpack(serviceTime));
    }

    /// Bytes that it takes.
    int size() {
        return responseTime.length + serviceTime.length;
    }

    private static byte[] pack(Histogram histogram) {
        var buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Arrays.copyOf(buffer.array(), length);
    }

    private static Histogram unpack(byte[] bytes) {
        try {
            var histogram = Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
            histogram.setAutoResize(true);
            return histogram;
        } catch (DataFormatException e) {
            throw new IllegalStateException("what was packed here cannot be unpacked", e);
        }
    }
}
