package dev.loombench.analysis.validity;

/// A change of speed or memory within a trial, or from trial to trial of one process.
public sealed interface StationarityFinding extends VariantFinding
        permits MemoryGrowth, NonStationary, NotRampedUp, NotSteady, WindowDrift {}
