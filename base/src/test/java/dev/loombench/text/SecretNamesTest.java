package dev.loombench.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretNamesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "password",
                "passwd",
                "security_answer",
                "user_code",
                "puk",
                "Fastly-Key",
                "PWD",
                "newPassword",
                "user[password]",
                "login.userPass",
                "passphrase",
                "token",
                "access_token",
                "refreshToken",
                "id-token",
                "__RequestVerificationToken",
                "api_key",
                "apikey",
                "APIKey",
                "key",
                "client_secret",
                "code",
                "authCode",
                "code_verifier",
                "otp",
                "totp",
                "pin",
                "ssn",
                "cvv",
                "cardNumber",
                "signature",
                "sig",
                "X-Amz-Signature",
                "X-Amz-Credential",
                "AWSAccessKeyId",
                "SAMLResponse",
                "Ocp-Apim-Subscription-Key",
                "Authentication",
                "Authorization",
                "Proxy-Authorization",
                "X-Auth",
                "X-Auth-Key",
                "x-authkey",
                "oauth_verifier",
                "PHPSESSID",
                "JSESSIONID",
                "ASP.NET_SessionId",
                "connect.sid",
                "x-functions-key",
                "DD-API-KEY",
                "X-RapidAPI-Key",
                "X-Hub-Signature-256",
                "X-Shopify-Hmac-Sha256",
                "Private-Token",
                "X-CSRF-Token",
                "X-XSRF",
                "X-Jwt",
                "APIkey",
                "AUTHkey",
                "TOKENid",
                "ToKeN",
                "DD-APPLICATION-KEY",
                "X-Insert-Key",
                "X-Mashape-Key",
                "KC-API-SIGN",
                "accessTokens",
                "api_tokens[]",
                "newpass",
                "sess_id",
                "cc_number",
                "creditCardNum",
                "upw",
                "smtpPass",
                "storepass",
                "licence_key",
                "activationCode",
                "contraseña",
                "Mot de passe",
                "ｐａｓｓｗｏｒｄ",
                "Пароль",
                "パスワード"
            })
    void a_name_of_secrets(String name) {
        assertThat(SecretNames.contain(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "user",
                "author",
                "authority",
                "authenticated",
                "max_tokens",
                "country_code",
                "zipcode",
                "statusCode",
                "shipping",
                "pinned",
                "passenger",
                "compass",
                "design",
                "assigned",
                "side",
                "keyword",
                "monkey",
                "Idempotency-Key",
                "Sec-WebSocket-Key",
                "page",
                "q",
                "X-Request-Id",
                "Content-Type",
                "sec-fetch-site",
                "passwordless",
                "password_less",
                "auth_type",
                "oauthProvider",
                "assess_id",
                "keyboard",
                "appKeyboard",
                "app_keywords",
                "secretary",
                "tokens",
                "tokenizer",
                "tokenize",
                "possession",
                "sessions",
                "sessionCount",
                "cookieConsent",
                "assertions",
                "authors",
                "X-Cache-Key",
                "Surrogate-Key"
            })
    void a_name_of_other_values(String name) {
        assertThat(SecretNames.contain(name)).isFalse();
    }

    @Test
    void a_name_becomes_that_of_a_variable() {
        assertThat(SecretNames.variable("X-Amz-Signature")).isEqualTo("X_AMZ_SIGNATURE");
        assertThat(SecretNames.variable("accessToken")).isEqualTo("ACCESS_TOKEN");
        assertThat(SecretNames.variable("user[password]")).isEqualTo("USER_PASSWORD");
        assertThat(SecretNames.variable("__csrf")).isEqualTo("CSRF");
        assertThat(SecretNames.variable("2fa")).isEqualTo("SECRET_2FA");
        assertThat(SecretNames.variable("…")).isEqualTo("SECRET");
        assertThat(SecretNames.variable("a".repeat(99))).hasSize(40);
    }

    /// A shell whose PATH is a cookie finds no program.
    @Test
    void a_variable_of_the_system_keeps_its_meaning() {
        assertThat(SecretNames.variable("path")).isEqualTo("SECRET_PATH");
        assertThat(SecretNames.variable("X-User")).isEqualTo("X_USER");
        assertThat(SecretNames.variable("user")).isEqualTo("SECRET_USER");
        assertThat(SecretNames.variable("lc_all")).isEqualTo("SECRET_LC_ALL");
        assertThat(SecretNames.variable("userToken")).isEqualTo("USER_TOKEN");
    }
}
