package dev.loombench.analysis.validity.machine;

import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.finding.Topic;
import dev.loombench.finding.Kind;

/// Something that kept server and generator from the processors, or changed how fast these ran.
///
/// As those of the machine, each is found once per run.
public sealed interface ProcessorFinding extends ResultFinding
        permits ClockRateVaried, CpuPressure, CpuThrottled {
    @Override
    default Topic topic() {
        return Topic.MACHINE;
    }

    @Override
    default Kind kind() {
        return switch (this) {
            case ClockRateVaried _ -> ClockRateVaried.KIND;
            case CpuPressure _ -> CpuPressure.KIND;
            case CpuThrottled _ -> CpuThrottled.KIND;
        };
    }
}
