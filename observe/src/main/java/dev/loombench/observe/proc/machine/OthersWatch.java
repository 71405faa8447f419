package dev.loombench.observe.proc.machine;

import dev.loombench.observe.ProcessEndedException;
import dev.loombench.observe.proc.CpuClock;
import dev.loombench.observe.proc.machine.EnvironmentReader.CpuSample;
import dev.loombench.observe.result.OthersShare;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Supplier;

/// The use of the machine's processors by others than some processes, from its start on.
public final class OthersWatch {
    private final List<CpuClock> known;
    private final MachineStat before;
    private final long knownBefore;

    /// @param known clocks of the processes that are none of the others
    /// @param before read just before these
    OthersWatch(List<CpuClock> known, MachineStat before) {
        this.known = known;
        this.before = before;
        knownBefore = knownNanos();
    }

    /// Others than this process.
    ///
    /// @throws java.io.UncheckedIOException when the machine's account cannot be read
    public static OthersWatch start() {
        return new OthersWatch(List.of(own()), CpuSample.stat());
    }

    /// Others than this process and those of a service that it did not start.
    ///
    /// @param pid one of them
    /// @param service its processes that are alive now
    /// @throws ProcessEndedException when they have ended
    /// @throws java.io.UncheckedIOException when the machine's account cannot be read
    public static OthersWatch start(long pid, Supplier<Set<Long>> service) {
        var clocks = List.of(own(), CpuClock.ofService(pid, service, false));
        return new OthersWatch(clocks, CpuSample.stat());
    }

    private static CpuClock own() {
        return CpuClock.of(ProcessHandle.current().pid());
    }

    private long knownNanos() {
        return known.stream().mapToLong(CpuClock::nanos).sum();
    }

    /// The shares since its start. What a service used that has ended since is not known.
    public OthersShare end() {
        return end(CpuSample.stat());
    }

    OthersShare end(MachineStat now) {
        try {
            var sample = new CpuSample(before, now, knownNanos() - knownBefore);
            return new OthersShare(sample.othersBusyShare(), sample.stealShare());
        } catch (ProcessEndedException ended) {
            var sample = new CpuSample(before, now, 0);
            return new OthersShare(OptionalDouble.empty(), sample.stealShare());
        }
    }
}
