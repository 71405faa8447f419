package dev.loombench.report;

import static dev.loombench.report.FindingText.names;

import dev.loombench.analysis.validity.MachineFinding;
import dev.loombench.analysis.validity.MachineFinding.ConcurrentRun;
import dev.loombench.analysis.validity.MachineFinding.CpuContentionBefore;
import dev.loombench.analysis.validity.MachineFinding.CpuContentionDuring;
import dev.loombench.analysis.validity.MachineFinding.ListenQueueOverflowed;
import dev.loombench.analysis.validity.MachineFinding.MemoryShort;
import dev.loombench.analysis.validity.MachineFinding.NetworkCrossed;
import dev.loombench.analysis.validity.MachineFinding.RestingServersBusy;
import dev.loombench.analysis.validity.MachineFinding.Retransmitted;
import dev.loombench.analysis.validity.MachineFinding.ServerStopped;
import dev.loombench.analysis.validity.MachineFinding.SharedMachine;

/// Findings about the machine, in words.
final class MachineFindingText {
    private MachineFindingText() {}

    static FindingText of(MachineFinding finding, LongerRun longer) {
        return switch (finding) {
            case ConcurrentRun() ->
                    new FindingText(
                            "another Loombench run was measuring on this machine",
                            "both runs took CPU from each other's servers",
                            "run one experiment at a time (--wait)");
            case CpuContentionBefore(var others, var stolen) ->
                    new FindingText(
                            "just before the run other processes used %.0f %% of the machine, and the hypervisor took %.0f %%"
                                    .formatted(100 * others, 100 * stolen),
                            "they may have taken CPU from server and generator; each block ran all variants, so all are affected alike",
                            "use a quiet machine");
            case CpuContentionDuring(var variants, var others, var stolen) ->
                    new FindingText(
                            "within the window other processes used up to %.0f %% of the machine, and the hypervisor took up to %.0f %% (%s)"
                                    .formatted(100 * others, 100 * stolen, names(variants)),
                            "they took CPU from server and generator, which changes throughput and response times",
                            "use a quiet machine, or compare CPU per request");
            case RestingServersBusy(var variants, var share) ->
                    new FindingText(
                            "the resting servers of the block used up to %.0f %% of the machine (%s)"
                                    .formatted(100 * share, names(variants)),
                            "the measured server did not have that CPU, and a comparison assumes that it had",
                            "use a longer warm-up (%s), or %s"
                                    .formatted(
                                            longer.warmUpOption(),
                                            LongerRun.inFile("mode: sequential")));
            case MemoryShort(var variants, var pages, var stalledShare) ->
                    new FindingText(
                            "within the window up to %,.0f pages were swapped and processes waited for memory up to %.1f %% of the time (%s)"
                                    .formatted(pages, 100 * stalledShare, names(variants)),
                            "the figures are those of a server that waits for memory",
                            "use a smaller heap (-Xmx), or a machine with more memory");
            case ListenQueueOverflowed full -> listenQueue(full);
            case Retransmitted(var variants, var share) ->
                    new FindingText(
                            "up to %.2f TCP segments per hundred responses were retransmitted (%s)"
                                    .formatted(100 * share, names(variants)),
                            "each costs 200 ms or more, which the high percentiles include",
                            "check the network; over loopback, socket buffers and listen queues");
            case ServerStopped(var variant, var seconds, var window) ->
                    new FindingText(
                            "%s: the server was stopped for %.1f s of a window of %.1f s"
                                    .formatted(variant, seconds, window),
                            "it sent nothing in that time: throughput is too low, and response times include the interruption",
                            "measure again without stopping the server (SIGSTOP, Ctrl-Z, a debugger)");
            case NetworkCrossed(var network) ->
                    new FindingText(
                            "the load crossed a network: round trip %s, %s of the TCP segments retransmitted"
                                    .formatted(
                                            Format.time(network.roundTripNanos()),
                                            AgentRows.share(network.retransmittedShare())),
                            "response times include the round trip, and a lost segment costs 200 ms or more",
                            "none needed; compare response times with the round trip");
            case SharedMachine(var cores) ->
                    new FindingText(
                            "server and load generator shared %d cores over loopback"
                                    .formatted(cores),
                            "no network was crossed, and each took CPU from the other: compare CPU per request, and ratios",
                            "none on one machine");
        };
    }

    private static FindingText listenQueue(ListenQueueOverflowed full) {
        return new FindingText(
                "a full listen queue rejected up to %,.0f connections%s (%s)"
                        .formatted(
                                full.connections(),
                                full.followsTimeOuts()
                                        ? ", after the load generator had closed %,d whose requests timed out"
                                                .formatted(full.timedOut())
                                        : "",
                                names(full.variants())),
                "the client's kernel retries after 1 s, which appears as a slow server",
                full.followsTimeOuts()
                        ? "find why requests time out: closed connections stay in the queue of a server that does not accept them"
                        : "raise the server's backlog and net.core.somaxconn, or open fewer connections at once");
    }
}
