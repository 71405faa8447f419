import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import dev.loombench.agent.wire.Frame;
import dev.loombench.agent.wire.FrameReader;
import dev.loombench.agent.wire.FrameWriter;
import dev.loombench.base.Window;
import dev.loombench.load.record.CompressedInterval;
import dev.loombench.load.record.MergedIntervals;
import dev.loombench.load.result.LoadResult.Second;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;

/// What a controller does with the histograms of many simulated agents: each agent has one worker,
/// which sends the response and service times of a second as a frame. The controller's own code
/// reads and merges them; the merged counts must be those of one recording of all values.
///
/// `run merge [AGENTS [SECONDS]]`. Frames are made before the clock starts. CPU time is that of the
/// process, with garbage collection and compilation.
final class MergeSimulation {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final ThreadMXBean THREADS =
            ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

    private static final int[] RATES = {1_000, 10_000};
    private static final int EXTRAPOLATED = 10_000;
    private static final long SECOND = 1_000_000_000;

    /// As the recorder of a load: 64 ns to 1 h, 3 digits.
    private static final long LOWEST = 64;

    private static final long HIGHEST = 3_600 * SECOND;
    private static final int DIGITS = 3;

    private static final long[] TIMES = logNormalTimes();

    /// Response times with a median of 5 ms and a p99 of some 50 ms: `exp(N(0, 1))` times 5 ms.
    private static long[] logNormalTimes() {
        var random = new Random(1);
        var times = new long[1 << 20];
        Arrays.setAll(times, _ -> (long) (5e6 * Math.exp(random.nextGaussian())));
        return times;
    }

    /// @param bytes of all frames
    /// @param encodeNanos to make them, which is the work of the agents
    /// @param receiveNanos to read and merge them for the display, as they arrive
    /// @param allocated in that time
    /// @param kept bytes of compressed histograms until the end of the load
    /// @param mergeNanos to merge all seconds at the end
    private record Outcome(
            long bytes,
            long encodeNanos,
            long receiveNanos,
            long allocated,
            long kept,
            long mergeNanos) {}

    public static void main(String[] args) throws Exception {
        int agents = args.length > 0 ? Integer.parseInt(args[0]) : 1_000;
        int seconds = args.length > 1 ? Integer.parseInt(args[1]) : 5;
        System.out.printf(
                "%s %s, %d processors, load average %.1f%n",
                System.getProperty("java.vm.name"),
                System.getProperty("java.version"),
                SYSTEM.getAvailableProcessors(),
                SYSTEM.getSystemLoadAverage());
        simulate(200, 5, RATES[0]); // compiles the code
        System.out.printf(
                "%,d agents, %d s; per second of load:%n%n%10s %12s %12s %12s %12s %14s %14s %14s%n",
                agents,
                seconds,
                "agents",
                "responses/s",
                "per frame",
                "received",
                "CPU",
                "allocated",
                "kept",
                "merge at end");
        for (int rate : RATES) {
            for (int count : new int[] {agents / 4, agents}) {
                print(count, rate, seconds, simulate(count, seconds, rate), 1, "");
            }
            var all = simulate(agents, seconds, rate);
            print(agents, rate, seconds, all, 1, " again");
            print(agents, rate, seconds, all, (double) EXTRAPOLATED / agents, " extrapolated");
        }
        System.out.println("\nmerged counts equal those of one recording");
    }

    private static void print(
            int agents, int rate, int seconds, Outcome o, double factor, String note) {
        double perSecond = factor / seconds;
        System.out.printf(
                "%,10.0f %,12d %9.2f KB %9.2f MB %9.1f ms %11.1f MB %11.2f MB %11.1f ms%s%n",
                agents * factor,
                rate,
                o.bytes() / 1e3 / agents / seconds,
                o.bytes() * perSecond / 1e6,
                o.receiveNanos() * perSecond / 1e6,
                o.allocated() * perSecond / 1e6,
                o.kept() * perSecond / 1e6,
                o.mergeNanos() * perSecond / 1e6,
                note.isEmpty()
                        ? "   agent: %.2f ms".formatted(o.encodeNanos() / 1e6 / agents / seconds)
                        : "  " + note);
    }

    private static Outcome simulate(int agents, int seconds, int rate) throws Exception {
        var random = new Random(7);
        var intervals = new MergedIntervals();
        var display = new Histogram(LOWEST, HIGHEST, DIGITS);
        var expected = new ArrayList<Second>();
        long bytes = 0;
        long encode = 0;
        long receive = 0;
        long kept = 0;
        long allocated = 0;
        for (int second = 0; second < seconds; second++) {
            expected.add(interval(second));
        }
        for (int second = 0; second < seconds; second++) {
            var one = expected.get(second);
            var frames = new ArrayList<byte[]>();
            for (int i = 0; i < agents; i++) {
                var own = interval(second);
                record(own, rate, random);
                one.responseTime().add(own.responseTime());
                one.serviceTime().add(own.serviceTime());
                long start = System.nanoTime();
                frames.add(FrameWriter.bytes(new Frame.Second(0, 0, CompressedInterval.of(own))));
                encode += System.nanoTime() - start;
            }
            bytes += frames.stream().mapToLong(f -> f.length).sum();
            long start = SYSTEM.getProcessCpuTime();
            long startAllocated = THREADS.getCurrentThreadAllocatedBytes();
            for (var frame : frames) {
                if (FrameReader.read(frame) instanceof Frame.Second received) {
                    var interval = received.interval();
                    kept += interval.responseTime().length + interval.serviceTime().length;
                    intervals.add(interval.within(interval.window()), 0);
                    display.add(interval.decompressed().responseTime());
                }
            }
            receive += SYSTEM.getProcessCpuTime() - start;
            allocated += THREADS.getCurrentThreadAllocatedBytes() - startAllocated;
        }
        long start = SYSTEM.getProcessCpuTime();
        var merged = intervals.merged();
        long merge = SYSTEM.getProcessCpuTime() - start;
        check(merged, expected, agents * (long) rate);
        return new Outcome(bytes, encode, receive, allocated, kept, merge);
    }

    private static void record(Second interval, int rate, Random random) {
        for (int i = 0; i < rate; i++) {
            int at = random.nextInt(TIMES.length);
            interval.responseTime().recordValue(TIMES[at]);
            interval.serviceTime().recordValue(TIMES[at] / 2);
        }
    }

    private static Second interval(int second) {
        return new Second(
                new Window(second * SECOND, (second + 1) * SECOND),
                new Histogram(LOWEST, HIGHEST, DIGITS),
                new Histogram(LOWEST, HIGHEST, DIGITS));
    }

    private static void check(List<Second> merged, List<Second> expected, long count) {
        if (merged.size() != expected.size()) {
            throw new AssertionError(merged.size() + " seconds merged of " + expected.size());
        }
        for (int i = 0; i < merged.size(); i++) {
            if (!merged.get(i).responseTime().equals(expected.get(i).responseTime())
                    || !merged.get(i).serviceTime().equals(expected.get(i).serviceTime())
                    || merged.get(i).responseTime().getTotalCount() != count) {
                throw new AssertionError("second " + i + " differs from one recording");
            }
        }
    }
}
