package dev.loombench.analysis.validity;

import static dev.loombench.analysis.validity.Exceedance.highest;
import static dev.loombench.analysis.validity.Exceedance.scaled;

import dev.loombench.analysis.trial.NetworkSummary;
import dev.loombench.analysis.trial.TrialMetrics;
import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.observe.result.Environment;
import dev.loombench.observe.result.MetricId;
import dev.loombench.result.AgentFigures;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialOutcome.BatchCompleted;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Successful;
import dev.loombench.result.TrialResult;
import dev.loombench.spec.Metric;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/// Something that happened on the machine around the servers.
///
/// A machine affects all variants, so each of these is found once per run and names the variants in
/// whose trials it was observed.
public sealed interface MachineFinding extends Finding {

    /// Another run was measuring on this machine when this one started.
    record ConcurrentRun() implements MachineFinding {
        static Optional<ConcurrentRun> of(RunManifest manifest) {
            return manifest.exclusive() ? Optional.empty() : Optional.of(new ConcurrentRun());
        }

        @Override
        public String kind() {
            return "concurrent-run";
        }

        @Override
        public Severity severity() {
            return Severity.INVALID;
        }
    }

    /// Other processes or the hypervisor took CPU just before the run.
    ///
    /// @param othersShare of all processors, 0..1, as `stealShare`
    record CpuContentionBefore(double othersShare, double stealShare) implements MachineFinding {
        /// Above this share of all processors, other processes distort figures.
        public static final double OTHERS_LIMIT = 0.10;

        private static final double STEAL_LIMIT = 0.02;

        static Optional<CpuContentionBefore> of(Environment environment) {
            double others = environment.othersBusyShare().orElse(0);
            double stolen = environment.stealShare().orElse(0);
            return others > OTHERS_LIMIT || stolen > STEAL_LIMIT
                    ? Optional.of(new CpuContentionBefore(others, stolen))
                    : Optional.empty();
        }

        @Override
        public String kind() {
            return "cpu-contention-before";
        }

        @Override
        public Severity severity() {
            return Severity.NOTE;
        }
    }

    /// Other processes or the hypervisor took CPU within the window.
    ///
    /// @param othersShare highest share of all processors used neither by the server nor by the
    ///   generator, 0..1; 0 where it was below its limit; the same holds for `stealShare`
    record CpuContentionDuring(List<String> variants, double othersShare, double stealShare)
            implements MachineFinding {
        /// Includes the kernel's work for the network, which it accounts to no process.
        private static final double OTHERS_LIMIT = 0.15;

        private static final double STEAL_LIMIT = 0.02;

        public CpuContentionDuring {
            variants = List.copyOf(variants);
        }

        static Optional<CpuContentionDuring> of(List<TrialResult> results, int cores) {
            var others = Exceedance.of(results, t -> others(t, cores), OTHERS_LIMIT);
            var stolen =
                    Exceedance.of(
                            results,
                            t ->
                                    scaled(
                                            TrialMetrics.rate(t, MetricId.MACHINE_CPU_STEAL),
                                            1e-9 / cores),
                            STEAL_LIMIT);
            return Optional.of(Exceedance.variants(others, stolen))
                    .filter(variants -> !variants.isEmpty())
                    .map(variants ->
                            new CpuContentionDuring(variants, highest(others), highest(stolen)));
        }

        /// `busy - server - generator - resting servers`, as a share of all processors, 0..1: the
        /// kernel counts busy time in ticks, which short slices cut.
        private static OptionalDouble others(Successful trial, int cores) {
            var busy = TrialMetrics.rate(trial, MetricId.MACHINE_CPU_BUSY);
            var server = TrialMetrics.rate(trial, MetricId.PROCESS_CPU);
            double known =
                    TrialMetrics.generatorNanos(trial) / trial.window().seconds()
                            + 1e9 * RestingServersBusy.cores(trial).orElse(0);
            return busy.isPresent() && server.isPresent()
                    ? scaled(
                            OptionalDouble.of(
                                    Math.clamp(
                                            busy.getAsDouble() - server.getAsDouble() - known,
                                            0,
                                            1e9 * cores)),
                            1e-9 / cores)
                    : OptionalDouble.empty();
        }

        @Override
        public String kind() {
            return "cpu-contention-during";
        }

        @Override
        public Severity severity() {
            return Severity.NOTE;
        }
    }

