package dev.loombench.load.record;

import dev.loombench.result.LoadResult.Interval;
import dev.loombench.result.Window;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/// An interval in a few KB instead of a hundred: its histograms in HdrHistogram's lossless
/// compressed format.
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
                interval.window(),
                compress(interval.responseTime()),
                compress(interval.serviceTime()));
    }

    Interval decompressed() {
        return new Interval(window, decompress(responseTime), decompress(serviceTime));
    }

    /// Size in bytes.
    int size() {
        return responseTime.length + serviceTime.length;
    }

    private static byte[] compress(Histogram histogram) {
        var buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Arrays.copyOf(buffer.array(), length);
    }

    private static Histogram decompress(byte[] bytes) {
        try {
            var histogram = Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
            histogram.setAutoResize(true);
            return histogram;
        } catch (DataFormatException e) {
            throw new IllegalStateException("a compressed histogram cannot be decompressed", e);
        }
    }
}
