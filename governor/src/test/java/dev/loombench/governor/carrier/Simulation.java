package dev.loombench.governor.carrier;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A scheduler, its carriers and the machine under them, in steps of a time of its own.
///
/// Carriers that want a CPU share what the neighbours leave, evenly. Parallelism above what is in
/// force ends with the turns that are under way, as in the real one.
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
    boolean blind;
    long done;
    long longestWaitOfShort;
    private long nextLook = now;
    private long lastLook = now;
    private long cpu;
    private long runQueue;
    private @Nullable Turn probe;
    private long probeRan;
    private long probeCpu;
    private long probeAhead;
    private int probeParallelism;
    private long probeQueued;
    private boolean drained;

    /// One virtual thread's stay on a carrier: computing, then blocked; then it parks and returns,
    /// or is gone.
    static final class Turn {
        final long compute;
        final long block;
        final long park;
        final boolean returns;
        long computeLeft;
        long blockLeft;
        long came;

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

    /// Everybody leaves at the end of the turn.
    void clear() {
        queue.clear();
        probeRan = probeRan == 0 ? now : probeRan;
        later.clear();
        mounted.clear();
    }

    private void enqueue(Turn turn) {
        turn.computeLeft = turn.compute;
        turn.blockLeft = turn.block;
        turn.came = now;
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
        if (now >= nextLook) {
            mount(); // a carrier that came free has the next in the queue at once
            look();
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
            longestWaitOfShort = Math.max(longestWaitOfShort, now - next.came);
        }
        return next;
    }

    private void work() {
        long wanting = mounted.stream().filter(turn -> turn.computeLeft > 0).count();
        double fair = wanting == 0 ? tick : cpus * tick * (1 - neighbours) / wanting;
        long share = (long) Math.min((double) tick, fair);
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

    /// The carrier takes the next turn as soon as one ends, within the share of this step.
    private void compute(Turn first, long share) {
        var turn = first;
        long left = share;
        while (turn != null) {
            long got = Math.min(left, turn.computeLeft);
            turn.computeLeft -= got;
            cpu += got;
            left -= got;
            turn.blockLeft -= turn.computeLeft == 0 ? left : 0;
            if (turn.computeLeft > 0 || turn.blockLeft > 0) {
                return;
            }
            boolean goesOn = turn.block == 0 && left > 0 && mounted.size() <= parallelism;
            end(turn);
            turn = goesOn ? next() : null;
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

    private void look() {
        boolean waits = probe != null && probeRan == 0;
        long queued = (long) queue.size() - (waits ? 1 : 0);
        probeCpu += cpu;
        drained |= queued < probeQueued;
        SchedulerSample.ProbeResult newcomer = new SchedulerSample.ProbeResult.NotTried();
        if (probe != null && probeParallelism != parallelism) {
            queue.remove(probe);
            probe = null;
        }
        if (probe != null) {
            long until = waits ? now : probeRan;
            SchedulerSample.Activity activity =
                    blind
                            ? new SchedulerSample.Activity.Unknown("the simulation is blind")
                            : new SchedulerSample.Activity.Times(
                                    parallelism, cpu, runQueue, now - lastLook);
            newcomer =
                    new SchedulerSample.ProbeResult.Waited(
                            Math.max(0, until - Math.max(lastLook, probe.came)),
                            until - probe.came,
                            probeAhead,
                            probeCpu,
                            drained,
                            activity);
            probe = waits ? probe : null;
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
        var look =
                new SchedulerSample(
                        now + clockError, parallelism, mounted.size(), queued, newcomer);
        var decision = controller.decide(look);
        decisions.add(decision);
        parallelism = decision.to();
        cpu = 0;
        runQueue = 0;
        lastLook = now;
        nextLook = now + Math.max(tick, decision.pauseNanos());
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
