package dev.loombench.run.trial;

import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.variant.SameAnswers;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.load.probe.CheckedRequest;
import dev.loombench.load.probe.CheckedRequest.Response;
import dev.loombench.requests.secret.SecretMask;
import dev.loombench.run.server.ServerFailed;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.Units;
import dev.loombench.traffic.Protocol;
import dev.loombench.traffic.Traffic;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The check that the services of a comparison do the same work: all respond alike to the first
/// request of the load, which is sent to each before its load. Not thread-safe.
///
/// Only a `GET` is sent once more than the load does. A response with an unexpected status is not
/// compared: it fails the trial for itself.
final class SameAnswersGate {
    /// Bytes shown before and after the first difference.
    private static final int CONTEXT = 20;

    private final Experiment experiment;
    private final long seed;
    private @Nullable First first;

    private record First(String variant, Response response, SecretMask secrets) {}

    /// @param seed of the request's values, the same for all variants
    SameAnswersGate(Experiment experiment, long seed) {
        this.experiment = experiment;
        this.seed = seed;
    }

    /// @param secrets masked in messages
    /// @throws ServerFailed when the response differs from that of an earlier variant
    void check(Variant variant, InetSocketAddress address, SecretMask secrets) throws ServerFailed {
        var level = variant.sameAnswers();
        var traffic = experiment.of(variant).traffic();
        if (level == SameAnswers.OFF || !isHarmless(traffic)) {
            return;
        }
        var response = response(address, traffic);
        if (response.isEmpty() || !traffic.expectedStatuses().contains(response.get().status())) {
            return;
        }
        if (first == null) {
            first = new First(variant.name(), response.get(), secrets);
            return;
        }
        var earlier = first.secrets;
        var difference =
                difference(
                        first.response,
                        response.get(),
                        body -> earlier.ofBytes(secrets.ofBytes(body)),
                        level);
        if (difference.isPresent()) {
            throw new ServerFailed(
                    ProbePhase.NAME,
                    "%s: %s responds with %s of %s; the variants do not do the same work, or set --same-answers to %s (same-answers in a file)"
                            .formatted(
                                    traffic.requests().getFirst().summary(),
                                    variant.name(),
                                    difference.get(),
                                    first.variant,
                                    level == SameAnswers.BODY ? "status or off" : "off"));
        }
    }

    private static boolean isHarmless(Traffic traffic) {
        var request = traffic.requests().getFirst();
        return traffic.streaming().isEmpty()
                && request.protocol() == Protocol.HTTP
                && request.method().equals("GET")
                && ProbePhase.isNeeded(traffic);
    }

    /// Empty where the request fails otherwise, which the request after this one reports.
    ///
    /// @throws ServerFailed when the response does not end in time
    private Optional<Response> response(InetSocketAddress address, Traffic traffic)
            throws ServerFailed {
        try {
            return Optional.of(
                    CheckedRequest.send(address, ProbePhase.withTimeLimit(traffic), seed));
        } catch (SocketTimeoutException e) {
            throw new ServerFailed(
                    ProbePhase.NAME,
                    "%s: the response did not end within %s"
                            .formatted(
                                    traffic.requests().getFirst().summary(),
                                    Units.text(ProbePhase.withTimeLimit(traffic).timeout())));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /// The first difference, in words that follow "responds with"; empty when there is none.
    ///
    /// @param mask of a body that is shown
    static Optional<String> difference(
            Response expected, Response found, UnaryOperator<String> mask, SameAnswers level) {
        if (expected.status() != found.status()) {
            return Optional.of(
                    "status %d instead of the %d".formatted(found.status(), expected.status()));
        }
        if (!expected.contentType().equals(found.contentType())) {
            return Optional.of(
                    "%s instead of %s"
                            .formatted(
                                    contentType(found.contentType()),
                                    contentType(expected.contentType())));
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
                                .formatted(
                                        around(found.masked(mask), at),
                                        at,
                                        around(expected.masked(mask), at)));
    }

    private static String contentType(String value) {
        return value.isEmpty() ? "no content type" : "content type " + TextSanitizer.quoted(value);
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
