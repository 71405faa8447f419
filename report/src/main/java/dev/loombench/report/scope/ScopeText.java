package dev.loombench.report.scope;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.RareMode;
import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.WindowLength;
import dev.loombench.experiment.Experiment;
import dev.loombench.observe.result.Environment;
import dev.loombench.report.Format;
import dev.loombench.stats.series.SerialCorrelation;
import dev.loombench.text.Figures;
import dev.loombench.traffic.Http2Policy;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.LoadProfile;
import dev.loombench.traffic.Streaming;
import dev.loombench.traffic.ThinkTime;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.WebSocketPolicy;
import dev.loombench.traffic.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// What a result holds for: load, requests, machine and JDKs, in words.
public final class ScopeText {
    /// A probability below it would be rounded to 0.
    private static final double LEAST_SHOWN = 0.01;

    /// As many blocks show that neighbours correlate by 0.6 in four of five runs.
    private static final int SHOWS_DEPENDENCE = 30;

    private ScopeText() {}

    /// What the result holds for, and what its trials may have missed.
    public static String scope(Analysis analysis) {
        return scope(
                        analysis,
                        machine(analysis.manifest().environment())
                                + jdks(analysis)
                                + cpus(analysis))
                + independence(analysis);
    }

    /// The same without the operating system and the order of blocks.
    public static String brief(Analysis analysis) {
        return scope(
                analysis,
                processor(analysis.manifest().environment()) + jdks(analysis) + cpus(analysis));
    }

    private static String scope(Analysis analysis, String machine) {
        var manifest = analysis.manifest();
        return "%s; %s%s%s%s"
                .formatted(
                        workload(manifest.experiment()),
                        machine,
                        manifest.serverOn()
                                .map(agent -> "; servers on the agent " + agent)
                                .orElse(""),
                        processes(manifest.experiment()),
                        analysis.rareMode()
                                .map(mode -> ". " + rareMode(mode, manifest.experiment()))
                                .orElse(""));
    }

    /// `. These 2 processes only, which already ran`; empty where the lab started them.
    private static String processes(Experiment experiment) {
        long running = experiment.variants().stream().filter(v -> v.endpoint().isPresent()).count();
        return running == 0
                ? ""
                : running == 1
                        ? ". This process only, which already ran"
                        : ". These %d processes only, which already ran".formatted(running);
    }

    /// `If one process in ten were slow, 5 blocks would miss it with probability 0.59`.
    public static String rareMode(RareMode mode, Experiment experiment) {
        double probability = mode.missProbability();
        return "If one process in ten were slow, %s would miss it with probability %s"
                .formatted(
                        blocks(mode.trials(), experiment),
                        probability < LEAST_SHOWN
                                ? "below " + LEAST_SHOWN
                                : Figures.number(probability));
    }

    /// `. Intervals hold where blocks are independent, which 3 blocks do not show`; empty where
    /// there is no interval, and from as many blocks on as show most dependences.
    private static String independence(Analysis analysis) {
        var experiment = analysis.manifest().experiment();
        int trials =
                analysis.variants().stream().mapToInt(v -> v.counts().completed()).min().orElse(0);
        return trials < 2 || trials >= SHOWS_DEPENDENCE
                ? ""
                : ". Intervals hold where %ss are independent%s"
                        .formatted(
                                unit(experiment),
                                trials < SerialCorrelation.MIN_VALUES
                                        ? ", which %s do not show"
                                                .formatted(blocks(trials, experiment))
                                        : "; %s show only a strong dependence"
                                                .formatted(blocks(trials, experiment)));
    }

    private static String blocks(int trials, Experiment experiment) {
        return Figures.counted(trials, unit(experiment));
    }

    private static String unit(Experiment experiment) {
        return experiment.variants().size() == 1 ? "trial" : "block";
    }

    /// `Blocks differ by 2.1 %, the seconds within a block by 5.0 %: windows of 4 s in place of 10
    /// s would be as precise in 62 % of the time`.
    public static String windowLength(WindowLength window) {
        return "Blocks differ by %.1f %%, the seconds within a block by %.1f %%: "
                        .formatted(100 * window.betweenBlocks(), 100 * window.withinBlocks())
                + (window.worthIt()
                        ? "windows of %.0f s in place of %.0f s would be as precise in %.0f %% of the time"
                                .formatted(
                                        window.bestSeconds(),
                                        window.seconds(),
                                        100 * window.timeShare())
                        : "no other length of the windows is known to be better than %.0f s"
                                .formatted(window.seconds()));
    }

    /// The machine that it was measured on.
    public static String machine(Environment environment) {
        return "%s; %s".formatted(processor(environment), environment.system());
    }

    /// `; JDK 25.0.3+9` where all variants run on that one, else each JDK with the names of its
    /// variants, as in `; JDK 25.0.3+9 (tomcat virtual)`; empty where none is known to run on one.
    private static String jdks(Analysis analysis) {
        var byVersion = new LinkedHashMap<String, List<String>>();
        for (var variant : analysis.variants()) {
            jdk(analysis, variant)
                    .ifPresent(version ->
                            byVersion
                                    .computeIfAbsent("JDK " + version, _ -> new ArrayList<>())
                                    .add(variant.variant().name()));
        }
        return withVariants(byVersion, analysis.variants().size());
    }

    /// `; 1 CPU` where all variants are limited to that, else each limit with the names of its
    /// variants; empty where none is limited.
    private static String cpus(Analysis analysis) {
        var byLimit = new LinkedHashMap<String, List<String>>();
        for (var variant : analysis.manifest().experiment().variants()) {
            variant.cpus()
                    .ifPresent(cpus ->
                            byLimit.computeIfAbsent(CpusText.of(cpus), _ -> new ArrayList<>())
                                    .add(variant.name()));
        }
        return withVariants(byLimit, analysis.variants().size());
    }

