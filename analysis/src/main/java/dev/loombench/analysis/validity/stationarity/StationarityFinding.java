package dev.loombench.analysis.validity.stationarity;

import dev.loombench.analysis.finding.Topic;
import dev.loombench.analysis.finding.VariantFinding;

/// A change of speed or memory within a trial, or from trial to trial of one process, or work that
/// the window of a trial lacks.
public sealed interface StationarityFinding extends VariantFinding
        permits BusyAfterLoad,
                FewCalls,
                MemoryGrowth,
                NonStationary,
                NotRampedUp,
                NotSteady,
                RareByClock,
                WindowDrift {
    @Override
    default Topic topic() {
        return Topic.STATIONARITY;
    }
}
