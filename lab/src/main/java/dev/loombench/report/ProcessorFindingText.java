package dev.loombench.report;

import static dev.loombench.report.FindingText.names;

import dev.loombench.analysis.validity.ProcessorFinding;
import dev.loombench.analysis.validity.ProcessorFinding.ClockRateVaried;
import dev.loombench.analysis.validity.ProcessorFinding.CpuPressure;
import dev.loombench.analysis.validity.ProcessorFinding.CpuThrottled;

/// Findings about the processors, in words.
final class ProcessorFindingText {
    private ProcessorFindingText() {}

    static FindingText of(ProcessorFinding finding) {
        return switch (finding) {
            case CpuThrottled(var variants, var share) ->
                    new FindingText(
                            "the CPU quota of the control group kept threads from running for up to %.1f %% of the processors' time (%s)"
                                    .formatted(100 * share, names(variants)),
                            "a throttled process stands still for the rest of a period of usually 100 ms, which response times include",
                            "raise the quota (docker run --cpus, cpu.max), or lower the load");
            case CpuPressure(var variants, var share) ->
                    new FindingText(
                            "processes waited for a processor for up to %.0f %% of the window, although server and generator used less than half of the machine (%s)"
                                    .formatted(100 * share, names(variants)),
                            "others took processors from them at times, which changes throughput and response times",
                            "use a quiet machine, or compare CPU or instructions per request");
            case ClockRateVaried(var slowest, var fastest) ->
                    new FindingText(
                            "the processors ran at a mean of %.2f GHz in one trial and of %.2f GHz in another"
                                    .formatted(slowest / 1e9, fastest / 1e9),
                            "the same work takes more CPU time at a lower clock rate",
                            "set a constant clock rate (sudo cpupower frequency-set -g performance, turbo off), or compare cycles per request");
        };
    }
}