    /// Servers of an interleaved block used CPU while they rested, which the measured server did
    /// not have.
    ///
    /// @param share highest share of all processors, 0..1
    record RestingServersBusy(List<String> variants, double share) implements MachineFinding {
        private static final double LIMIT = 0.10;

        public RestingServersBusy {
            variants = List.copyOf(variants);
        }

        static Optional<RestingServersBusy> of(List<TrialResult> results, int cores) {
            return Exceedance.of(results, t -> scaled(cores(t), 1.0 / cores), LIMIT)
                    .map(e -> new RestingServersBusy(e.variants(), e.highest()));
        }

        private static OptionalDouble cores(Successful trial) {
            return trial instanceof Completed completed && completed.interleaving().isPresent()
                    ? completed.interleaving().get().restingCores()
                    : OptionalDouble.empty();
        }

        @Override
        public String kind() {
            return "resting-servers-busy";
        }

        @Override
        public Severity severity() {
            return Severity.INVALID;
        }

        /// Memory and threads do not depend on the CPU that others use.
        @Override
        public boolean affects(Metric metric) {
            return !metric.isFootprint();
        }
    }

    /// Processes waited for memory.
    ///
    /// @param pages most swapped in a trial; 0 where that was below its limit
    /// @param stalledShare highest share of a window in which processes waited, with the same rule
    record MemoryShort(List<String> variants, double pages, double stalledShare)
            implements MachineFinding {
        /// 4 MB: an idle machine swaps less.
        private static final double PAGES_LIMIT = 1_000;

        private static final double STALLED_LIMIT = 0.01;

        public MemoryShort {
            variants = List.copyOf(variants);
        }

        static Optional<MemoryShort> of(List<TrialResult> results) {
            var swapped =
                    Exceedance.of(
                            results,
                            t -> TrialMetrics.growth(t, MetricId.MACHINE_SWAPPED),
                            PAGES_LIMIT);
            var stalled =
                    Exceedance.of(
                            results,
                            t ->
                                    scaled(
                                            TrialMetrics.rate(t, MetricId.MACHINE_MEMORY_STALLED),
                                            1e-9),
                            STALLED_LIMIT);
            return Optional.of(Exceedance.variants(swapped, stalled))
                    .filter(variants -> !variants.isEmpty())
                    .map(variants -> new MemoryShort(variants, highest(swapped), highest(stalled)));
        }

        @Override
        public String kind() {
            return "memory-short";
        }

        @Override
        public Severity severity() {
            return Severity.INVALID;
        }
    }

    /// A full listen queue rejected connections.
    ///
    /// @param connections most in a trial
    /// @param timedOut most connections in a trial that the load generator closed because their
    ///   requests timed out: they stay in the queue of a server that does not accept them
    record ListenQueueOverflowed(List<String> variants, double connections, long timedOut)
            implements MachineFinding {
        /// Attempts of a kernel to open a connection within a minute: at once, and after 1, 3, 7,
        /// 15 and 31 s.
        private static final int ATTEMPTS = 6;

        public ListenQueueOverflowed {
            variants = List.copyOf(variants);
        }

        static Optional<ListenQueueOverflowed> of(List<TrialResult> results) {
            return Exceedance.of(
                            results, t -> TrialMetrics.growth(t, MetricId.NET_LISTEN_OVERFLOWS), 0)
                    .map(e ->
                            new ListenQueueOverflowed(
                                    e.variants(), e.highest(), timedOut(results, e.variants())));
        }

        private static long timedOut(List<TrialResult> results, List<String> variants) {
            return results.stream()
                    .filter(result -> variants.contains(result.trial().variant()))
                    .flatMap(result ->
                            result.outcome() instanceof Completed trial
                                    ? Stream.of(trial.load().connections().timedOut())
                                    : Stream.<Long>empty())
                    .max(Long::compare)
                    .orElse(0L);
        }

        /// Whether time-outs closed as many connections as the queue rejected attempts to replace
        /// them.
        public boolean followsTimeOuts() {
            return ATTEMPTS * timedOut >= connections;
        }

        @Override
        public String kind() {
            return "listen-queue-overflowed";
        }

        @Override
        public Severity severity() {
            return Severity.NOTE;
        }
    }

    /// TCP segments were retransmitted.
    ///
    /// @param share of segments per response, highest of the trials
    record Retransmitted(List<String> variants, double share) implements MachineFinding {
        private static final double LIMIT = 0.001;

        public Retransmitted {
            variants = List.copyOf(variants);
        }

