package dev.loombench.analysis.validity;

/// A change of speed within a trial.
public sealed interface StationarityFinding extends VariantFinding
        permits NonStationary, NotRampedUp, NotSteady, WindowDrift {}
