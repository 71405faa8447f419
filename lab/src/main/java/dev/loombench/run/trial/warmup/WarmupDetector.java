package dev.loombench.run.trial.warmup;

import dev.loombench.experiment.Metric;
import dev.loombench.load.result.LoadProgress;
import dev.loombench.result.Steadiness;
import dev.loombench.result.Steadiness.State;
import dev.loombench.stats.series.SteadyState;
import dev.loombench.traffic.LoadModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The decision which metrics of a server have become steady, from samples of throughput, CPU per
/// request, the CPU time of its compilers and, of an open load, the mean response time and the
/// arrivals that wait for a free connection.
///
/// Response times of an open load vary with the queue, longer than a warm-up lasts near saturation.
/// So they need not be shown to be steady: they are not while they rise or fall.
///
/// A metric needs two tests that pass, one with the samples so far and one without the latest of
/// them: a test that is repeated with each sample would pass by chance sooner or later.
public final class WarmupDetector {
    /// Samples between the two tests.
    static final int CONFIRMATION = 4;

    /// Samples of the shortest horizon, 10 s: an approach with a longer time constant lasts long
    /// enough for the horizon that grows with the warm-up.
    private static final int HORIZON = 40;

    /// Samples of the horizon of a lasting trend, 60 s: the time constant of the slowest approach
    /// that is looked for, and about the time of a trial.
    private static final int FAR = 240;

    /// Largest relative distance from the level that is reached later, and largest share of the
    /// compilers in the CPU time: once they finish, CPU per request falls by that share.
    private static final double TOLERANCE = 0.05;

    /// Most processors of a server that mostly waits: with one processor, it waits little for it.
    private static final double MOST_WAITING = 0.5;

    /// Most successive samples without a response of a server that responds, 3 s.
    private static final int MOST_SILENT = 12;

    private final boolean open;
    private final ThroughputEstimate estimate;
    private final long callsNeeded;
    private final Trend throughput = new Trend();
    private final Trend cpuPerRequest = new Trend();
    private final Trend response = new Trend();
    private final Since throughputSteady = new Since();
    private final Since cpuSteady = new Since();
    private final Since responseSteady = new Since();
    private final List<Sample> samples = new ArrayList<>();
    private long responses;
    private long compilerNanos;
    private int silent;
    private long cpuWithoutResponse;
    private double latestCpu = Double.POSITIVE_INFINITY;
    private double latestResponse = Double.POSITIVE_INFINITY;

    /// @param responses good responses in the interval
    /// @param responseNanos sum of their response times, ns
    /// @param errors failed requests in the interval
    /// @param seconds length of the interval
    /// @param cpu CPU time of the server in the interval, ns; 0 where it is not known
    /// @param compilers CPU time of its compilers' threads, ns; 0 where it is not known
    /// @param overdue how long the oldest arrival has waited at the end of the interval, ns
    public record Sample(
            long responses,
            long responseNanos,
            long errors,
            double seconds,
            long cpu,
            long compilers,
            long overdue) {
        /// Good responses per second.
        double counted() {
            return responses / seconds;
        }
    }

    /// @param callsNeeded responses before which CPU per request of a server with just-in-time
    ///   compilers is not steady; 0 where its code is compiled already
    public WarmupDetector(LoadModel model, long callsNeeded) {
        open = model instanceof LoadModel.Open;
        estimate = new ThroughputEstimate(model);
        this.callsNeeded = callsNeeded;
    }

    /// @param elapsedNanos since the start of the load, at the end of the sample
    public void add(Sample sample, long elapsedNanos) {
        samples.add(sample);
        responses += sample.responses;
        compilerNanos += sample.compilers;
        throughput.add(estimate.of(sample));
        addPerRequest(sample);
        throughputSteady.add(throughputState(), throughput.change(), elapsedNanos);
        cpuSteady.add(cpuState(), cpuPerRequest.change(), elapsedNanos);
        if (open) {
            response.add(latestResponse);
            responseSteady.add(responseState(), Double.POSITIVE_INFINITY, elapsedNanos);
        }
    }

    /// A sample without a response is one with the next that has any: between, the figures stay.
    private void addPerRequest(Sample sample) {
        cpuWithoutResponse += sample.cpu;
        if (sample.responses > 0) {
            silent = 0;
            latestCpu = (double) cpuWithoutResponse / sample.responses;
            latestResponse = (double) sample.responseNanos / sample.responses;
            cpuWithoutResponse = 0;
        } else if (++silent > MOST_SILENT) {
            latestCpu = Double.POSITIVE_INFINITY;
            latestResponse = Double.POSITIVE_INFINITY;
        }
        cpuPerRequest.add(latestCpu);
    }

    double latestThroughput() {
        return samples.isEmpty() ? 0 : samples.getLast().counted();
    }

    /// The latest throughput, or the mean so far where that is below 10/s.
    public double shownThroughput() {
        double seconds = samples.stream().mapToDouble(Sample::seconds).sum();
        return responses < LoadProgress.SLOW * seconds ? responses / seconds : latestThroughput();
    }

    long responses() {
        return responses;
    }

    /// How each metric stands: CPU per request where it is known, response time in an open load.
    public List<Steadiness> metrics() {
        var metrics = new ArrayList<Steadiness>();
        metrics.add(throughputSteady.of(Metric.THROUGHPUT));
        if (samples.stream().anyMatch(s -> s.cpu > 0)) {
            metrics.add(cpuSteady.of(Metric.CPU_PER_REQUEST));
        }
        if (open) {
            metrics.add(responseSteady.of(Metric.P50));
        }
        return metrics;
    }

