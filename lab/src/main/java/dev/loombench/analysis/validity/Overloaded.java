package dev.loombench.analysis.validity;

import dev.loombench.analysis.trial.Backlog;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Metric;
import java.util.List;
import java.util.Optional;

/// Requests of an open load arrive faster than they are served.
///
/// @param variant or another name of what was loaded
/// @param limit of what serves them; empty where it is not known
/// @param expected whether the experiment expects errors, as under overload
public record Overloaded(String variant, Backlog backlog, Optional<Limit> limit, boolean expected)
        implements Finding {

    /// What is used up, so that no more requests are served.
    ///
    /// @param size number of threads, processors, connections or requests; a quota may be a part of
    ///   a processor
    /// @param heldSeconds for which a request holds one of them
    public record Limit(Resource resource, double size, double heldSeconds) {
        /// Kinds of limits.
        public enum Resource {
            POOL,
            PROCESSORS,
            CARRIERS,
            /// Of the load, not of the server.
            CONNECTIONS,
            /// Threads of the load generator.
            GENERATOR,
            /// Requests that are served at once, by a limit that is not known.
            REQUESTS
        }

        /// Requests that it allows.
        public double perSecond() {
            return size / heldSeconds;
        }

        /// Whether it is a limit of the load, so that the server did not get what arrived.
        boolean ofLoad() {
            return resource == Resource.CONNECTIONS || resource == Resource.GENERATOR;
        }
    }

    static Optional<Overloaded> of(ExperimentSpec spec, VariantTrials trials) {
        return Backlog.of(spec, trials.completed())
                .map(backlog ->
                        new Overloaded(
                                trials.variant(),
                                backlog,
                                trials.limit(),
                                spec.traffic().expectsErrors()));
    }

    @Override
    public String kind() {
        return "overloaded";
    }

    @Override
    public Severity severity() {
        return expected ? Severity.INFORMATION : Severity.INVALID;
    }

    @Override
    public List<String> variants() {
        return List.of(variant);
    }

    /// Response times depend on the length of the window; what a server serves at its limit, and at
    /// which cost, does not.
    @Override
    public boolean affects(Metric metric) {
        return metric.isPercentile() || limit.filter(Limit::ofLoad).isPresent();
    }
}
