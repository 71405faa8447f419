package dev.loombench.analysis.bottleneck;

import java.util.List;
import java.util.function.ToDoubleFunction;

/// How threads of a server and the rest of the machine used processors, on average over a window.
///
/// @param processorShare of one processor that each thread used
/// @param waitShare of the time for which each was ready to run and had no processor, because other
///   threads had them or the hypervisor took them
/// @param freeProcessors that nobody used, of those that the server may use
/// @param otherProcessors that neither the server nor the load generator used, with those that the
///   hypervisor took
public record ThreadUse(
        double processorShare, double waitShare, double freeProcessors, double otherProcessors) {

    /// The mean over trials.
    static ThreadUse mean(List<ThreadUse> trials) {
        return new ThreadUse(
                mean(trials, ThreadUse::processorShare),
                mean(trials, ThreadUse::waitShare),
                mean(trials, ThreadUse::freeProcessors),
                mean(trials, ThreadUse::otherProcessors));
    }

    private static double mean(List<ThreadUse> trials, ToDoubleFunction<ThreadUse> figure) {
        return trials.stream().mapToDouble(figure).average().orElseThrow();
    }

    /// The share of the time for which each thread ran or was ready to run: what it had to do,
    /// whatever it got of the processors.
    public double readyShare() {
        return processorShare + waitShare;
    }
}
