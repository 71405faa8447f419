package dev.loombench.analysis.validity;

/// Something that kept server and generator from the processors, or changed how fast these ran.
///
/// As those of the machine, each is found once per run.
public sealed interface ProcessorFinding extends Finding
        permits ClockRateVaried, CpuPressure, CpuThrottled {}
