package dev.loombench.run;

import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.variant.Endpoint;
import dev.loombench.launch.process.EndpointProcess;
import dev.loombench.launch.process.RunningEndpoint;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The services of an experiment that already run, before its first trial: they are different
/// processes, and these are known where the experiment is decided by their figures.
///
/// @param services by variant
record RunningServices(Experiment experiment, Map<String, RunningEndpoint> services) {
    /// Precedes the variant in the name of an [identity][#identities].
    static final String PROCESS_OF = "process of ";

    RunningServices {
        services = new LinkedHashMap<>(services);
    }

    /// @throws WrongInput when they cannot be compared
    void requireComparable() {
        var names = services.keySet().stream().toList();
        for (int i = 0; i < names.size(); i++) {
            for (var earlier : names.subList(0, i)) {
                requireDifferent(earlier, names.get(i));
            }
            requireProcess(names.get(i));
        }
    }

    private void requireDifferent(String a, String b) {
        var one = service(a);
        var other = service(b);
        boolean hosts = !host(a).equals(host(b));
        if (!hosts && one.address().equals(other.address())) {
            throw new WrongInput(
                    "%s and %s are the same service; a comparison needs two"
                            .formatted(TextSanitizer.quoted(a), TextSanitizer.quoted(b)));
        }
        if (one.process() instanceof EndpointProcess.Known p
                && other.process() instanceof EndpointProcess.Known q
                && p.listener().equals(q.listener())
                && (!hosts || experiment.criteria().decidedBy(Metric::isOfProcess))) {
            throw new WrongInput(
                    "%s and %s run in the same %s%s"
                            .formatted(
                                    TextSanitizer.quoted(a),
                                    TextSanitizer.quoted(b),
                                    p.summary(),
                                    p.mismatch()
                                            .or(q::mismatch)
                                            .map(w -> ", but it " + w)
                                            .orElse("")));
        }
    }

    /// The host that requests name where it is not that of the address: an address may have
    /// several.
    private Optional<String> host(String variant) {
        return experiment.variants().stream()
                .filter(v -> v.name().equals(variant))
                .flatMap(v -> v.endpoint().stream())
                .findFirst()
                .flatMap(Endpoint::hostField);
    }

    private void requireProcess(String variant) {
        if (service(variant).process() instanceof EndpointProcess.Unknown(var reason)) {
            Stream.concat(
                            Stream.of(experiment.metric()),
                            experiment.claims().stream().map(Claim::metric))
                    .filter(Metric::isOfProcess)
                    .findFirst()
                    .ifPresent(metric -> {
                        throw new WrongInput(
                                "the metric %s needs the process of %s, but %s; set its pid in an experiment, or decide by throughput or p99"
                                        .formatted(
                                                metric.label(),
                                                TextSanitizer.quoted(variant),
                                                reason));
                    });
        }
    }

    private RunningEndpoint service(String variant) {
        return Objects.requireNonNull(services.get(variant));
    }

    /// What is observed of each, in a sentence by variant.
    Map<String, String> observed() {
        var sentences = new LinkedHashMap<String, String>();
        services.forEach((variant, service) -> sentences.put(variant, observed(service.process())));
        return sentences;
    }

    private String observed(EndpointProcess process) {
        return switch (process) {
            case EndpointProcess.Known known ->
                    known.summary()
                            + " is observed"
                            + known.mismatch().map(why -> ", but it " + why).orElse("");
            case EndpointProcess.Unknown(var reason) ->
                    "CPU, memory and threads are not observed, as %s; decided by %s"
                            .formatted(reason, experiment.metric().label());
        };
    }

    /// What identifies their processes, for the record of a run: a resumed run needs the same ones.
    Map<String, String> identities() {
        var identities = new TreeMap<String, String>();
        services.forEach((variant, service) -> {
            if (service.process() instanceof EndpointProcess.Known known) {
                identities.put(PROCESS_OF + variant, known.identity());
            }
        });
        return identities;
    }
}
