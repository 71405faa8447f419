package dev.loombench.analysis.validity.load;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.ServingLimit;
import dev.loombench.analysis.finding.Topic;
import dev.loombench.analysis.finding.VariantFinding;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.analysis.trial.TrialBacklog;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.load.api.ShortfallProblem;
import dev.loombench.load.limit.Backlog;
import java.util.Optional;

/// Requests of an open load arrive faster than they are served.
///
/// @param variant or another name of what was loaded
/// @param limit of what serves them; empty where it is not known
/// @param expected whether the experiment expects errors, as under overload
/// @param trials of `completed` in which requests pile up, whose backlog it is
public record Overloaded(
        String variant,
        Backlog backlog,
        Optional<ServingLimit> limit,
        boolean expected,
        int trials,
        int completed)
        implements VariantFinding {
    public static final Kind KIND =
            ShortfallProblem.Overloaded.KIND.with(
                    ", or as many were not sent before their deadline by a load of too few connections ([how](validity.md#overload)); it affects response times only, unless connections or generator are the limit",
                    "invalid; information, where errors are expected");

    public static Optional<Overloaded> of(Experiment experiment, VariantTrials trials) {
        return TrialBacklog.of(experiment, trials.completed())
                .map(backlog -> of(backlog, trials, experiment.traffic().expectsErrors()));
    }

    /// Where some processes keep up, the figures are those of the others. The limit follows from
    /// the figures of all, and holds where most do not.
    private static Overloaded of(Backlog backlog, VariantTrials trials, boolean expected) {
        var all = trials.loads();
        var behind = all.stream().filter(Backlog::isBehind).toList();
        boolean some = !behind.isEmpty() && behind.size() < all.size();
        return new Overloaded(
                trials.variant(),
                some ? Backlog.rates(behind) : backlog,
                some && 2 * behind.size() <= all.size() ? Optional.empty() : trials.limit(),
                expected,
                some ? behind.size() : all.size(),
                all.size());
    }

    /// Of a load by itself.
    public static Overloaded ofWindow(String name, Backlog backlog, Optional<ServingLimit> limit) {
        return new Overloaded(name, backlog, limit, false, 1, 1);
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public Topic topic() {
        return Topic.LOAD;
    }

    @Override
    public Severity severity() {
        return expected ? Severity.INFORMATION : Severity.INVALID;
    }

    /// Response times depend on the length of the window; what a server serves at its limit, and at
    /// which cost, does not.
    @Override
    public boolean affects(Metric metric) {
        return metric.isPercentile() || isOfLoad();
    }

    private boolean isOfLoad() {
        return limit.filter(ServingLimit::ofLoad).isPresent();
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                found(),
                isOfLoad()
                        ? "the server did not get the load that was requested, and the wait counts as response time"
                        : "response times depend on the length of the window; throughput is what the server serves at its limit",
                limit.map(ServingLimit::remedy).orElse("use a lower rate"));
    }

    @Override
    public FindingText text(LongerRun longer) {
        return isOfLoad() ? words(longer).about(variant) : cannotKeepUp(variant, words(longer));
    }

    @Override
    public FindingText ofLoad() {
        var words = words(LongerRun.UNKNOWN);
        return isOfLoad()
                ? words.withRemedy("more connections (-c), or a lower rate (-R)")
                : cannotKeepUp("the server", words)
                        .withRemedy(
                                moreStreams()
                                        + "a lower rate (-R); --fail-if 'rps<N' if a lower throughput is acceptable");
    }

    /// What lifts the limit of a setting of the server; empty for others.
    private String moreStreams() {
        return limit.filter(l -> l.resource() == ServingLimit.Resource.STREAMS).isPresent()
                ? "a higher limit of the server on concurrent streams, fewer streams on more connections (--streams), or "
                : "";
    }

    private static FindingText cannotKeepUp(String server, FindingText words) {
        return words.about(ShortfallProblem.Overloaded.subject(server));
    }

    private String found() {
        return backlog.text()
                + (trials < completed ? " (in %d of %d trials)".formatted(trials, completed) : "")
                + limit.map(l -> "; " + l.text()).orElse("");
    }
}
