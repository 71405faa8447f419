package dev.loombench.requests.secret;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.traffic.ValueSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretMaskTest {
    @Test
    void secrets_of_requests_are_masked_as_they_are_sent_and_decoded() {
        var mask =
                SecretMask.ofRequests(
                        List.of(
                                new ValueSource.Secret(Optional.of("ses%2Fame")),
                                new ValueSource.Secret(Optional.of("100%")),
                                new ValueSource.Secret(Optional.empty()),
                                new ValueSource.Counter(1)));
        assertThat(mask.of("a ses%2Fame b ses/ame c")).isEqualTo("a *** b *** c");
        assertThat(mask.of("100% of 1")).as("too short for a secret").isEqualTo("100% of 1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "se\\\"same-1|se\"same-1",
                "ses&amp;ame|ses&ame",
                "YWRhOnNlc2FtZS0x|sesame-1",
                "http%3A%2F%2Fh%2F%3Ftoken%3Dsesame|sesame",
                "{\"pin\": \"sesame\"}|sesame"
            })
    void secrets_are_masked_as_a_service_may_show_them(String sent, String shown) {
        var mask = SecretMask.ofRequests(List.of(new ValueSource.Secret(Optional.of(sent))));
        assertThat(mask.of("user ada, " + shown + ".")).isEqualTo("user ada, ***.");
    }

    @Test
    void variables_of_the_environment_in_requests_are_masked() {
        List<ValueSource> values =
                List.of(
                        new ValueSource.Environment("TOKEN"),
                        new ValueSource.Secret(Optional.of("sesame")));
        var environment = Map.of("TOKEN", "simsalabim", "HOME", "/home/ada");
        var mask = SecretMask.ofRequests(values, environment);
        assertThat(mask.of("simsalabim, sesame, /home/ada")).isEqualTo("***, ***, /home/ada");
    }

    @Test
    void a_secret_that_was_cut_is_masked() {
        var mask = new SecretMask(List.of("open-sesame"));
        assertThat(mask.ofStart("open-sesame, open-ses")).isEqualTo("***, ***");
        assertThat(mask.ofStart("it is open-ses…")).isEqualTo("it is ***…");
        assertThat(mask.ofStart("it is old…")).isEqualTo("it is old…");
        assertThat(mask.ofStart("an open")).as("too short for a secret").isEqualTo("an open");
    }

    @Test
    void a_secret_of_several_lines_is_masked_in_each() {
        var secret = new ValueSource.Secret(Optional.of("sesame\r\nsimsim\r\n"));
        var mask = SecretMask.ofRequests(List.of(secret));
        assertThat(mask.of("got simsim")).isEqualTo("got ***");
    }
}
