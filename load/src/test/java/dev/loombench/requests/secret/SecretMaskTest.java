package dev.loombench.requests.secret;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.traffic.ValueSource;
import java.util.Base64;
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

    /// `Se"sa\me' &1` as JSON, JSON in JSON, with the escapes of Gson, in a URL, in a form, in XML
    /// and as a word of a shell.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "Se\"sa\\me' &1",
                "Se\\\"sa\\\\me' &1",
                "Se\\\\\\\"sa\\\\\\\\me' &1",
                "Se\\\"sa\\\\me\\u0027 \\u00261",
                "Se%22sa%5Cme%27%20%261",
                "Se%22sa%5cme%27+%261",
                "Se&quot;sa\\me&#39; &amp;1",
                "Se\"sa\\me'\\'' &1",
                "Se%2522sa%255Cme%2527%2520%25261"
            })
    void a_secret_is_masked_in_every_usual_writing(String shown) {
        var mask = new SecretMask(List.of("Se\"sa\\me' &1"));
        assertThat(mask.of("user ada, " + shown + ".")).isEqualTo("user ada, ***.");
        assertThat(mask.ofBytes("user ada, " + shown + "."))
                .isEqualTo("user ada, %s.".formatted("*".repeat(shown.length())));
    }

    @Test
    void what_only_resembles_a_secret_stays() {
        var mask = new SecretMask(List.of("Se\"sa\\me' &1", "100%25 sure"));
        var line = "a\\b \"c\" %zz &nothing; &amp; 50%, 'Se same' +1 \\u00e9 \\";
        assertThat(mask.of(line)).isEqualTo(line);
        assertThat(mask.ofBytes(line)).isEqualTo(line);
    }

    @Test
    void a_password_is_masked_in_credentials_of_any_user() {
        var mask = new SecretMask(List.of("simsalabim"));
        for (var user : List.of("a", "ad", "ada", "ad\u00e4")) {
            var basic = Base64.getEncoder().encodeToString((user + ":simsalabim").getBytes(UTF_8));
            assertThat(mask.of("> authorization: Basic " + basic + " >"))
                    .isEqualTo("> authorization: Basic *** >");
            assertThat(mask.of("{\"Authorization\":\"basic " + basic + "\"}"))
                    .isEqualTo("{\"Authorization\":\"basic ***\"}");
        }
        var other = Base64.getEncoder().encodeToString("ada:guest-guest".getBytes(UTF_8));
        assertThat(mask.of("Basic " + other)).isEqualTo("Basic " + other);
        assertThat(mask.of("a basic understanding")).isEqualTo("a basic understanding");
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

    /// Cut within the secret, and within an escape of it.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {"Se\\\"sa\\\\me", "Se%22sa%5Cm", "Se&quot;sa\\me&#3", "Se\\u0022sa\\\\m\\u0"})
    void a_secret_with_escapes_that_was_cut_is_masked(String shown) {
        var mask = new SecretMask(List.of("Se\"sa\\me' &1"));
        assertThat(mask.ofStart("{\"is\":\"" + shown + "…")).isEqualTo("{\"is\":\"***…");
    }

    @Test
    void credentials_that_were_cut_are_masked() {
        var mask = new SecretMask(List.of("simsalabim"));
        var basic = Base64.getEncoder().encodeToString("ada:simsalabim".getBytes(UTF_8));
        assertThat(mask.ofStart("Basic " + basic.substring(0, 17))).isEqualTo("Basic ***");
        assertThat(mask.ofStart("expected Basic authentication"))
                .isEqualTo("expected Basic authentication");
    }

    /// `ada:what?what?` has a `/` in Base64.
    @Test
    void credentials_are_masked_with_escapes_and_in_either_charset() {
        var mask = new SecretMask(List.of("what?what?", "s\u00e9same"));
        var basic = Base64.getEncoder().encodeToString("ada:what?what?".getBytes(UTF_8));
        assertThat(basic).contains("/");
        for (var slash : List.of("/", "\\/", "%2F", "\\u002f", "_")) {
            assertThat(mask.of("Basic " + basic.replace("/", slash))).isEqualTo("Basic ***");
        }
        var latin = Base64.getEncoder().encodeToString("ada:s\u00e9same".getBytes(ISO_8859_1));
        assertThat(mask.of("Basic " + latin)).isEqualTo("Basic ***");
    }

    /// The part, masked first, would hide that the rest belongs to a secret.
    @Test
    void a_secret_that_is_a_part_of_another_hides_no_rest_of_it() {
        var mask = new SecretMask(List.of("sesame", "sesame\"1"));
        assertThat(mask.of("is sesame\\\"1.")).isEqualTo("is ***.");
        assertThat(mask.ofBytes("is sesame\\\"1.")).isEqualTo("is *********.");
    }

    @Test
    void a_secret_outside_of_ascii_is_masked_in_bytes_with_escapes() {
        var mask = new SecretMask(List.of("s\u00e9same\"1"));
        for (var shown : List.of("s\u00e9same\\\"1", "s\\u00e9same\\\"1", "s%C3%A9same%221")) {
            var bytes = new String(shown.getBytes(UTF_8), ISO_8859_1);
            assertThat(mask.ofBytes(bytes)).isEqualTo("*".repeat(bytes.length()));
        }
    }

    @Test
    void a_secret_of_several_lines_is_masked_in_each() {
        var secret = new ValueSource.Secret(Optional.of("sesame\r\nsimsim\r\n"));
        var mask = SecretMask.ofRequests(List.of(secret));
        assertThat(mask.of("got simsim")).isEqualTo("got ***");
    }
}
