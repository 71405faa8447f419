package dev.loombench.analysis.validity.machine;

import static dev.loombench.analysis.finding.Exceedance.highest;
import static dev.loombench.analysis.finding.Exceedance.scaled;
import static dev.loombench.text.Figures.percent;

import dev.loombench.analysis.finding.Exceedance;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.trial.TrialMetrics;
import dev.loombench.finding.Kind;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.OthersShare;
import dev.loombench.result.TrialOutcome.Successful;
import dev.loombench.result.TrialResult;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// Other processes or the hypervisor took CPU within the window.
///
/// @param variants none for a load by itself
/// @param othersShare highest share of all processors used neither by the server nor by the
///   generator, 0..1; 0 where it was below its limit; the same holds for `stealShare`
/// @param backends of the run, whose CPU time is not known: a part of that of others
public record CpuContentionDuring(
        List<String> variants, double othersShare, double stealShare, List<String> backends)
        implements MachineFinding {
    /// Includes the kernel's work for the network, which it accounts to no process.
    private static final double OTHERS_LIMIT = 0.15;

    private static final double STEAL_LIMIT = 0.02;

    /// The kernel reports the CPU time of the machine in hundredths of a second, the busy one as
    /// five sums (user, nice, system, irq, softirq), each of which is rounded.
    private static final double TICK_SECONDS = 0.01;

    private static final int BUSY_SUMS = 5;

    public static final Kind KIND =
            new Kind(
                    "cpu-contention-during",
                    "other processes within the windows",
                    "over %s of the machine used neither by server nor by generator, or %s stolen, within the window"
                            .formatted(percent(OTHERS_LIMIT), percent(STEAL_LIMIT)),
                    "note");

    public CpuContentionDuring {
        variants = List.copyOf(variants);
        backends = List.copyOf(backends);
    }

    /// @param cores that the lab may use: those of the machine where these were not observed
    /// @param backends that the run started on the same machine
    public static Optional<CpuContentionDuring> of(
            List<TrialResult> results, int cores, List<String> backends) {
        var others = Exceedance.of(results, t -> others(t, cores), OTHERS_LIMIT);
        var stolen =
                Exceedance.of(
                        results,
                        t ->
                                scaled(
                                        TrialMetrics.rate(t, MetricId.MACHINE_CPU_STEAL),
                                        1e-9 / processors(t, cores)),
                        STEAL_LIMIT);
        return Optional.of(Exceedance.variants(others, stolen))
                .filter(variants -> !variants.isEmpty())
                .map(variants ->
                        new CpuContentionDuring(
                                variants, highest(others), highest(stolen), backends));
    }

    /// Of a load by itself.
    public static Optional<CpuContentionDuring> ofLoad(OthersShare share) {
        double others = above(share.busy(), OTHERS_LIMIT);
        double stolen = above(share.stolen(), STEAL_LIMIT);
        return others > 0 || stolen > 0
                ? Optional.of(new CpuContentionDuring(List.of(), others, stolen, List.of()))
                : Optional.empty();
    }

    /// Whether a share is above its limit by more than the ticks in which it is counted, which are
    /// much of a window that was cut short. That of others is not, where it may be of backends.
    ///
    /// @param processorSeconds processors of the machine, times the length of the window
    public boolean isOfOthers(double processorSeconds) {
        double tick = TICK_SECONDS / processorSeconds;
        return stealShare > STEAL_LIMIT + tick
                || (backends.isEmpty() && othersShare > OTHERS_LIMIT + BUSY_SUMS * tick);
    }

    private static double above(OptionalDouble share, double limit) {
        return share.orElse(0) > limit ? share.getAsDouble() : 0;
    }

    /// `busy - server - generator - resting servers`, as a share of all processors, 0..1: the
    /// kernel counts busy time in ticks, which short slices cut.
    private static OptionalDouble others(Successful trial, int cores) {
        double processors = processors(trial, cores);
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
                                        1e9 * processors)),
                        1e-9 / processors)
                : OptionalDouble.empty();
    }

    private static double processors(Successful trial, int cores) {
        return TrialMetrics.machineProcessors(trial).orElse(cores);
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                Exceedance.each(
                        "within the window ",
                        new Exceedance.Part(
                                othersShare,
                                "%s used up to %.0f %% of the machine"
                                        .formatted(others(), 100 * othersShare)),
                        new Exceedance.Part(
                                stealShare,
                                "the hypervisor took up to %.0f %% of the machine"
                                        .formatted(100 * stealShare))),
                "they took CPU from server and generator, which changes throughput and response times",
                isOfBackends()
                        ? "give the backends processors of their own, or another machine, or compare CPU per request"
                        : "use a quiet machine, or compare CPU per request");
    }

    @Override
    public FindingText ofLoad() {
        return new FindingText(
                words(LongerRun.UNKNOWN).message(),
                "they took CPU from the load generator, and from a server on this machine, which changes throughput and response times",
                "a quiet machine, or CPU per request (--pid)");
    }

    private boolean isOfBackends() {
        return othersShare > 0 && !backends.isEmpty();
    }

    private String others() {
        return isOfBackends()
                ? "the backends of the run (%s) and other processes"
                        .formatted(String.join(", ", backends))
                : "other processes";
    }
}
