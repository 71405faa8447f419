package dev.loombench.analysis.bottleneck;

import dev.loombench.stats.Interval;
import java.util.List;
import java.util.Optional;

/// Good responses of a variant per second.
///
/// @param mean of the trials
/// @param interval over trials, at the level of the run's analysis; empty below two trials and
///   where they differ too much for one
/// @param ofTrials in the order in which the trials ran
public record Throughput(double mean, Optional<Interval> interval, List<Double> ofTrials) {
    public Throughput {
        ofTrials = List.copyOf(ofTrials);
    }
}
