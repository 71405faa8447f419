package dev.loombench.junit;

import dev.loombench.analysis.capacity.objective.Objective;
import dev.loombench.analysis.capacity.objective.Objectives;
import dev.loombench.load.LoadEngine;
import dev.loombench.load.LoadPlan;
import dev.loombench.load.LoadSettings;
import dev.loombench.load.LoadShare;
import dev.loombench.load.probe.Probe;
import dev.loombench.load.result.LoadResult;
import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.TlsPolicy;
import dev.loombench.traffic.Traffic;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/// The load that an objective is checked under.
///
/// @param label of the request, as in `GET http://127.0.0.1:8080/price`
record ObjectiveLoad(
        String label, Objectives objectives, LoadPlan plan, Duration warmUp, Duration duration) {
    private static final long POLL_MILLIS = 5;

    /// Arrivals at a constant rate have no random choice.
    private static final long SEED = 1;

    /// @throws ExtensionConfigurationException when the annotation is wrong
    static ObjectiveLoad of(HoldsObjective annotation, ServiceAddress address) {
        try {
            var objectives = objectives(annotation.value());
            var duration = duration("duration", annotation.duration());
            requireEnough(objectives, annotation.rate(), duration);
            return new ObjectiveLoad(
                    "%s %s%s"
                            .formatted(
                                    method(annotation),
                                    address.text(),
                                    address.pathOr(annotation.path())),
                    objectives,
                    plan(annotation, address),
                    duration("warmUp", annotation.warmUp()),
                    duration);
        } catch (WrongInput e) {
            throw new ExtensionConfigurationException(
                    "@HoldsObjective: " + AttributeText.of(e.getMessage()), e);
        }
    }

    /// @throws WrongInput with the name of the attribute when the text is no duration
    private static Duration duration(String attribute, String text) {
        try {
            return Units.duration(text);
        } catch (WrongInput e) {
            throw new WrongInput("%s %s".formatted(attribute, e.getMessage()));
        }
    }

    /// @throws WrongInput when one is wrong, or there is none
    private static Objectives objectives(String[] texts) {
        if (texts.length == 0) {
            throw new WrongInput("value has no objective; " + Objective.EXPECTED);
        }
        return Objectives.parse(List.of(texts));
    }

    /// @throws WrongInput when so few requests show nothing
    private static void requireEnough(Objectives objectives, double rate, Duration duration) {
        double requests = rate * duration.toNanos() / 1e9;
        if (requests < objectives.fewestRequests()) {
            throw new WrongInput(
                    "%s needs at least %.0f requests, and %s at %s/s has %.0f: use a longer duration, or a higher rate"
                            .formatted(
                                    objectives.text(),
                                    objectives.fewestRequests(),
                                    Units.text(duration),
                                    Units.textOfRate(rate),
                                    requests));
        }
    }

    private static LoadPlan plan(HoldsObjective annotation, ServiceAddress address) {
        var request =
                new Request(
                        method(annotation),
                        address.pathOr(annotation.path()),
                        headers(annotation.headers()),
                        annotation.body(),
                        duration("timeout", annotation.timeout()));
        return new LoadPlan(
                address.socket(),
                new LoadModel.Open(annotation.rate(), Arrival.CONSTANT, annotation.connections()),
                Traffic.of(request).withTls(tls(annotation, address)),
                SEED,
                LoadSettings.DEFAULT,
                LoadShare.whole(LoadSettings.DEFAULT),
                System.getenv());
    }

    private static String method(HoldsObjective annotation) {
        return annotation.method().isEmpty()
                ? Request.defaultMethod(!annotation.body().isEmpty())
                : annotation.method();
    }

    private static Optional<TlsPolicy> tls(HoldsObjective annotation, ServiceAddress address) {
        if (annotation.insecure() && !address.secured()) {
            throw new WrongInput("insecure goes with an address of https, was " + address.text());
        }
        return address.secured()
                ? Optional.of(
                        annotation.insecure() ? TlsPolicy.DEFAULT.unverified() : TlsPolicy.DEFAULT)
                : Optional.empty();
    }

    private static Map<String, String> headers(String[] lines) {
        var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        for (var line : lines) {
            int colon = line.indexOf(':');
            if (colon < 1) {
                throw new WrongInput("a header must be like \"Accept: text/plain\"");
            }
            var name = line.substring(0, colon).strip();
            if (headers.put(name, line.substring(colon + 1).strip()) != null) {
                throw new WrongInput("header %s was given twice".formatted(name));
            }
        }
        return headers;
    }

    double rate() {
        return plan.model() instanceof LoadModel.Open open ? open.rate().peak() : 0;
    }

    /// Sends one request, then drives the load.
    ///
    /// @throws AssertionError when the first request has no good response
    LoadResult run() throws IOException, InterruptedException {
        var first =
                Probe.<InterruptedException>send(
                        plan,
                        () -> {
                            if (Thread.interrupted()) {
                                throw new InterruptedException();
                            }
                        });
        if (first.failure().isPresent()) {
            throw new AssertionError(
                    "%s: %s".formatted(label, AttributeText.of(first.failure().get().reason())));
        }
        try (var load = LoadEngine.start(plan)) {
            Thread.sleep(warmUp);
            load.openWindow();
            while (!load.windowOver(duration)) {
                Thread.sleep(POLL_MILLIS);
            }
            return load.closeWindow();
        }
    }
}