    /// Whether all metrics are steady.
    public boolean steady() {
        return metrics().stream().allMatch(Steadiness::isSteady);
    }

    /// Whether the metrics are steady that decide an experiment. Throughput of an open load follows
    /// its schedule, so the trend of CPU per request counts there, as a part of response times.
    ///
    /// @param byWork whether it is decided by the work of the server's processors
    public boolean decided(boolean byWork) {
        return throughputState() == State.STEADY
                && (!byWork || cpuState() == State.STEADY)
                && (!open || (responseState() == State.STEADY && cpuPerRequest.isSteady()));
    }

    /// Whether the process will have served too few requests for its compilers after a further time
    /// at the latest throughput.
    public boolean callsOutOfReach(long nanos) {
        return lacksCalls(responses + latestThroughput() * Math.max(0, nanos) / 1e9);
    }

    /// Whether its code is compiled, as far as calls and compilers show.
    public boolean isCompiled() {
        return !lacksCalls((double) responses) && compilersIdle();
    }

    /// Whether throughput hardly depends on the code: the server uses at most half a processor, and
    /// so little of its response times that without it they would be as long within the tolerance.
    public boolean mostlyWaits() {
        var latest = latest(CONFIRMATION + SteadyState.FEWEST);
        double cpu = latest.stream().mapToLong(Sample::cpu).sum();
        double seconds = latest.stream().mapToDouble(Sample::seconds).sum();
        double response = latest.stream().mapToLong(Sample::responseNanos).sum();
        return cpu > 0 && cpu <= MOST_WAITING * 1e9 * seconds && cpu <= TOLERANCE * response;
    }

    private boolean lacksCalls(double calls) {
        return compilerNanos > 0 && calls < callsNeeded && !areRequestsLong();
    }

    private boolean areRequestsLong() {
        var latest = latest(CONFIRMATION + SteadyState.FEWEST);
        long served = latest.stream().mapToLong(Sample::responses).sum();
        long cpu = latest.stream().mapToLong(Sample::cpu).sum();
        return (double) cpu >= Steadiness.LONG_REQUEST_NANOS * (double) served;
    }

    private State throughputState() {
        return latestThroughput() > 0 ? throughput.state() : State.UNDECIDED;
    }

    private State cpuState() {
        var trend = cpuPerRequest.state();
        if (trend == State.RISING || trend == State.FALLING) {
            return trend;
        }
        if (lacksCalls((double) responses)) {
            return State.TOO_FEW_CALLS;
        }
        return compilersIdle() ? trend : State.COMPILING;
    }

    private State responseState() {
        if (latest(CONFIRMATION).stream().allMatch(s -> s.overdue > 0)) {
            return State.BACKLOG;
        }
        var trend = response.state();
        return trend == State.RISING || trend == State.FALLING ? trend : State.STEADY;
    }

    private boolean compilersIdle() {
        var latest = latest(CONFIRMATION + SteadyState.FEWEST);
        long compilers = latest.stream().mapToLong(Sample::compilers).sum();
        return compilers <= TOLERANCE * latest.stream().mapToLong(Sample::cpu).sum();
    }

    private List<Sample> latest(int count) {
        return samples.subList(Math.max(0, samples.size() - count), samples.size());
    }

    /// A series, and the outcomes of its tests.
    private static final class Trend {
        private double[] values = new double[64];
        private final List<SteadyState.Outcome> tests = new ArrayList<>();

        void add(double value) {
            int count = tests.size();
            if (count == values.length) {
                values = Arrays.copyOf(values, 2 * count);
            }
            values[count] = value;
            tests.add(SteadyState.of(Arrays.copyOf(values, count + 1), HORIZON, FAR, TOLERANCE));
        }

        boolean isSteady() {
            return state() == State.STEADY;
        }

        /// The largest change that the latest test allows, as a share of the level.
        double change() {
            return tests.getLast().change();
        }

        State state() {
            return switch (tests.getLast().state()) {
                case REACHED ->
                        tests.size() > CONFIRMATION
                                        && tests.get(tests.size() - 1 - CONFIRMATION).state()
                                                == SteadyState.REACHED
                                ? State.STEADY
                                : State.UNDECIDED;
                case RISING -> State.RISING;
                case FALLING -> State.FALLING;
                case UNDECIDED -> State.UNDECIDED;
            };
        }
    }

    /// The latest state of a metric, and the time from which on it has been steady.
    private static final class Since {
        private State state = State.UNDECIDED;
        private double change = Double.POSITIVE_INFINITY;
        private long nanos;

        void add(State latest, double latestChange, long elapsedNanos) {
            change = latestChange;
            if (latest == State.STEADY && state != State.STEADY) {
                nanos = elapsedNanos;
            }
            state = latest;
        }

        Steadiness of(Metric metric) {
            return switch (state) {
                case STEADY -> Steadiness.steadyAfter(metric, nanos);
                case UNDECIDED -> Steadiness.undecided(metric, change);
                case RISING, FALLING, TOO_FEW_CALLS, COMPILING, BACKLOG ->
                        Steadiness.not(metric, state);
            };
        }
    }
}
