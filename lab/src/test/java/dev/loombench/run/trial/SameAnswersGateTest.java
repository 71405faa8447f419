package dev.loombench.run.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.experiment.variant.SameAnswers;
import dev.loombench.load.probe.CheckedRequest.Response;
import dev.loombench.requests.secret.SecretMask;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class SameAnswersGateTest {
    private static final Response ORDER = response(200, "text/plain", "order 1 of the shop");

    private static Response response(int status, String contentType, String body) {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        return new Response(
                status,
                contentType,
                "",
                "",
                new String(bytes, StandardCharsets.ISO_8859_1),
                bytes.length);
    }

    private static Optional<String> difference(Response found, SameAnswers level) {
        return SameAnswersGate.difference(ORDER, found, UnaryOperator.identity(), level);
    }

    @Test
    void equal_responses_have_no_difference() {
        assertThat(difference(response(200, "text/plain", "order 1 of the shop"), SameAnswers.BODY))
                .isEmpty();
    }

    @Test
    void the_first_difference_is_shown() {
        assertThat(difference(response(404, "text/plain", "none"), SameAnswers.BODY))
                .contains("status 404 instead of the 200");
        assertThat(difference(response(200, "text/html", "order 1"), SameAnswers.BODY))
                .contains("content type \"text/html\" instead of content type \"text/plain\"");
        assertThat(difference(response(200, "text/plain", "order 2 of the shop"), SameAnswers.BODY))
                .contains(
                        "a body that is \"order 2 of the shop\" at byte 6 instead of the \"order 1 of the shop\"");
        var escape = response(200, "text/plain", "order \u001b[2J");
        assertThat(difference(escape, SameAnswers.BODY).orElseThrow())
                .startsWith("a body that is \"order \uFFFD[2J\" at byte 6");
    }

    @Test
    void secrets_are_compared_and_not_shown() {
        var mask = new SecretMask(List.of("s3cret-one", "s3cret-two"));
        assertThat(
                        SameAnswersGate.difference(
                                response(200, "text/plain", "user s3cret-one"),
                                response(200, "text/plain", "user s3cret-two"),
                                mask::ofBytes,
                                SameAnswers.BODY))
                .contains(
                        "a body that is \"user **********\" at byte 12 instead of the \"user **********\"");
    }

    @Test
    void bodies_are_compared_only_where_requested() {
        var other = response(200, "text/plain", "other");
        assertThat(difference(other, SameAnswers.STATUS)).isEmpty();
        assertThat(difference(response(500, "text/plain", "other"), SameAnswers.STATUS))
                .isPresent();
    }
}
