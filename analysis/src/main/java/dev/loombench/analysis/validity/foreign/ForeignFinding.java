package dev.loombench.analysis.validity.foreign;

import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.finding.Topic;

/// What the results of another tool lack, or what makes them invalid.
///
/// Their variants are the sides of the comparison, `base` and `head`.
public sealed interface ForeignFinding extends ResultFinding
        permits CoordinatedOmission,
                FiguresLeftOut,
                MeasurementsFailed,
                NotInterleaved,
                OneProcess,
                OneSided,
                RateFixed,
                ServerProcessUnknown,
                SettingsDiffer,
                TailNotReported,
                ToolWarning,
                TwoKinds {
    @Override
    default Topic topic() {
        return Topic.FOREIGN;
    }
}
