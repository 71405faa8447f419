package dev.loombench.load.record;

import dev.loombench.base.Window;
import dev.loombench.load.result.LoadResult.Second;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/// An interval in a few KB instead of a hundred: its histograms in HdrHistogram's lossless
/// compressed format (V2).
public final class CompressedInterval {
    private final Window window;
    private final byte[] responseTime;
    private final byte[] serviceTime;

    /// The decompressed histograms of a received interval, which were checked; until they are used.
    private final AtomicReference<@Nullable Second> checked;

    private CompressedInterval(
            Window window, byte[] responseTime, byte[] serviceTime, @Nullable Second decompressed) {
        this.window = window;
        this.responseTime = responseTime;
        this.serviceTime = serviceTime;
        checked = new AtomicReference<>(decompressed);
    }

    public static CompressedInterval of(Second interval) {
        return new CompressedInterval(
                interval.window(),
                compress(interval.responseTime()),
                compress(interval.serviceTime()),
                null);
    }

    /// An interval from another process.
    ///
    /// @throws IllegalArgumentException when the bytes are no histograms of this generator
    public static CompressedInterval received(
            Window window, byte[] responseTime, byte[] serviceTime) {
        try {
            var interval = new Second(window, decompress(responseTime), decompress(serviceTime));
            checkUnit(interval.responseTime());
            checkUnit(interval.serviceTime());
            return new CompressedInterval(
                    window, responseTime.clone(), serviceTime.clone(), interval);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("malformed histogram: " + e.getMessage(), e);
        }
    }

    /// Histograms of another unit or precision would lose counts when merged.
    private static void checkUnit(Histogram histogram) {
        if (histogram.getLowestDiscernibleValue() != IntervalHistograms.LOWEST
                || histogram.getNumberOfSignificantValueDigits() != IntervalHistograms.DIGITS
                || histogram.getMaxValue() > 2 * IntervalHistograms.HIGHEST) {
            throw new IllegalArgumentException(
                    "its lowest value is %d, its precision %d digits"
                            .formatted(
                                    histogram.getLowestDiscernibleValue(),
                                    histogram.getNumberOfSignificantValueDigits()));
        }
    }

    public Window window() {
        return window;
    }

    /// The compressed histogram of response times.
    public byte[] responseTime() {
        return responseTime.clone();
    }

    /// The compressed histogram of service times.
    public byte[] serviceTime() {
        return serviceTime.clone();
    }

    /// The same histograms in another window.
    public CompressedInterval within(Window other) {
        return new CompressedInterval(other, responseTime, serviceTime, checked.getAndSet(null));
    }

    /// New histograms at each call.
    public Second decompressed() {
        var known = checked.getAndSet(null);
        return known == null
                ? new Second(window, decompress(responseTime), decompress(serviceTime))
                : new Second(window, known.responseTime(), known.serviceTime());
    }

    /// A histogram has a count for every value up to its highest trackable one. Up to the highest
    /// recorded value, there are far fewer to decompress and to merge.
    private static Histogram shortened(Histogram histogram) {
        long lowest = histogram.getLowestDiscernibleValue();
        var shortened =
                new Histogram(
                        lowest,
                        Math.max(2 * lowest, histogram.getMaxValue()),
                        histogram.getNumberOfSignificantValueDigits());
        shortened.add(histogram);
        return shortened;
    }

    private static byte[] compress(Histogram whole) {
        var histogram = shortened(whole);
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
