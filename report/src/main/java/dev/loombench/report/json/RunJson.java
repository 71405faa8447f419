package dev.loombench.report.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.RareMode;
import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.bottleneck.Bound;
import dev.loombench.analysis.comparison.Scorecard;
import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.analysis.mode.Rests;
import dev.loombench.analysis.mode.RunMode;
import dev.loombench.analysis.trial.EventsPerRequest;
import dev.loombench.analysis.trial.TrialFigures;
import dev.loombench.experiment.variant.ZooServer;
import dev.loombench.export.CsvRows;
import dev.loombench.load.result.BeyondJson;
import dev.loombench.load.result.LatencyJson;
import dev.loombench.load.result.ServerSentJson;
import dev.loombench.load.result.StreamsJson;
import dev.loombench.load.result.TlsJson;
import dev.loombench.observe.result.Environment;
import dev.loombench.report.Headline;
import dev.loombench.report.RecommendationText;
import dev.loombench.report.next.NextCommand;
import dev.loombench.report.next.NextCommands;
import dev.loombench.report.reason.WhyText;
import dev.loombench.report.scope.ScopeText;
import dev.loombench.stats.Interval;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// The report as data for other programs. Its keys are stable and documented in
/// docs/output/json.md; units are part of the keys.
///
/// @param format version of these keys, increased when a key changes its meaning or is removed
/// @param verdict `decided`, `undecided` or `invalid`
/// @param next commands that follow
/// @param agents that drove the load, by variant; left out when the lab did
/// @param code the most costly frames of each variant, and `codeDifferences` those that differ from
///   the first variant; left out where the code was not profiled
public record RunJson(
        int format,
        String experiment,
        String question,
        String results,
        String verdict,
        String metric,
        double margin,
        long seed,
        ModeJson mode,
        Environment environment,
        List<VariantJson> variants,
        Optional<RecommendationJson> recommendation,
        Optional<RareModeJson> rareMode,
        Optional<WindowLengthJson> windowLength,
        List<ClaimJson> claims,
        List<FindingJson> findings,
        List<NextCommand> next,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<AgentJson> agents,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<CodeProfileJson> code,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<CodeDifferenceJson> codeDifferences) {
    public static final int FORMAT = 1;

    /// How the trials shared the time.
    ///
    /// @param mode `interleaved` or `sequential`
    /// @param reason why they are not interleaved; empty where they are
    /// @param fewestSlices of a window, and `mostSlices`; 1 where it is not divided
    /// @param rests of the variants whose windows were divided
    record ModeJson(
            String mode, String reason, int fewestSlices, int mostSlices, List<RestsJson> rests) {
        static ModeJson of(RunMode mode) {
            return new ModeJson(
                    mode.mode().label(),
                    mode.reason(),
                    mode.fewestSlices(),
                    mode.mostSlices(),
                    mode.rests().stream().map(RestsJson::of).toList());
        }
    }

    /// What a server did in its rests between slices.
    ///
    /// @param workShare of its CPU time for requests, 0..1; null where it was not observed
    record RestsJson(String variant, OptionalDouble workShare, double connectionsClosedPerRest) {
        static RestsJson of(Rests rests) {
            return new RestsJson(rests.variant(), rests.work(), rests.connectionsClosed());
        }
    }

    /// In place of the server of the zoo, where a variant runs the user's own service.
    private static final String SERVICE = "service";

    /// The recommended variants.
    ///
    /// @param best the variant with the best figure
    /// @param equivalent equivalent to it within the margin
    /// @param inconclusive not distinguished from it by the trials
    record RecommendationJson(
            String best, List<String> equivalent, List<String> inconclusive, String sentence) {}

    /// What all trials of a variant may have missed.
    ///
    /// @param share of the processes that have the mode
    /// @param missProbability that none of a variant's trials has it
    record RareModeJson(double share, int trials, double missProbability, String sentence) {}

    /// One variant. Figures without evidence are null. A batch has `elapsedMillis`, counts a task
    /// as a request, and has null for figures of responses.
    record VariantJson(
            String name,
            String server,
            String model,
            int trialsCompleted,
            int trialsFailed,
            OptionalDouble throughputPerSecond,
            Optional<Interval> throughputInterval,
            List<Double> throughputOfTrials,
            Optional<LatencyJson> responseTime,
            Optional<LatencyJson> serviceTime,
            Optional<LatencyJson> arrivingRequest,
            Optional<BeyondJson> responsesBeyond,
            Optional<LatencyJson> connectTime,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<TlsJson> tls,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<StreamsJson> streams,
            @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<ServerSentJson> serverSent,
            OptionalDouble unloadedResponseMillis,
            OptionalDouble cpuPerRequestMicros,
            Optional<EventsJson> eventsPerRequest,
            OptionalDouble generatorCpuPerRequestMicros,
            OptionalDouble peakRssBytes,
            OptionalDouble threads,
            OptionalLong errors,
            OptionalDouble errorShare,
            OptionalDouble elapsedMillis,
            Comparison comparison,
            Map<String, Comparison> scorecard,
            BoundByJson boundBy,
            Optional<ReasonJson> why,
            DiagnosticsJson diagnostics) {}

    /// Events counted in the server, per good response.
    ///
    /// @param userModeOnly whether instructions and cycles leave out those of the kernel
    record EventsJson(
            OptionalDouble instructions,
            OptionalDouble cycles,
            OptionalDouble contextSwitches,
            OptionalDouble cpuMigrations,
            boolean userModeOnly) {

        /// @return empty where nothing was counted
        static Optional<EventsJson> of(EventsPerRequest events) {
            return events.isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                            new EventsJson(
                                    events.instructions(),
                                    events.cycles(),
                                    events.switches(),
                                    events.migrations(),
                                    events.userOnly()));
        }
    }

    /// The comparison with the first variant, by one metric. An undecided ratio of trials that
    /// differ too much has no interval.
    ///
    /// @param verdict `baseline`, `better`, `worse`, `no-difference`, `different`,
    ///   `depends-on-process`, `undecided`, `no-evidence` or `invalid`
    /// @param modes the most frequent first; null unless the verdict depends on the process
    /// @param invalidBy the kind of the finding that makes it invalid; null otherwise
    public record Comparison(
            String verdict,
            Optional<Interval> ratio,
            Optional<ModesJson> modes,
            Optional<TrialsNeededJson> trialsNeeded,
            Optional<String> invalidBy) {
        public static Comparison of(Verdict verdict) {
            return new Comparison(
                    verdict.label(),
                    verdict.shownInterval(),
                    verdict.byMode().map(ModesJson::of),
                    verdict.blocksNeeded().map(TrialsNeededJson::of),
                    verdict.invalidBy().map(by -> by.kind().id()));
        }
    }

    /// @param explainsThroughput whether the lowest bound accounts for the throughput measured
    /// @param predictedPerSecond the lowest bound; null when none is known
    record BoundByJson(
            boolean explainsThroughput,
            OptionalDouble predictedPerSecond,
            OptionalDouble measuredPerSecond,
            String sentence,
            List<BoundJson> bounds) {
        static BoundByJson of(VariantSummary v) {
            var bottleneck = v.bottleneck();
            return new BoundByJson(
                    bottleneck.explainsThroughput(),
                    bottleneck.bounds().stream().mapToDouble(Bound::maxThroughput).findFirst(),
                    ifAny(v, bottleneck.measured()),
                    v.counts().completed() == 0 ? "no trial was completed" : WhyText.bound(v),
                    bottleneck.bounds().stream()
                            .map(b -> new BoundJson(kind(b), b.maxThroughput()))
                            .toList());
        }

        private static String kind(Bound bound) {
            return switch (bound) {
                case Bound.Pool _ -> "pool";
                case Bound.Published _ -> "published-pool";
                case Bound.Permits _ -> "permits";
                case Bound.Users _ -> "users";
                case Bound.ArrivalRate _ -> "arrival-rate";
                case Bound.Connections _ -> "connections";
                case Bound.Streams _ -> "streams";
                case Bound.Cpu _ -> "cpu";
                case Bound.Generator _ -> "generator";
                case Bound.Carriers _, Bound.Pinned _ -> "carriers";
                case Bound.SaturatedThreads _ -> "saturated-threads";
                case Bound.Pauses _ -> "pauses";
            };
        }
    }

    record BoundJson(String bound, double requestsPerSecond) {}

    /// @param results the run's folder
    public static RunJson of(Analysis analysis, String results) {
        var manifest = analysis.manifest();
        var experiment = manifest.experiment();
        return new RunJson(
                FORMAT,
                experiment.name(),
                experiment.question(),
                results,
                Headline.status(analysis).label(),
                experiment.metric().label(),
                experiment.margin(),
                manifest.seed(),
                ModeJson.of(analysis.mode()),
                manifest.environment(),
                analysis.variants().stream().map(v -> variant(analysis, v)).toList(),
                analysis.recommendation()
                        .map(c ->
                                new RecommendationJson(
                                        c.best(),
                                        c.equivalent(),
                                        c.inconclusive(),
                                        RecommendationText.of(analysis, c))),
                analysis.rareMode()
                        .map(m ->
                                new RareModeJson(
                                        RareMode.SHARE,
                                        m.trials(),
                                        m.missProbability(),
                                        ScopeText.rareMode(m, experiment) + ".")),
                analysis.windowLength().map(WindowLengthJson::of),
                analysis.claims().stream().map(ClaimJson::of).toList(),
                FindingJson.of(analysis),
                NextCommands.ofRun(analysis, Path.of(results), true),
                analysis.agents().stream().map(AgentJson::of).toList(),
                analysis.code().profiles().stream().map(CodeProfileJson::of).toList(),
                analysis.code().differences().stream().map(CodeDifferenceJson::of).toList());
    }

    /// A row per variant.
    public CsvRows rows() {
        return CsvRows.of(RunRow.class, RunRow.of(this));
    }

    private static VariantJson variant(Analysis analysis, VariantSummary v) {
        boolean batch = analysis.manifest().experiment().isBatch();
        return new VariantJson(
                v.variant().name(),
                v.variant().zooServer().map(ZooServer::server).orElse(SERVICE),
                v.variant()
                        .zooServer()
                        .map(ZooServer::model)
                        .orElse(v.variant().subject().summary()),
                v.counts().completed(),
                v.counts().failed(),
                ifAny(v, v.throughput().mean()),
                v.throughput().interval(),
                v.throughput().ofTrials(),
                LatencyJson.of(v.latency().responseTime()),
                LatencyJson.of(v.latency().serviceTime()),
                v.latency().requests().arriving().flatMap(LatencyJson::of),
                BeyondJson.fewest(beyond(v.variant().name(), analysis.scorecard())),
                LatencyJson.of(v.latency().connectTime()),
                v.latency().tls().map(tls -> TlsJson.of(tls, v.latency().windowSeconds())),
                v.latency().streams().map(StreamsJson::of),
                v.latency()
                        .serverSent()
                        .map(e -> ServerSentJson.of(e, v.latency().windowSeconds())),
                scaled(v.latency().unloadedNanos(), 1e-6),
                scaled(v.cost().cpuPerRequest(), 1e-3),
                EventsJson.of(v.cost().events()),
                scaled(v.cost().generatorCpuPerRequest(), 1e-3),
                v.cost().peakRss(),
                v.cost().threads(),
                batch || v.counts().completed() == 0
                        ? OptionalLong.empty()
                        : OptionalLong.of(v.counts().errors()),
                batch ? OptionalDouble.empty() : ifAny(v, v.counts().errorShare()),
                scaled(v.elapsed(), 1e-6),
                Comparison.of(v.verdict()),
                scorecard(v.variant().name(), analysis.scorecard()),
                BoundByJson.of(v),
                ReasonJson.of(analysis, v),
                DiagnosticsJson.of(v.diagnostics()));
    }

    /// Of each window with a response.
    private static List<BeyondJson> beyond(String variant, Scorecard scorecard) {
        return scorecard.trials().getOrDefault(variant, List.of()).stream()
                .map(TrialFigures::latency)
                .flatMap(w -> BeyondJson.of(w.responseTime(), w.arriving()).stream())
                .toList();
    }

    private static Map<String, Comparison> scorecard(String variant, Scorecard scorecard) {
        var comparisons = new LinkedHashMap<String, Comparison>();
        scorecard
                .metrics()
                .forEach(m -> comparisons.put(m.label(), Comparison.of(scorecard.of(variant, m))));
        return comparisons;
    }

    private static OptionalDouble ifAny(VariantSummary v, double value) {
        return v.counts().completed() == 0 ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    private static OptionalDouble scaled(OptionalDouble value, double factor) {
        return value.isPresent() ? OptionalDouble.of(value.getAsDouble() * factor) : value;
    }
}
