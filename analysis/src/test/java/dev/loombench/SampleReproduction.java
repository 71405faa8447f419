package dev.loombench;

import dev.loombench.analysis.ClaimEvaluation;
import dev.loombench.analysis.ClaimEvaluation.Attempt;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.article.Article;
import dev.loombench.result.Reproduction;
import dev.loombench.result.Reproduction.Ended;
import dev.loombench.result.Reproduction.Planned;
import dev.loombench.result.TrialResult;
import dev.loombench.result.store.StoredRun;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A made-up article put to the test by the sample's run, in which virtual threads answer four
/// times what the pool does, and by a corrected one, in which both answer 1,000/s.
public final class SampleReproduction {
    public static final Article ARTICLE =
            new Article(
                    "an-article",
                    "Which is <faster>?",
                    Optional.of("A. Author, 2023"),
                    Optional.of("a laptop"),
                    List.of(
                            new Article.Untested(
                                    "it scales to millions", Optional.of("millions"), "no ports")));

    private SampleReproduction() {}

    /// Virtual threads' throughput, held against the pool's times a factor.
    public static Claim claim(String text, Claim.Relation relation, double factor) {
        return new Claim(
                text,
                SampleRun.VIRTUAL,
                Metric.THROUGHPUT,
                relation,
                new Claim.Target.Times(factor, SampleRun.POOL),
                Optional.of(new Claim.Citation("2x", Optional.of("table 1"))));
    }

    public static Attempt attempt(List<Claim> claims) {
        var experiment = SampleRun.experiment(claims);
        return attempt(experiment, SampleRun.trials());
    }

    public static Attempt attempt(Experiment experiment, List<TrialResult> trials) {
        return new Attempt(
                new Planned(ARTICLE.name(), experiment, List.of("window: 3s instead of 10s")),
                Optional.of(new Ended(Optional.of("an-article/sample/now"), Map.of())),
                Optional.of(new StoredRun(SampleRun.manifest(experiment), trials, List.of())));
    }

    /// The corrected twin of the sample.
    public static Attempt level() {
        var experiment = renamed(SampleRun.experiment(), "sample-corrected");
        var trials = new ArrayList<TrialResult>();
        for (var trial : SampleRun.manifest(experiment).plan()) {
            int perSecond = 995 + 5 * (trial.block() - 1);
            trials.add(SampleRun.result(trial, SampleRun.completed(perSecond, 400)));
        }
        return attempt(experiment, trials);
    }

    /// One that could not be run.
    public static Attempt lacking(List<Claim> claims, String why) {
        var experiment = renamed(SampleRun.experiment(claims), "lacking");
        return new Attempt(
                new Planned(ARTICLE.name(), experiment, List.of()),
                Optional.of(new Ended(Optional.empty(), Map.of(SampleRun.VIRTUAL, why))),
                Optional.empty());
    }

    public static ClaimEvaluation of(Attempt... attempts) {
        var all = List.of(attempts);
        var plan =
                new Reproduction(
                        Instant.parse("2026-01-31T12:00:00Z"),
                        true,
                        List.of(ARTICLE),
                        all.stream().map(Attempt::planned).toList());
        return ClaimEvaluation.of(plan, all);
    }

    private static Experiment renamed(Experiment s, String name) {
        return SampleRun.named(name, s);
    }
}
