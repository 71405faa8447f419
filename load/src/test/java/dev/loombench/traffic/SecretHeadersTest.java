package dev.loombench.traffic;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.text.WrongInput;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Headers of an experiment, which results contain.
class SecretHeadersTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Authorization | Bearer sesame",
                "Authorization | Bearer $$TOKEN_sesame",
                "Proxy-Authorization | Basic sesame",
                "Sec-WebSocket-Protocol | access_token, sesame",
                "Sec-WebSocket-Protocol | v1.realtime, base64url.bearer.authorization.example.sesame",
                "Cookie | sid=sesame",
                "Cookie | sid=${SID}; theme=sesame",
                "X-Auth-Token | ${TOKEN}sesame",
                "X-Api-Key | sesame ${KEY}",
                "Ocp-Apim-Subscription-Key | sesame",
                "Authentication | sesame",
                "X-Auth | sesame",
                "X-Hub-Signature-256 | sesame",
                "X-Functions-Key | sesame",
                "X-Goog-Api-Key | sesame",
                "PHPSESSID | sesame",
                "X-Forwarded-For-Me | Bearer sesame"
            })
    void a_secret_is_refused_and_not_shown(String name, String value) {
        assertThatThrownBy(() -> SecretHeaders.requireNone(name, value))
                .isInstanceOf(WrongInput.class)
                .hasMessageStartingWith("header " + name + " may hold a secret")
                .hasMessageContaining("export ")
                .hasMessageNotContaining("sesame");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Authorization | Bearer ${TOKEN}",
                "X-Auth-Token | ${A}${B}",
                "Sec-WebSocket-Protocol | graphql-transport-ws",
                "Cookie | ${COOKIES}",
                "Cookie | sid=${SID};theme=${user}; a=",
                "X-Title | Basic facts of life",
                "Accept | */*",
                "Sec-WebSocket-Key | abc",
                "Idempotency-Key | ${n}-a"
            })
    void a_header_without_a_secret_is_accepted(String name, String value) {
        assertThatCode(() -> SecretHeaders.requireNone(name, value)).doesNotThrowAnyException();
    }
}
