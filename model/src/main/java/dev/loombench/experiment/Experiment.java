package dev.loombench.experiment;

import dev.loombench.experiment.variant.Dependencies;
import dev.loombench.experiment.variant.Endpoint;
import dev.loombench.experiment.variant.LaunchConfiguration;
import dev.loombench.experiment.variant.ServiceCommand;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.experiment.variant.ZooServer;
import dev.loombench.observe.result.OptionalObservation;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.Http2Policy;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.LoadStep;
import dev.loombench.traffic.TlsPolicy;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.ValueSource;
import dev.loombench.traffic.Workload;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A question about servers, and everything needed to answer it.
///
/// @param name the name of the file without its extension; also names the folder of results
/// @param question one sentence, the title of the report
/// @param variants at least one; the first is the baseline
/// @param scenario the load, the requests and the phases of each trial
/// @param trials number of trials per variant
/// @param mode how the trials of a block share the time; empty for interleaved where that is
///   possible
/// @param criteria metric, margin and claims that decide the experiment
/// @param seed of every random choice; empty to draw one, which the run records
/// @param observe observations that are off by default because of their cost; includes those that
///   the metric or a claim needs
public record Experiment(
        String name,
        String question,
        List<Variant> variants,
        Scenario scenario,
        TrialCount trials,
        Optional<TrialMode> mode,
        Criteria criteria,
        OptionalLong seed,
        Set<OptionalObservation> observe) {

    /// What a name may be, for messages: it is the name of a folder.
    public static final String NAME_RULE = "at most 200 letters, digits, . _ and -";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,199}");

    /// Most variants of an experiment: five trials of 200 take about four hours.
    private static final int MAX_VARIANTS = 200;

    public Experiment {
        if (!isName(name)) {
            throw new WrongInput(
                    "an experiment's name must consist of "
                            + NAME_RULE
                            + ", was "
                            + TextSanitizer.quoted(name));
        }
        if (question.isBlank()) {
            throw new WrongInput("an experiment needs a question");
        }
        if (variants.isEmpty()) {
            throw new WrongInput("an experiment needs at least one variant");
        }
        tooMany(variants.size())
                .ifPresent(excess -> {
                    throw new WrongInput(excess);
                });
        var names = new HashSet<String>();
        for (var variant : variants) {
            if (!names.add(variant.name())) {
                throw new WrongInput(
                        "two variants are named \"%s\"; give one of them a different name"
                                .formatted(variant.name()));
            }
        }
        for (int i = 0; i < variants.size(); i++) {
            Endpoint.conflict(variants.get(i), variants.subList(0, i), scenario.traffic())
                    .ifPresent(conflict -> {
                        throw new WrongInput(conflict);
                    });
        }
        var dependencies = scenario.dependencies().orElse(Dependencies.NONE);
        variants.forEach(dependencies::requireKnown);
        if (!dependencies.isEmpty() && variants.stream().anyMatch(v -> v.service().isEmpty())) {
            throw new WrongInput(
                    "backends, before-each and after-each need services that the lab starts");
        }
        criteria.requireApplicable(scenario.isBatch());
        if (criteria.metric() == Metric.RAMP_UP
                && LoadStep.highest(scenario.load(), scenario.phases().measure().toNanos())
                        .isEmpty()) {
            throw new WrongInput(
                    "the metric ramp-up needs a load that jumps upwards within the window,"
                            + " as in rate: [{duration: 0s, target: 500}, {duration: 5s, target: 500}, {duration: 0s, target: 2k}, {duration: 15s, target: 2k}]");
        }
        variants = List.copyOf(variants);
        observe = withNeeded(observe, criteria);
        if (scenario.isBatch() && observe.contains(OptionalObservation.PROFILE)) {
            throw new WrongInput(
                    "observe: profile needs a server under load, and this is a batch, which ends before a profiler is loaded");
        }
    }

    /// The reason why an experiment cannot have so many variants; empty where it can.
    public static Optional<String> tooMany(int variants) {
        return variants > MAX_VARIANTS
                ? Optional.of(
                        "an experiment has at most %d variants, found %,d: divide them among several experiments"
                                .formatted(MAX_VARIANTS, variants))
                : Optional.empty();
    }

    private static Set<OptionalObservation> withNeeded(
            Set<OptionalObservation> requested, Criteria criteria) {
        var all = new HashSet<>(requested);
        if (criteria.decidedBy(Metric::isCounted)) {
            all.add(OptionalObservation.COUNTERS);
        }
        return Set.copyOf(all);
    }

    /// The load, or the batch.
    public Workload load() {
        return scenario.load();
    }

    /// The requests and their connections.
    public Traffic traffic() {
        return scenario.traffic();
    }

    /// The phases of each trial.
    public Phases phases() {
        return scenario.phases();
    }

    /// What the lab starts and executes around the user's own services.
    public Dependencies dependencies() {
        return scenario.dependencies().orElse(Dependencies.NONE);
    }

    /// The variants, and the backends that they use.
    public List<LaunchConfiguration> launched() {
        return Stream.<LaunchConfiguration>concat(
                        variants.stream(), dependencies().backends().stream())
                .toList();
    }

    /// The metric of the verdict.
    public Metric metric() {
        return criteria.metric();
    }

    /// The margin of the verdict; no unit.
    public double margin() {
        return criteria.margin();
    }

    /// What the author expects; may be empty.
    public List<Claim> claims() {
        return criteria.claims();
    }

    /// Whether the variants are programs that run to their end, without requests.
    public boolean isBatch() {
        return scenario.isBatch();
    }

    /// The experiment as one of its variants gets it: with the path of its own URL, and its host
    /// where another address is connected to, and over TLS and HTTP/2 where its server speaks that.
    public Experiment of(Variant variant) {
        var path = variant.endpoint().flatMap(Endpoint::path);
        var host = variant.endpoint().flatMap(Endpoint::hostField);
        var requested = path.map(traffic()::withPath).orElse(traffic());
        var own = host.map(requested::withHost).orElse(requested);
        var connections = traffic().connections();
        var tls = tls(variant, connections.tls());
        var http2 = http2(variant, connections);
        boolean same = tls.equals(connections.tls()) && http2.equals(connections.http2());
        if (path.isEmpty() && host.isEmpty() && same) {
            return this;
        }
        return withScenario(scenario.withTraffic(own.withTls(tls).withHttp2(http2)));
    }

    /// The HTTP/2 of a variant's connections: a server of the zoo speaks it where its settings say
    /// so, and any other where the load does.
    private Optional<Http2Policy> http2(Variant variant, ConnectionPolicy ofLoad) {
        return switch (variant.subject()) {
            case ZooServer server -> {
                boolean several =
                        ofLoad.keepAlive() && !(load() instanceof LoadModel.HeldConnections);
                var otherwise = several ? Http2Policy.DEFAULT : Http2Policy.ONE;
                boolean calls = ofLoad.http2().flatMap(Http2Policy::grpc).isPresent();
                yield server.speaksHttp2() || calls
                        ? Optional.of(ofLoad.http2().orElse(otherwise))
                        : Optional.empty();
            }
            case ServiceCommand _, Endpoint _ -> ofLoad.http2();
        };
    }

    /// The TLS of a variant's connections: a server of the zoo makes its own certificate, which
    /// need not be checked; of a URL, the scheme decides; a command speaks TLS where the load does.
    private static Optional<TlsPolicy> tls(Variant variant, Optional<TlsPolicy> ofLoad) {
        return switch (variant.subject()) {
            case ZooServer server ->
                    server.isSecured()
                            ? Optional.of(ofLoad.orElse(TlsPolicy.DEFAULT).unverified())
                            : Optional.empty();
            case ServiceCommand _ -> ofLoad;
            case Endpoint endpoint ->
                    endpoint.isSecured()
                            ? Optional.of(ofLoad.orElse(TlsPolicy.DEFAULT))
                            : Optional.empty();
        };
    }

    /// The same experiment, in which some values of its requests have other sources.
    public Experiment withValues(Map<String, ValueSource> sources) {
        var values = new LinkedHashMap<>(traffic().values());
        values.putAll(sources);
        return withScenario(scenario.withTraffic(traffic().withValues(values)));
    }

    public Experiment withVariants(List<Variant> others) {
        return new Experiment(
                name, question, others, scenario, trials, mode, criteria, seed, observe);
    }

    public Experiment withScenario(Scenario other) {
        return new Experiment(
                name, question, variants, other, trials, mode, criteria, seed, observe);
    }

    public Experiment withTrials(TrialCount other) {
        return new Experiment(
                name, question, variants, scenario, other, mode, criteria, seed, observe);
    }

    public Experiment withMode(TrialMode other) {
        return new Experiment(
                name,
                question,
                variants,
                scenario,
                trials,
                Optional.of(other),
                criteria,
                seed,
                observe);
    }

    /// The same experiment with further observations.
    public Experiment withObserved(Set<OptionalObservation> further) {
        var all = new HashSet<>(observe);
        all.addAll(further);
        return new Experiment(
                name, question, variants, scenario, trials, mode, criteria, seed, all);
    }

    public Experiment withCriteria(Criteria other) {
        return new Experiment(
                name, question, variants, scenario, trials, mode, other, seed, observe);
    }

    /// The same experiment with some of its claims.
    public Experiment withClaims(Predicate<Claim> filter) {
        return withCriteria(criteria.withClaims(filter));
    }

    /// The same experiment with further claims.
    public Experiment withFurther(List<Claim> claims) {
        return withCriteria(criteria.withFurther(claims));
    }

    /// The same experiment without some of its variants and the claims that name them.
    ///
    /// @return empty when no variant is left, or no claim of an experiment that has claims
    public Optional<Experiment> without(Set<String> excluded) {
        if (variants.stream().allMatch(v -> excluded.contains(v.name()))) {
            return Optional.empty();
        }
        var rest = withoutVariants(excluded);
        return rest.claims().isEmpty() && !claims().isEmpty()
                ? Optional.empty()
                : Optional.of(rest);
    }

    /// The same experiment without some of its variants and the claims that name them.
    ///
    /// @param excluded not all of the variants
    public Experiment withoutVariants(Set<String> excluded) {
        return withVariants(variants.stream().filter(v -> !excluded.contains(v.name())).toList())
                .withCriteria(criteria.withClaims(c -> excluded.stream().noneMatch(c::mentions)));
    }

    /// Whether a name is a valid folder name on every system: see [#NAME_RULE].
    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    public Variant variant(String variant) {
        return variants.stream()
                .filter(v -> v.name().equals(variant))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("no variant " + variant + " in " + name));
    }
}
