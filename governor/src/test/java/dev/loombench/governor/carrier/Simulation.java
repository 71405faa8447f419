package dev.loombench.governor.carrier;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A simulation of a scheduler, its carriers and the machine, in discrete simulated time.
///
/// Runnable carriers share the CPU that the neighbours leave evenly. When parallelism falls,
/// surplus carriers finish their turns first, as in the JDK.
final class Simulation {
    final long tick;
    final int cpus;
    final List<Decision> decisions = new ArrayList<>();
    private final CarrierController controller;
    private final ArrayDeque<Turn> queue = new ArrayDeque<>();
    private final List<Turn> mounted = new ArrayList<>();
    private final Map<Long, List<Turn>> later = new HashMap<>();

    long now = 1_000_000_000;
    long clockError;
    int parallelism;
    double neighbours;
    boolean timesUnavailable;
    long done;
    long longestWaitOfShort;
    private long nextSample = now;
    private long lastSample = now;
    private long cpu;
    private long runQueue;
    private @Nullable Turn probe;
    private long probeRan;
    private long probeCpu;
    private long probeAhead;
    private int probeParallelism;
    private long probeQueued;
    private boolean drained;

    /// One turn of a virtual thread on a carrier: it computes, then blocks; then it parks and
    /// returns, or ends.
    static final class Turn {
        final long compute;
        final long block;
        final long park;
        final boolean returns;
        long computeLeft;
        long blockLeft;
        long enqueuedAt;

        Turn(long compute, long block, long park, boolean returns) {
            this.compute = compute;
            this.block = block;
            this.park = park;
            this.returns = returns;
        }
    }

    Simulation(Bounds bounds, int cpus, long tick) {
        this.controller = new CarrierController(bounds);
        this.parallelism = bounds.base();
        this.cpus = cpus;
        this.tick = tick;
    }

    void add(int count, long compute, long block, long park, boolean returns) {
        for (int i = 0; i < count; i++) {
            enqueue(new Turn(compute, block, park, returns));
        }
    }

    /// Removes all turns.
    void clear() {
        queue.clear();
        probeRan = probeRan == 0 ? now : probeRan;
        later.clear();
        mounted.clear();
    }

    private void enqueue(Turn turn) {
        turn.computeLeft = turn.compute;
        turn.blockLeft = turn.block;
        turn.enqueuedAt = now;
        queue.add(turn);
    }

    void run(double seconds) {
        long end = now + (long) (seconds * 1e9);
        while (now < end) {
            step();
        }
    }

    private void step() {
        Optional.ofNullable(later.remove(now / tick)).orElse(List.of()).forEach(this::enqueue);
        mount();
        work();
        now += tick;
        if (now >= nextSample) {
            mount(); // a free carrier takes the next turn at once
            sample();
        }
    }

    private void mount() {
        while (mounted.size() < parallelism) {
            var next = next();
            if (next == null) {
                return;
            }
            mounted.add(next);
        }
    }

    private @Nullable Turn next() {
        if (queue.peek() == probe && probe != null) {
            probeRan = now;
            queue.remove();
        }
        var next = queue.poll();
        if (next != null && next.compute < 1_000_000) {
            longestWaitOfShort = Math.max(longestWaitOfShort, now - next.enqueuedAt);
        }
        return next;
    }

    private void work() {
        int wanting = 0; // without a stream, which would take most of the time of all simulations
        for (var turn : mounted) {
            wanting += turn.computeLeft > 0 ? 1 : 0;
        }
        double evenShare = wanting == 0 ? tick : cpus * tick * (1 - neighbours) / wanting;
        long share = (long) Math.min((double) tick, evenShare);
        for (int i = mounted.size() - 1; i >= 0; i--) {
            var turn = mounted.get(i);
            if (turn.computeLeft > 0) {
                runQueue += tick - share;
                compute(turn, share);
            } else {
                turn.blockLeft -= tick;
                if (turn.blockLeft <= 0) {
                    end(turn);
                }
            }
        }
    }

    /// Computes within the share of this step; the carrier takes the next turn as soon as one ends.
    private void compute(Turn first, long share) {
        var turn = first;
        long left = share;
        while (turn != null) {
            long used = Math.min(left, turn.computeLeft);
            turn.computeLeft -= used;
            cpu += used;
            left -= used;
            turn.blockLeft -= turn.computeLeft == 0 ? left : 0;
            if (turn.computeLeft > 0 || turn.blockLeft > 0) {
                return;
            }
            boolean takesNext = turn.block == 0 && left > 0 && mounted.size() <= parallelism;
            end(turn);
            turn = takesNext ? next() : null;
            if (turn != null) {
                mounted.add(turn);
            }
        }
    }

    private void end(Turn turn) {
        mounted.remove(turn);
        done++;
        leave(turn);
    }

    private void leave(Turn turn) {
        if (!turn.returns) {
            return;
        }
        if (turn.park == 0) {
            enqueue(turn);
        } else {
            later.computeIfAbsent((now + turn.park) / tick, t -> new ArrayList<>()).add(turn);
        }
    }

    private void sample() {
        boolean waiting = probe != null && probeRan == 0;
        long queued = (long) queue.size() - (waiting ? 1 : 0);
        probeCpu += cpu;
        drained |= queued < probeQueued;
        SchedulerSample.ProbeResult probeResult = new SchedulerSample.ProbeResult.NotTried();
        if (probe != null && probeParallelism != parallelism) {
            queue.remove(probe);
            probe = null;
        }
        if (probe != null) {
            long until = waiting ? now : probeRan;
            SchedulerSample.Activity activity =
                    timesUnavailable
                            ? new SchedulerSample.Activity.Unknown("not simulated")
                            : new SchedulerSample.Activity.Times(
                                    parallelism, cpu, runQueue, now - lastSample);
            probeResult =
                    new SchedulerSample.ProbeResult.Waited(
                            Math.max(0, until - Math.max(lastSample, probe.enqueuedAt)),
                            until - probe.enqueuedAt,
                            probeAhead,
                            probeCpu,
                            drained,
                            activity);
            probe = waiting ? probe : null;
        }
        if (probe == null && mounted.size() >= parallelism) {
            probeParallelism = parallelism;
            probe = new Turn(0, 0, 0, false);
            probeRan = 0;
            probeCpu = 0;
            probeAhead = queued + mounted.size();
            probeQueued = queued;
            drained = false;
            enqueue(probe);
        }
        var sample =
                new SchedulerSample(
                        now + clockError, parallelism, mounted.size(), queued, probeResult);
        var decision = controller.decide(sample);
        decisions.add(decision);
        parallelism = decision.to();
        cpu = 0;
        runQueue = 0;
        lastSample = now;
        nextSample = now + Math.max(tick, decision.pauseNanos());
    }

    int highestSince(long nanos) {
        return decisions.stream()
                .filter(d -> d.nanos() >= nanos)
                .mapToInt(Decision::to)
                .max()
                .orElse(parallelism);
    }

    int lowestSince(long nanos) {
        return decisions.stream()
                .filter(d -> d.nanos() >= nanos)
                .mapToInt(Decision::to)
                .min()
                .orElse(parallelism);
    }
}
