package dev.loombench.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Ends a run after the last block that fits a given time. A run that begins anew, in another mode,
/// has what is left of its time, and blocks of its own.
final class BlockTimer implements Consumer<RunEvent> {
    private final BlockBudget budget;
    private final int variants;
    private final LongSupplier nanoTime;
    private @Nullable Path run;
    private long firstStartNanos;
    private long startedNanos;
    private long endedNanos;
    private int endedTrials;

    /// @param time from the start of the run
    /// @param variants trials per block
    /// @param nanoTime the monotonic clock
    BlockTimer(Duration time, int variants, LongSupplier nanoTime) {
        this.budget = new BlockBudget(time);
        this.variants = variants;
        this.nanoTime = nanoTime;
    }

    /// @throws TimeOver after the last block
    @Override
    public void accept(RunEvent event) {
        switch (event) {
            case RunEvent.Started started -> {
                startedNanos = nanoTime.getAsLong();
                if (run == null) {
                    firstStartNanos = startedNanos;
                }
                run = started.folder();
                endedTrials = 0;
            }
            case RunEvent.TrialEnded _ -> {
                endedTrials++;
                if (endedTrials % variants == 0) {
                    blockEnded();
                }
            }
            case RunEvent.Preparing _,
                    RunEvent.OthersUnknown _,
                    RunEvent.Waiting _,
                    RunEvent.AlreadyRunning _,
                    RunEvent.StartedAnew _,
                    RunEvent.Repeated _,
                    RunEvent.ModeChanged _,
                    RunEvent.Progress _,
                    RunEvent.PreciseEnough _,
                    RunEvent.BudgetSpent _,
                    RunEvent.AgentLost _ -> {}
        }
    }

    private void blockEnded() {
        endedNanos = nanoTime.getAsLong();
        var elapsed = Duration.ofNanos(endedNanos - firstStartNanos);
        if (budget.isSpent(elapsed, blockTime(), endedTrials / variants)) {
            throw new TimeOver(Objects.requireNonNull(run));
        }
    }

    /// Mean time of the blocks that have ended since the latest start, at least one.
    Duration blockTime() {
        return Duration.ofNanos(endedNanos - startedNanos).dividedBy(endedTrials / variants);
    }

    /// No further block fits the time.
    static final class TimeOver extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Path run;

        private TimeOver(Path run) {
            super("no further block fits the time");
            this.run = run;
        }

        /// The folder of the run.
        Path run() {
            return run;
        }
    }
}