        static Optional<Retransmitted> of(List<TrialResult> results) {
            return Exceedance.of(results, Retransmitted::perResponse, LIMIT)
                    .map(e -> new Retransmitted(e.variants(), e.highest()));
        }

        private static OptionalDouble perResponse(Successful trial) {
            return switch (trial) {
                case Completed completed when completed.load().counts().succeededInWindow() > 0 ->
                        scaled(
                                TrialMetrics.growth(trial, MetricId.NET_RETRANSMITS),
                                1.0 / completed.load().counts().succeededInWindow());
                case Completed _, BatchCompleted _ -> OptionalDouble.empty();
            };
        }

        @Override
        public String kind() {
            return "retransmitted";
        }

        @Override
        public Severity severity() {
            return Severity.NOTE;
        }
    }

    /// The server was stopped by a signal or a debugger.
    ///
    /// @param variant or another name of what was loaded
    /// @param seconds in the trial with the longest stop
    /// @param windowSeconds of that trial
    record ServerStopped(String variant, double seconds, double windowSeconds)
            implements MachineFinding {

        /// Checks one window.
        public static Optional<ServerStopped> of(
                String variant, double nanos, double windowSeconds) {
            return nanos > 0
                    ? Optional.of(new ServerStopped(variant, nanos / 1e9, windowSeconds))
                    : Optional.empty();
        }

        static Optional<ServerStopped> of(String variant, List<Completed> trials) {
            return trials.stream()
                    .flatMap(t -> of(variant, stoppedNanos(t), t.window().seconds()).stream())
                    .max(Comparator.comparingDouble(ServerStopped::seconds));
        }

        private static double stoppedNanos(Completed trial) {
            return TrialMetrics.growth(trial, MetricId.PROCESS_STOPPED).orElse(0);
        }

        @Override
        public String kind() {
            return "server-stopped";
        }

        @Override
        public Severity severity() {
            return Interruption.tooLong(seconds, seconds, windowSeconds)
                    ? Severity.INVALID
                    : Severity.NOTE;
        }

        @Override
        public List<String> variants() {
            return List.of(variant);
        }

        @Override
        public boolean affects(Metric metric) {
            return !metric.isFootprint();
        }
    }

    /// The load came from agents on other machines.
    record NetworkCrossed(NetworkSummary network) implements MachineFinding {
        static Optional<NetworkCrossed> of(List<TrialResult> results) {
            if (!byAllLoads(results)) {
                return Optional.empty();
            }
            return Optional.of(
                    new NetworkCrossed(
                            NetworkSummary.of(
                                    completed(results)
                                            .flatMap(trial -> trial.agents().stream())
                                            .map(AgentFigures::network)
                                            .toList())));
        }

        /// Whether the load of every completed trial came from other machines.
        static boolean byAllLoads(List<TrialResult> results) {
            return completed(results).findAny().isPresent()
                    && completed(results).allMatch(Completed::loadedFromElsewhere);
        }

        private static Stream<Completed> completed(List<TrialResult> results) {
            return results.stream()
                    .map(TrialResult::outcome)
                    .filter(Completed.class::isInstance)
                    .map(Completed.class::cast);
        }

        @Override
        public String kind() {
            return "network-crossed";
        }

        @Override
        public Severity severity() {
            return Severity.INFORMATION;
        }
    }

    /// Server and load generator shared the cores of one machine.
    record SharedMachine(int cores) implements MachineFinding {
        /// Empty also for services that already run, where no process of them is on this machine,
        /// and where agents on other machines drove the load.
        static Optional<SharedMachine> of(RunManifest manifest, List<TrialResult> results) {
            boolean elsewhere =
                    manifest.spec().variants().stream().allMatch(v -> v.endpoint().isPresent())
                            && results.stream().noneMatch(SharedMachine::hasProcess);
            return manifest.spec().isBatch() || elsewhere || NetworkCrossed.byAllLoads(results)
                    ? Optional.empty()
                    : Optional.of(new SharedMachine(manifest.environment().cores()));
        }

        private static boolean hasProcess(TrialResult result) {
            return result.outcome() instanceof Successful trial
                    && trial.series(MetricId.PROCESS_CPU).isPresent();
        }

        @Override
        public boolean ofMachine() {
            return true;
        }

        @Override
        public String kind() {
            return "shared-machine";
        }

        @Override
        public Severity severity() {
            return Severity.INFORMATION;
        }
    }
}
