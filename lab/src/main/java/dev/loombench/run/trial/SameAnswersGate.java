package dev.loombench.run.trial;

import dev.loombench.launch.process.RunningServer;
import dev.loombench.load.CheckedRequest;
import dev.loombench.load.CheckedRequest.Response;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.SameAnswers;
import dev.loombench.spec.Variant;
import dev.loombench.spec.load.Protocol;
import dev.loombench.spec.load.TrafficSpec;
import dev.loombench.spec.text.TextSanitizer;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The check that the services of a comparison do the same work: all respond alike to the first
/// request of the load, which is sent to each before its load. Not thread-safe.
///
/// Only a `GET` is sent once more than the load does. A response with an unexpected status is not
/// compared: it fails the trial for itself.
final class SameAnswersGate {
    /// Bytes shown before and after the first difference.
    private static final int CONTEXT = 20;

    private final ExperimentSpec spec;
    private final long seed;
    private @Nullable First first;

    private record First(String variant, Response response) {}

    /// @param seed of the request's values, the same for all variants
    SameAnswersGate(ExperimentSpec spec, long seed) {
        this.spec = spec;
        this.seed = seed;
    }

    /// @throws ServerFailed when the response differs from that of an earlier variant
    void check(Variant variant, RunningServer server) throws ServerFailed {
        var level = variant.sameAnswers();
        var traffic = spec.of(variant).traffic();
        if (level == SameAnswers.OFF || !isHarmless(traffic)) {
            return;
        }
        var response = response(server, traffic);
        if (response.isEmpty() || !traffic.expectedStatuses().contains(response.get().status())) {
            return;
        }
        if (first == null) {
            first = new First(variant.name(), response.get());
            return;
        }
        var difference = difference(first.response, response.get(), level);
        if (difference.isPresent()) {
            throw new ServerFailed(
                    ProbePhase.NAME,
                    "%s: %s responds with %s of %s; the variants do not do the same work, or set same-answers: %s"
                            .formatted(
                                    traffic.requests().getFirst().summary(),
                                    variant.name(),
                                    difference.get(),
                                    first.variant,
                                    level == SameAnswers.BODY ? "status or off" : "off"));
        }
    }

    private static boolean isHarmless(TrafficSpec traffic) {
        var request = traffic.requests().getFirst();
        return request.protocol() == Protocol.HTTP
                && request.method().equals("GET")
                && ProbePhase.isNeeded(traffic);
    }

    /// Empty where the request fails, which the request after this one reports.
    private Optional<Response> response(RunningServer server, TrafficSpec traffic) {
        try {
            return Optional.of(
                    CheckedRequest.send(server.address(), ProbePhase.withTimeLimit(traffic), seed));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /// The first difference, in words that follow "responds with"; empty when there is none.
    static Optional<String> difference(Response expected, Response found, SameAnswers level) {
        if (expected.status() != found.status()) {
            return Optional.of(
                    "status %d instead of the %d".formatted(found.status(), expected.status()));
        }
        if (!expected.contentType().equals(found.contentType())) {
            return Optional.of(
                    "content type %s instead of the %s"
                            .formatted(
                                    TextSanitizer.quoted(found.contentType()),
                                    TextSanitizer.quoted(expected.contentType())));
        }
        if (level != SameAnswers.BODY) {
            return Optional.empty();
        }
        int at = mismatch(expected.body(), found.body());
        if (at < 0 && expected.length() == found.length()) {
            return Optional.empty();
        }
        return Optional.of(
                at < 0
                        ? "a body of %d bytes instead of the %d"
                                .formatted(found.length(), expected.length())
                        : "a body that is %s at byte %d instead of the %s"
                                .formatted(around(found, at), at, around(expected, at)));
    }

    /// The index of the first difference, the length of the shorter text where that is its
    /// beginning, or -1.
    private static int mismatch(String a, String b) {
        return Arrays.mismatch(a.toCharArray(), b.toCharArray());
    }

    private static String around(Response response, int at) {
        return TextSanitizer.quoted(response.text(Math.max(0, at - CONTEXT), at + CONTEXT));
    }
}
