package dev.loombench.requests.secret;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.requests.GivenRequests;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Template;
import dev.loombench.traffic.ValueSource.Bytes;
import dev.loombench.traffic.ValueSource.Secret;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Secrets in paths, headers and bodies: what is stored has a variable in their place, and what is
/// sent has them.
class RequestSecretsTest {
    private static final String JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln";

    private final RequestSecrets secrets = new RequestSecrets(Set.of());

    /// The text that is sent for a template.
    private String sent(String template) {
        var request = new Request("POST", "/", Map.of(), template, Duration.ofSeconds(1));
        var sources = secrets.sources(List.of(request));
        return Template.of(template).parts().stream()
                .map(part ->
                        switch (part) {
                            case Template.Literal(var text) -> text;
                            case Template.Placeholder(var name) ->
                                    ((Secret) requireNonNull(sources.get(name))).known(name);
                        })
                .collect(Collectors.joining());
    }

    @Test
    void other_bytes_than_text_are_a_value() {
        var photo = new byte[] {(byte) 0xff, (byte) 0xd8, (byte) 0xff};
        var archive = new byte[] {0x1f, (byte) 0x8b, 8};
        assertThat(secrets.content(photo)).isEqualTo("${body}");
        assertThat(secrets.content(archive)).isEqualTo("${body-2}");
        assertThat(secrets.content(photo)).isEqualTo("${body}");
        assertThat(secrets.content("user=$&pin=1234".getBytes(UTF_8)))
                .isEqualTo("user=$$&pin=${PIN}");
        var request = new Request("POST", "/", Map.of(), "${body-2}", Duration.ofSeconds(1));
        assertThat(secrets.sources(List.of(request)))
                .isEqualTo(Map.of("body-2", new Bytes("H4sI")));
    }

