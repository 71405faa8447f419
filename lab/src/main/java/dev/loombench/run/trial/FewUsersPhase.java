package dev.loombench.run.trial;

import dev.loombench.load.LoadProgress;
import dev.loombench.observe.proc.CpuClock;
import dev.loombench.run.server.ServerFailed;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.ValueSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// The start of the warm-up of a JVM under a closed load: as many users as there are processors,
/// until its compilers have little left to do.
///
/// Under many users that compute, hundreds of threads share the processors with two or three
/// threads of the compilers, so the server runs slow code for minutes. As many users as processors
/// leave the compilers a fair share.
///
/// It ends at once where the requests wait instead of computing, or nothing is compiled.
///
/// @param users of this phase
/// @param limit its longest time
/// @param nanoTime the monotonic clock
record FewUsersPhase(int users, Duration limit, LongSupplier nanoTime, Pause pause) {
    static final String NAME = "warm-up";

    /// Samples of which it is judged whether requests wait, 0.5 s.
    private static final int LATEST = 2;

    /// Samples of which the compilers' share is taken, 2 s.
    private static final int RECENT = 8;

    /// Share of its time that a user's request computes, below which the compilers find a free
    /// processor under any number of users.
    private static final double WAITING = 0.25;

    /// Share of the compilers in the CPU time, below which they have little left to do.
    private static final double COMPILED = 0.1;

    /// Users for each processor up to which a load is not shortened of users.
    private static final int USERS_PER_PROCESSOR = 2;

    /// What the server has done in the phase.
    ///
    /// @param responses good ones
    /// @param compilers their CPU time, ns
    record Served(long responses, long compilers) {
        static final Served NOTHING = new Served(0, 0);
    }

    /// Empty where the whole load is as good from its start: an open load, whose rate leaves the
    /// compilers time; few users; a load that changes, or that pauses; requests that count, whose
    /// numbers a second load would repeat; a process whose code is compiled already.
    ///
    /// @param callsNeeded as in [WarmupDetector]
    static Optional<FewUsersPhase> of(
            LoadModel model,
            ExperimentSpec spec,
            long callsNeeded,
            int processors,
            LongSupplier nanoTime,
            Pause pause) {
        var limit = spec.phases().warmUpMax().dividedBy(2);
        boolean counts =
                spec.traffic().values().values().stream()
                        .anyMatch(ValueSource.Counter.class::isInstance);
        return model instanceof LoadModel.Closed closed
                        && closed.isConstant()
                        && closed.thinkTime().isZero()
                        && closed.connections() > USERS_PER_PROCESSOR * processors
                        && spec.phases().warmUpCycles().isEmpty()
                        && callsNeeded > 0
                        && !counts
                ? Optional.of(new FewUsersPhase(processors, limit, nanoTime, pause))
                : Optional.empty();
    }

    LoadModel.Closed load() {
        return new LoadModel.Closed(users, Duration.ZERO);
    }

    /// Samples a load that has started until the phase is over.
    ///
    /// @param startNanos of the load, on the monotonic clock
    /// @param compilers CPU time of the server's compilers, 0 where it is not known
    Served run(
            long startNanos,
            Supplier<LoadProgress> load,
            CpuClock cpu,
            CpuClock compilers,
            TrialProgress progress)
            throws InterruptedException, ServerFailed {
        var readings = new ArrayList<Reading>();
        readings.add(new Reading(startNanos, 0, cpu.nanos(), compilers.nanos()));
        long deadline = startNanos + limit.toNanos();
        while (!isOver(readings) && nanoTime.getAsLong() - deadline < 0) {
            var latest = readings.getLast();
            progress.update(
                    "compiling under %d users".formatted(users),
                    Duration.ofNanos(latest.nanos - startNanos),
                    throughput(readings));
            pause.pause(
                    NAME,
                    Math.min(
                            ServerUnderLoad.SAMPLE_INTERVAL_NANOS,
                            deadline - nanoTime.getAsLong()));
            readings.add(
                    new Reading(
                            nanoTime.getAsLong(),
                            load.get().succeeded(),
                            cpu.nanos(),
                            compilers.nanos()));
        }
        var all = readings.getLast().since(readings.getFirst());
        return new Served(all.responses, all.compilers);
    }

    private boolean isOver(List<Reading> readings) {
        int samples = readings.size() - 1;
        if (samples < LATEST) {
            return false;
        }
        var last = readings.getLast();
        var latest = last.since(readings.get(samples - LATEST));
        boolean compiles = last.compilers > readings.getFirst().compilers;
        if (!compiles || latest.cpu < WAITING * users * latest.nanos) {
            return true;
        }
        var recent = last.since(readings.get(Math.max(0, samples - RECENT)));
        return samples >= RECENT && recent.compilers <= COMPILED * recent.cpu;
    }

    /// Good responses per second since the sample before the last.
    private static double throughput(List<Reading> readings) {
        if (readings.size() < 2) {
            return 0;
        }
        var latest = readings.getLast().since(readings.get(readings.size() - 2));
        return latest.responses / (latest.nanos / 1e9);
    }

    /// What has been counted until a time, or between two of them.
    private record Reading(long nanos, long responses, long cpu, long compilers) {
        Reading since(Reading earlier) {
            return new Reading(
                    nanos - earlier.nanos,
                    responses - earlier.responses,
                    cpu - earlier.cpu,
                    compilers - earlier.compilers);
        }
    }
}