    /// @param variants of the run, which are not named where all are alike
    private static String withVariants(Map<String, List<String>> names, int variants) {
        return names.entrySet().stream()
                .map(e ->
                        "; %s%s"
                                .formatted(
                                        e.getKey(),
                                        e.getValue().size() == variants
                                                ? ""
                                                : " (%s)"
                                                        .formatted(
                                                                String.join(", ", e.getValue()))))
                .collect(Collectors.joining());
    }

    /// `; JDK 21.0.8+9; JDK 25.0.3+9`: those of the variants of several runs.
    public static String jdks(List<Analysis> analyses) {
        return analyses.stream()
                .flatMap(a -> a.variants().stream().flatMap(v -> jdk(a, v).stream()))
                .distinct()
                .sorted()
                .map("; JDK "::concat)
                .collect(Collectors.joining());
    }

    /// The version of the JVM that a variant's trials observed, with its build where the run
    /// recorded it. A run that observed none, as a batch, has what it recorded before its trials.
    private static Optional<String> jdk(Analysis analysis, VariantSummary variant) {
        var recorded =
                Optional.ofNullable(analysis.manifest().jdks().get(variant.variant().name()))
                        .map(ScopeText::version);
        boolean observed =
                analysis.variants().stream().anyMatch(v -> v.diagnostics().jdk().isPresent());
        return observed
                ? variant.diagnostics()
                        .jdk()
                        .map(release -> recorded.filter(r -> r.startsWith(release)).orElse(release))
                : recorded;
    }

    /// `25.0.3+9` of `25.0.3+9 (Vendor) in /opt/jdk-25`.
    private static String version(String jdk) {
        return jdk.split(" \\(| in ", 2)[0];
    }

    private static String processor(Environment environment) {
        var name = environment.cpu().replace("(R)", "").replace("(TM)", "");
        return "%d cores of %s".formatted(environment.cores(), name);
    }

    public static String workload(Experiment experiment) {
        if (experiment.isBatch()) {
            return load(experiment);
        }
        var replay = experiment.traffic().replay();
        return (replay.isPresent() && experiment.load() instanceof LoadModel.Open open
                        ? ReplayText.of(replay.get(), open)
                                + ", up to %,d connections".formatted(open.connections())
                        : load(experiment))
                + ", "
                + requests(experiment);
    }

    /// The requests; where the URLs of variants have different paths, all of them.
    public static String requests(Experiment experiment) {
        return experiment.variants().stream()
                .map(variant -> requests(experiment.of(variant).traffic()))
                .distinct()
                .collect(Collectors.joining(" or "));
    }

    private static String requests(Traffic traffic) {
        return traffic.summary()
                + traffic.streaming().map(ScopeText::streaming).orElse("")
                + (traffic.connections().keepAlive() ? "" : ", one connection per request")
                + traffic.deadline()
                        .map(time -> ", responses within " + Format.time((double) time.toNanos()))
                        .orElse("")
                + traffic.connections().http2().map(ScopeText::http2).orElse("")
                + traffic.connections().webSocket().map(ScopeText::webSocket).orElse("")
                + (traffic.expectsErrors()
                        ? ", errors expected: good responses within "
                                + Format.time((double) traffic.timeout().toNanos())
                                + " count"
                        : "");
    }

    private static String streaming(Streaming kind) {
        return switch (kind) {
            case EVENTS -> " as server-sent events";
            case WEBSOCKET -> " over WebSocket";
        };
    }

    /// As in `, 2 greetings on each connection, binary messages`.
    public static String webSocket(WebSocketPolicy policy) {
        var greetings =
                policy.greetings() == 0
                        ? ""
                        : ", %s on each connection"
                                .formatted(Figures.counted(policy.greetings(), "greeting"));
        return greetings + (policy.binary() ? ", binary messages" : "");
    }

    private static String http2(Http2Policy policy) {
        return ", %s with up to %,d streams per connection"
                .formatted(policy.grpc().isPresent() ? "gRPC" : "HTTP/2", policy.streams());
    }

    public static String load(Experiment experiment) {
        int streams = experiment.traffic().connections().streams();
        return switch (experiment.load()) {
            case Workload.Batch _ -> "a batch, from the start of a program to its end";
            case LoadModel.Closed(var users, var think) ->
                    think.isZero()
                            ? "%s users without think time".formatted(level(users))
                            : "%s users thinking %s".formatted(level(users), thinking(think));
            case LoadModel.HeldConnections(var connections, var rate) ->
                    "%,d %s held, opened at %s/s"
                            .formatted(
                                    connections,
                                    streams > 1 ? "streams" : "connections",
                                    Figures.number(rate));
            case LoadModel.Open(var rate, var arrival, var connections) ->
                    "%s requests/s, %s arrivals, up to %,d connections"
                            .formatted(
                                    level(rate),
                                    arrival.name().toLowerCase(Locale.ROOT),
                                    connections);
        };
    }

    /// A constant level, or the profile as an experiment spells it.
    private static String level(LoadProfile profile) {
        if (profile.points().size() > 1) {
            return profile.text();
        }
        double level = profile.points().getFirst().level();
        return level == Math.rint(level) ? Figures.whole(level) : Figures.number(level);
    }

    private static String thinking(ThinkTime think) {
        var mean = Format.time((double) think.mean().toNanos());
        return switch (think.distribution()) {
            case CONSTANT -> mean;
            case EXPONENTIAL -> mean + " (exponential)";
        };
    }
}