    /// The bytes that are sent for a template, a character per byte.
    private String sentBytes(String template) {
        var request = new Request("POST", "/", Map.of(), template, Duration.ofSeconds(1));
        var sources = secrets.sources(List.of(request));
        return Template.of(template).parts().stream()
                .map(part ->
                        switch (part) {
                            case Template.Literal(var text) -> text;
                            case Template.Placeholder(var name) ->
                                    sources.get(name) instanceof Bytes bytes
                                            ? new String(bytes.content(), ISO_8859_1)
                                            : ((Secret) requireNonNull(sources.get(name)))
                                                    .known(name);
                        })
                .collect(Collectors.joining());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "user=M\u00fcller&pin=1234&x=$|${body}${PIN}&x=$$",
                "{\"pin\": 1234, \"name\": \"M\u00fcller\"}|{\"pin\": ${PIN}${body}",
                "password=a\u00fcb|password=${PASSWORD}${body}${PASSWORD_2}",
                "{\"note\": \"password=Geh\u00fcheim\"}|{\"note\": \"${SECRET}${body}${SECRET_2}\"}"
            })
    void secrets_of_a_body_of_bytes(String body, String template) {
        assertThat(secrets.content(body.getBytes(ISO_8859_1))).isEqualTo(template);
        assertThat(sentBytes(template)).isEqualTo(body);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"password\":\"x\"}", "-----BEGIN PRIVATE KEY-----\nMII"})
    void secrets_of_ascii_text_between_other_bytes(String text) {
        var body = "\u0001\u00ff%s\u0002\u00fe".formatted(text);
        assertThat(secrets.content(body.getBytes(ISO_8859_1)))
                .isEqualTo("${body}${SECRET}${body-2}");
        assertThat(sentBytes("${body}${SECRET}${body-2}")).isEqualTo(body);
    }

    @Test
    void a_part_of_a_form_with_a_file_is_a_secret() {
        var form =
                "--x\r\nContent-Disposition: form-data; name=\"pass\"\r\n\r\nabc\r\n"
                        + "--x\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\n\u00ff\u00d8\r\n--x--\r\n";
        var template = secrets.content(form.getBytes(ISO_8859_1));
        assertThat(template).endsWith("name=\"pass\"\r\n\r\n${PASS}${body}");
        assertThat(sentBytes(template)).isEqualTo(form);
    }

    /// The name of the part is none of secrets, and the file has `pw=` by chance.
    @Test
    void a_file_in_a_form_is_no_secret_by_chance() {
        var form =
                "--x\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\n\u00ff\u0001pw=1\u00d8\r\n--x--\r\n";
        assertThat(secrets.content(form.getBytes(ISO_8859_1))).isEqualTo("${body}");
        assertThat(secrets.content("\u0001\u00ffpw=1234\u00d8".getBytes(ISO_8859_1)))
                .isEqualTo("${body-2}");
    }

    /// Also where a cell of another line is a secret by itself.
    @Test
    void a_table_with_a_column_of_secrets_has_no_text_of_it() {
        var table = "user,password\nM\u00fcller,sesame\nZo\u00eb,https://me:open@host/\n";
        var template = secrets.content(table.getBytes(ISO_8859_1));
        assertThat(template).doesNotContain("sesame", "open");
        assertThat(sentBytes(template)).isEqualTo(table);
    }

    @Test
    void a_note_says_that_bytes_are_stored() {
        var photo = secrets.content(new byte[] {(byte) 0xff, (byte) 0xd8});
        var request = new Request("POST", "/photo", Map.of(), photo, Duration.ofSeconds(1));
        assertThat(GivenRequests.of(List.of(request), secrets).notesFor(Optional.empty()))
                .singleElement()
                .asString()
                .contains("POST /photo (${body})");
        var text = new Request("POST", "/", Map.of(), "a", Duration.ofSeconds(1));
        assertThat(GivenRequests.of(List.of(text), secrets).notesFor(Optional.empty())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "/a?q=1&token=abc&page=2 /a?q=1&token=${TOKEN}&page=2",
                "/a?user%5Bpassword%5D=a%26b /a?user%5Bpassword%5D=${USER_PASSWORD}",
                "/b?X-Amz-Credential=AK%2F1&X-Amz-Signature=ff /b?X-Amz-Credential=${X_AMZ_CREDENTIAL}&X-Amz-Signature=${X_AMZ_SIGNATURE}",
                "/a;jsessionid=abc/b?x=$1 /a;jsessionid=${JSESSIONID}/b?x=$$1",
                "/cb?code=4%2F0AX&state=s /cb?code=${CODE}&state=s",
                "/go?next=https%3A%2F%2Fh%2F%3Ftoken%3Dabc /go?next=${NEXT}",
                "/g?variables=%7B%22password%22%3A%22x%22%7D /g?variables=${VARIABLES}",
                "/a?token=&b=1 /a?token=&b=1",
                "/a?token /a?token",
                "/items/1?sort=name&country_code=de /items/1?sort=name&country_code=de",
                "/a?next=http%3A%2F%2Fh%2F%3Ftoken%3Dabc%26p%3D100% /a?next=${NEXT}",
                "/a?APIkey=abc&passwordless=true /a?APIkey=${AP_IKEY}&passwordless=true",
                "/a?token[]=abc&tokens[0]=5 /a?token[]=${TOKEN}&tokens[0]=5",
                "/reset-token/9fX3aB7kQ2mZ81/x /reset-token/${SECRET}/x",
                "/sessions/550e8400-e29b-41d4-a716-446655440000 /sessions/${SECRET}",
                "/bot123456789:AAE-abcdefghijklmnopqrstuvwxyz012/send /${SECRET}/send",
                "/services/T0AAAAAAA/B0AAAAAAA/abcdefghijklmnop1234 /services/${SECRET}/${SECRET_2}/${SECRET_3}",
                "/by/ada:sesame@h/x /by/${SECRET}/x",
                "/jwe/eyJhbGciOiJkaXIi..iv.ct.tag /jwe/${SECRET}",
                "/tokens/list?keyboard=us /tokens/list?keyboard=us",
                "/auth/oauth2callback /auth/oauth2callback",
                "/session/2026-11-27/12345678901234 /session/2026-11-27/12345678901234",
                "/cookies/best-50-recipes-of-2026 /cookies/best-50-recipes-of-2026"
            })
    void secrets_of_a_path(String path, String template) {
        assertThat(secrets.path(path)).isEqualTo(template);
        assertThat(sent(template)).isEqualTo(path);
    }

    @Test
    void a_token_is_a_secret_whatever_its_name() {
        assertThat(secrets.path("/reset/" + JWT + "?a=" + JWT))
                .isEqualTo("/reset/${SECRET}?a=${A}");
        assertThat(secrets.header("X-Data", JWT)).isEqualTo("${X_DATA}");
        assertThat(secrets.body("{\"a\": [\"" + JWT + "\"]}"))
                .isEqualTo("{\"a\": [\"${SECRET}\"]}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "user=ada&password=s%26e+s&x=$1|user=ada&password=${PASSWORD}&x=$$1",
                "{\"user\": \"ada\", \"password\": \"se\\\"same$\", \"n\": 1}|{\"user\": \"ada\", \"password\": \"${PASSWORD}\", \"n\": 1}",
                "{\"pin\":1234,\"otp\":null,\"token\":true}|{\"pin\":${PIN},\"otp\":null,\"token\":true}",
                "[{\"login\": {\"credentials\": {\"name\": \"a\", \"list\": [\"b\", -2]}, \"c\": \"d\"}}]|[{\"login\": {\"credentials\": {\"name\": \"${CREDENTIALS}\", \"list\": [\"${CREDENTIALS_2}\", ${CREDENTIALS_3}]}, \"c\": \"d\"}}]",
                "{\"text\": \"{\\\"api_key\\\":\\\"abc\\\"}\", \"b\": \"c\"}|{\"text\": \"${SECRET}\", \"b\": \"c\"}",
                "{\"query\": \"mutation($password: String!) { login(password: $password) { id } }\", \"variables\": {\"password\": \"x\"}}|{\"query\": \"mutation($$password: String!) { login(password: $$password) { id } }\", \"variables\": {\"password\": \"${PASSWORD}\"}}",
                "{\"query\": \"{ login(password: \\\"x\\\") { id } }\"}|{\"query\": \"${SECRET}\"}",
                "{\"p\\u0061ssword\":\"x\"}|{\"p\\u0061ssword\":\"${PASSWORD}\"}",
                "{\"password\": \"open|{\"password\": \"${PASSWORD}",
                "<Login a='1'><user>ada</user><wsse:Password Type=\"t\">x</wsse:Password></Login>|<Login a='1'><user>ada</user><wsse:Password Type=\"t\">${PASSWORD}</wsse:Password></Login>",
                "<a password=\"x\" b='y'><token><![CDATA[<z>]]></token></a>|<a password=\"${PASSWORD}\" b='y'><token><![CDATA[${TOKEN}]]></token></a>",
                "<token><![CDATA[<pin>1</pin>]]></token>|<token><![CDATA[${TOKEN}]]></token>",
                "plain text|plain text",
                "{\"max_tokens\": 5, \"keyword\": \"x\"}|{\"max_tokens\": 5, \"keyword\": \"x\"}",
                "{\"a\": \"{\\\"b\\\":\\\"{\\\\\\\"password\\\\\\\":\\\\\\\"x\\\\\\\"}\\\"}\"}|{\"a\": \"${SECRET}\"}",
                "{\"a\": \"<Password>x</Password>\"}|{\"a\": \"${SECRET}\"}",
                "{\"a\": \"<b password=\\\"x\\\"/>\"}|{\"a\": \"${SECRET}\"}",
                "{\"a\": \"user: ada\\npassword: x\"}|{\"a\": \"${SECRET}\"}",
                "{\"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln\": 1}|{\"${SECRET}\": 1}",
                "{ login(password: \"x\", pin: 12) { id } }|{ login(password: \"${PASSWORD}\", pin: ${PIN}) { id } }",
                "{password: 'x y', user: ada, pin: 12}|{password: '${PASSWORD}', user: ada, pin: ${PIN}}",
                "{password: x:y}|{password: ${PASSWORD}}",
                "[{\"name\": \"password\", \"value\": \"x\"}, {\"value\": 1, \"name\": \"pin\"}, {\"name\": \"city\", \"value\": \"z\"}]|[{\"name\": \"password\", \"value\": \"${PASSWORD}\"}, {\"value\": ${PIN}, \"name\": \"pin\"}, {\"name\": \"city\", \"value\": \"z\"}]",
                "{\"Key\": \"password\", \"Value\": \"x\"}|{\"Key\": \"${KEY}\", \"Value\": \"${SECRET}\"}",
                "<credentials><user>ada</user><p>x</p></credentials><q>y</q>|<credentials><user>${CREDENTIALS}</user><p>${CREDENTIALS_2}</p></credentials><q>y</q>",
                "<password><b/>x</password><c>y</c>|<password><b/>${PASSWORD}</password><c>y</c>",
                "<token>a<![CDATA[b]]></token>|<token>${TOKEN}<![CDATA[${TOKEN_2}]]></token>",
                "<p><param name=\"pin\" value=\"1\"/><param name=\"x\" value=\"2\"/></p>|<p><param name=\"pin\" value=\"${PIN}\"/><param name=\"x\" value=\"2\"/></p>",
                "<m><name>password</name><value><string>x</string></value></m><n>y</n>|<m><name>password</name><value><string>${PASSWORD}</string></value></m><n>y</n>",
                "<a x=\"1>2\" password=\"y\">z</a>|<a x=\"1>${A}</a>",
                "[a]=1&password=x|[a]${SECRET}",
                "\"{\\\"password\\\":\\\"x\\\"}\"|${SECRET}",
                "Password: x y|Password: ${PASSWORD}",
                "sort=token:asc&passwordless=1|sort=token:asc&passwordless=1"
            })
    void secrets_of_a_body(String body, String template) {
        assertThat(secrets.body(body)).isEqualTo(template);
        assertThat(sent(template)).isEqualTo(body);
    }

    @Test
    void several_documents_and_parts_of_a_form_are_read() {
        assertThat(secrets.body("{\"token\":\"a\"}\n{\"token\":\"b\"}\n"))
                .isEqualTo("{\"token\":\"${TOKEN}\"}\n{\"token\":\"${TOKEN_2}\"}\n");
        var form =
                """
                --xyz
                Content-Disposition: form-data; name="user"

                ada
                --xyz
                Content-Disposition: form-data; name="pass"
                Content-Type: text/plain

                a
                b
                --xyz--
                """
                        .replace("\n", "\r\n");
        assertThat(secrets.body(form)).isEqualTo(form.replace("a\r\nb", "${PASS}"));
        assertThat(sent(secrets.body(form))).isEqualTo(form);
    }

    @Test
    void secrets_are_found_on_other_lines_than_their_names() {
        assertThat(secrets.body("user: ada\npassword:\n  x\n  y\nb: c\n"))
                .isEqualTo("user: ada\npassword:\n  ${PASSWORD}\n  ${PASSWORD_2}\nb: c\n");
        assertThat(secrets.body("- name: DB_PIN\n  value: 12\n- name: A\n  value: b\n"))
                .isEqualTo("- name: DB_PIN\n  value: ${DB_PIN}\n- name: A\n  value: b\n");
        assertThat(secrets.body("mutation {\n  login(\n    token:\n      \"x\"\n  ) { id }\n}"))
                .isEqualTo("mutation {\n  login(\n    token:\n      ${TOKEN}\n  ) { id }\n}");
        assertThat(secrets.body("[db]\nuser = ada\npassword = x\n")).isEqualTo("${SECRET}");
        assertThat(secrets.body("user,password\nada,x\n")).isEqualTo("${SECRET_2}");
        assertThat(secrets.body("a,b\n1,2\n")).isEqualTo("a,b\n1,2\n");
        assertThat(secrets.body("password=\nother=1\n")).isEqualTo("password=\nother=1\n");
    }

    @Test
    void the_first_empty_line_of_a_part_begins_its_content() {
        var form =
                "preamble\n--xyz\nContent-Disposition: form-data; name=\"pass\"\n\na\n\r\nb\n--xyz--\n";
        assertThat(secrets.body(form)).isEqualTo(form.replace("a\n\r\nb", "${PASS}"));
    }

    @Test
    void a_private_key_is_a_secret_as_a_whole() {
        var key = "-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc=\n-----END RSA PRIVATE KEY-----\n";
        assertThat(secrets.body(key)).isEqualTo("${PRIVATE_KEY}");
        assertThat(secrets.body("{\"a\":\"" + key.replace("\n", "\\n") + "\"}"))
                .isEqualTo("{\"a\":\"${SECRET}\"}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Authorization | Bearer abc.def | Bearer ${AUTHORIZATION}",
                "authorization | sesame | ${AUTHORIZATION}",
                "Authorization | AWS4-HMAC-SHA256 Credential=a, Signature=b | AWS4-HMAC-SHA256 ${AUTHORIZATION}",
                "X-Forwarded | Basic YTpi | Basic ${X_FORWARDED}",
                "Ocp-Apim-Subscription-Key | abc | ${OCP_APIM_SUBSCRIPTION_KEY}",
                "X-Api-Key | abc def | ${X_API_KEY}",
                "Cookie | sid=abc; theme=dark;x=; y | sid=${SID}; theme=${THEME};x=; ${COOKIE}",
                "Cookie | sid=${SID}; theme=$1 | sid=${SID}; theme=${THEME}",
                "X-Auth-Token | ${TOKEN}abc | ${TOKEN}${X_AUTH_TOKEN}",
                "Referer | https://h/a?token=abc | ${REFERER}",
                "X-Auth-Token | my phrase | ${X_AUTH_TOKEN}",
                "X-Data | Digest username=\"a\", response=\"b\" | Digest ${X_DATA}",
                "X-Data | password=\"x\" | ${X_DATA}",
                "X-Title | Signature dish | Signature dish",
                "Accept | text/html;q=0.9 | text/html;q=0.9",
                "X-Price | $5 ${a} | $$5 $${a}"
            })
    void secrets_of_a_header(String name, String value, String template) {
        assertThat(secrets.header(name, value)).isEqualTo(template);
    }

    @Test
    void equal_secrets_share_a_variable_and_none_takes_that_of_the_user() {
        var own = new RequestSecrets(Set.of("TOKEN"));
        assertThat(own.path("/?token=a")).isEqualTo("/?token=${TOKEN_2}");
        assertThat(own.path("/b?token=a")).isEqualTo("/b?token=${TOKEN_2}");
        assertThat(own.path("/b?token=c")).isEqualTo("/b?token=${TOKEN_3}");
    }

    @Test
    void no_message_shows_a_secret() {
        assertThatThrownBy(() -> secrets.path("/a?token=ses ame"))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("/a?token=${TOKEN}")
                .hasMessageNotContaining("ses ame");
        assertThatThrownBy(() -> secrets.header("X-Api-Key", "ses\name"))
                .hasMessageContaining("X-Api-Key")
                .hasMessageNotContaining("ame");
        assertThat(new Secret(Optional.of("sesame")).toString()).doesNotContain("sesame");
    }

    @Test
    void a_url_is_shown_without_its_secrets() {
        assertThat(RequestSecrets.maskedPath("/a?x=$1&token=abc&y=2"))
                .isEqualTo("/a?x=$1&token=***&y=2");
        assertThat(RequestSecrets.maskedPath("/a?x=$1")).isEqualTo("/a?x=$1");
    }

    /// Eight times the text takes eight times the time; in quadratic time it would be 64 times.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"",
                "{\"a\":",
                "<a ",
                "<![CDATA[",
                "eyJ",
                "eyJ-.",
                "a=",
                "a:",
                "://a:",
                "--\n",
                "\\",
                " ",
                "a&",
                "=",
                "a",
                "a='",
                "%41",
                "content-disposition:",
                "-----BEGIN "
            })
    void hostile_texts_are_read_in_linear_time(String part) {
        for (var start : List.of("", "{", "<a>", "<a ", "--x\n")) {
            assertLinear(part, text -> secrets.body(start + text));
        }
        assertLinear(part, text -> PairSecrets.ofPath("/" + text));
        assertLinear(part, BodySecrets::ofBytes);
    }

    /// By CPU time, which other processes change little; another machine may take a processor for
    /// longer, which counts as CPU time, but not at each of three times. At first the code is
    /// interpreted, which makes the shorter text dearer. Less than 0.1 s does no harm.
    private static void assertLinear(String part, Function<String, Object> read) {
        long most = 24 * cpuNanos(read, part.repeat(2_500 / part.length())) + 100_000_000;
        long eightTimes = most;
        for (int i = 0; i < 3 && eightTimes >= most; i++) {
            eightTimes = cpuNanos(read, part.repeat(20_000 / part.length()));
        }
        assertThat(eightTimes).isLessThan(most);
    }

    private static long cpuNanos(Function<String, Object> read, String text) {
        var threads = ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();
        assertThat(read.apply(text)).isNotNull();
        return threads.getCurrentThreadCpuTime() - start;
    }
}
