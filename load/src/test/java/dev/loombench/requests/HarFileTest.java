package dev.loombench.requests;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.ValueSource;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Requests from HTTP archives.
class HarFileTest {
    /// As Chrome exports it, without the parts that only time the response.
    private static final String CHROME =
            """
            {
              "log": {
                "version": "1.2",
                "creator": {"name": "WebInspector", "version": "537.36"},
                "pages": [{"id": "page_1", "title": "https://shop.example/", "pageTimings": {"onLoad": 512.3}}],
                "entries": [
                  {
                    "_connectionId": "1234",
                    "_initiator": {"type": "script", "stack": {"callFrames": [{"functionName": "entries"}]}},
                    "_priority": "High",
                    "_resourceType": "fetch",
                    "cache": {},
                    "pageref": "page_1",
                    "request": {
                      "method": "POST",
                      "url": "https://shop.example/api/orders?dry=1",
                      "httpVersion": "http/2.0",
                      "headers": [
                        {"name": ":authority", "value": "shop.example"},
                        {"name": ":method", "value": "POST"},
                        {"name": "accept", "value": "application/json"},
                        {"name": "content-length", "value": "22"},
                        {"name": "content-type", "value": "application/json"},
                        {"name": "x-price", "value": "$5"}
                      ],
                      "queryString": [{"name": "dry", "value": "1"}],
                      "cookies": [],
                      "headersSize": -1,
                      "bodySize": 22,
                      "postData": {"mimeType": "application/json", "text": "{\\"item\\":\\"a\\",\\"n\\":\\"$é\\"}"}
                    },
                    "response": {"status": 201, "statusText": "", "content": {"size": 2, "text": "ok"}},
                    "startedDateTime": "2026-11-02T10:15:30.123Z",
                    "time": 51.2
                  },
                  OTHER_ENTRIES
                ]
              }
            }
            """;

    private static String get(String url, int status, String... headers) {
        return """
        {"request": {"method": "GET", "url": "%s", "headers": [%s], "bodySize": 0}, "response": {"status": %d}}\
        """
                .formatted(
                        url,
                        Stream.of(headers)
                                .map(header -> header.split(": ", 2))
                                .map(header ->
                                        "{\"name\": \"%s\", \"value\": \"%s\"}"
                                                .formatted(header[0], header[1]))
                                .collect(Collectors.joining(", ")),
                        status);
    }

    static GivenRequests chrome(String... more) {
        return parse(CHROME.replace("OTHER_ENTRIES", String.join(",\n", more)));
    }

    static GivenRequests parse(String json) {
        return parse(json, Omissions.NONE);
    }

    static GivenRequests parse(String json, Omissions omissions) {
        return HarFile.parse("a.har", json.getBytes(UTF_8), omissions);
    }

    @Test
    void requests_have_method_path_headers_and_body() {
        var request = chrome(get("https://shop.example/app.js", 200)).requests().getFirst();
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.path()).isEqualTo("/api/orders?dry=1");
        assertThat(request.body()).isEqualTo("{\"item\":\"a\",\"n\":\"$$é\"}");
        assertThat(request.headers())
                .containsOnlyKeys("accept", "content-type", "x-price")
                .containsEntry("x-price", "$$5");
    }

    @Test
    void equal_requests_are_one_with_a_weight_and_static_resources_are_kept() {
        var imported =
                chrome(
                        get("https://shop.example/app.js", 200),
                        get("https://shop.example/items/1", 200, "Accept: */*"),
                        get("https://shop.example/items/1", 200, "Accept: */*"),
                        get("https://shop.example/items/1", 200));
        assertThat(imported.requests())
                .extracting(Request::name, Request::weight)
                .containsExactly(
                        tuple("POST /api/orders?dry=1", 1),
                        tuple("GET /app.js", 1),
                        tuple("GET /items/1", 2),
                        tuple("GET /items/1 (2)", 1));
        assertThat(imported.notes()).isEmpty();
    }

    @Test
    void what_is_left_out_and_other_statuses_are_notes() {
        var imported =
                chrome(
                        get("https://shop.example/a", 304),
                        get("https://shop.example/b", 404),
                        get("https://shop.example/b", 404),
                        get("https://shop.example/blocked", 0),
                        get("https://cdn.example/font", 200),
                        get("https://cdn.example/font", 200, "Cookie: sid=1"),
                        get("wss://shop.example/live", 101),
                        get("data:image/png;base64,AAAA", 200),
                        """
                        {"request": {"method": "POST", "url": "https://shop.example/upload", "bodySize": 9},
                         "response": {"status": 200}}\
                        """);
        assertThat(imported.requests())
                .extracting(Request::path)
                .containsExactly("/api/orders?dry=1", "/a", "/b");
        assertThat(imported.notesFor(Optional.of("http://localhost:8080")))
                .containsExactly(
                        "requests to https://shop.example are sent to the measured service",
                        "requests left out, to other hosts than https://shop.example: 2",
                        "requests left out, not over HTTP (data:, blob:, ws: …): 2",
                        "requests left out, without a response: 1",
                        "requests left out, with a body that the file does not have, or not whole: 1",
                        "the file has other statuses than 2xx (1 with 304, 2 with 404); in a load they are errors unless --expect-status lists them");
    }

    /// Even where most of them contain another URL.
    @Test
    void urls_that_a_browser_resolves_by_itself_are_no_requests() {
        var svg = "data:image/svg+xml;utf8,<svg xmlns='http://www.w3.org/2000/svg' id='%d'/>";
        var imported =
                chrome(
                        get(svg.formatted(1), 200),
                        get(svg.formatted(2), 200),
                        get("blob:https://shop.example/6f1c", 200),
                        get("filesystem:https://shop.example/temporary/a", 200),
                        get("chrome-extension://abc/a.js", 200));
        assertThat(imported.requests())
                .extracting(Request::path)
                .containsExactly("/api/orders?dry=1");
        assertThat(imported.notes())
                .contains("requests left out, not over HTTP (data:, blob:, ws: …): 5");
    }

    @Test
    void secrets_are_sent_and_named_but_not_shown() {
        var login =
                """
                {"request": {"method": "POST", "url": "https://shop.example/login?api_key=sesame-1",
                  "headers": [{"name": "cookie", "value": "sid=sesame-2"}],
                  "postData": {"mimeType": "application/json", "text": "{\\"password\\": \\"sesame-3\\"}"}},
                 "response": {"status": 200}}\
                """;
        var imported =
                chrome(
                        login,
                        get(
                                "https://shop.example/a",
                                200,
                                "Authorization: Bearer ${SHOP_TOKEN}",
                                "X-Auth: sesame-4"));
        assertThat(imported.requests().get(1))
                .returns("/login?api_key=${API_KEY}", Request::path)
                .returns(Map.of("cookie", "sid=${SID}"), Request::headers)
                .returns("{\"password\": \"${PASSWORD}\"}", Request::body);
        assertThat(imported.values())
                .isEqualTo(
                        Map.of(
                                "API_KEY", secret("sesame-1"),
                                "SID", secret("sesame-2"),
                                "PASSWORD", secret("sesame-3"),
                                "X_AUTH", secret("sesame-4"),
                                "SHOP_TOKEN", new ValueSource.Environment("SHOP_TOKEN")));
        assertThat(imported.notesFor(Optional.empty()))
                .contains(
                        "values that may be secrets are sent, but neither stored nor shown: POST /login?api_key=${API_KEY} (${API_KEY}, ${PASSWORD}, ${SID}), GET /a (${X_AUTH})");
        assertThat(imported.toString()).doesNotContain("sesame");
    }

    private static ValueSource secret(String text) {
        return new ValueSource.Secret(Optional.of(text));
    }

    @Test
    void a_user_in_a_url_is_refused_and_not_shown() {
        assertThatThrownBy(() -> chrome(get("https://ada:sesame@shop.example/a", 200)))
                .hasMessageStartingWith("a.har:36: entry 2: a URL with a user or password")
                .hasMessageNotContaining("sesame");
    }

    @Test
    void cookies_and_recorded_errors_can_be_left_out() {
        var json =
                CHROME.replace(
                        "OTHER_ENTRIES",
                        String.join(
                                ",\n",
                                get("https://shop.example/a", 200, "Cookie: sid=1", "X-Tag: 1"),
                                get("https://shop.example/b", 404),
                                get("https://shop.example/c", 503),
                                get("https://shop.example/d", 304)));
        var imported = parse(json, new Omissions(true, true));
        assertThat(imported.requests())
                .extracting(Request::path)
                .containsExactly("/api/orders?dry=1", "/a", "/d");
        assertThat(imported.requests().get(1).headers()).isEqualTo(Map.of("X-Tag", "1"));
        assertThat(imported.notesFor(Optional.of("https://shop.example")))
                .containsExactly(
                        "requests left out, with a status of 4xx or 5xx: 2",
                        "the file has other statuses than 2xx (1 with 304); in a load they are errors unless --expect-status lists them");
    }

    @Test
    void headers_that_are_split_in_http_2_are_joined() {
        var headers =
                chrome(
                                get(
                                        "https://shop.example/a",
                                        200,
                                        "cookie: a=${A}",
                                        "Cookie: b=${B}",
                                        "x-tag: 1",
                                        "x-tag: 2"))
                        .requests()
                        .get(1)
                        .headers();
        assertThat(headers)
                .containsEntry("cookie", "a=${A}; b=${B}")
                .containsEntry("x-tag", "1, 2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"log\": {\"entries\": [}|:1: is not valid JSON",
                "{\"log\": {\"entries\": [{\"request\":|:1: is not valid JSON",
                "nonsense|:1: is not valid JSON",
                "~~|: is not a HAR file: it has no list log.entries",
                "[]|: is not a HAR file: it has no list log.entries",
                "{\"log\": {\"pages\": [{\"entries\": []}]}}|: is not a HAR file",
                "{\"log\": {\"entries\": {}}}|: is not a HAR file",
                "{\"log\": {\"entries\": []}}|: contains no request over HTTP with a response",
                "{\"log\": {\"entries\": [1]}}|:1: entry 1: is not an object",
                "{\"log\": {\"entries\": [{\"request\": {\"url\": \"http://h/\"}}]}}|:1: entry 1: request.url or request.method is missing"
            })
    void a_file_that_is_no_har_is_refused(String json, String message) {
        assertThatThrownBy(() -> parse(json))
                .isInstanceOf(WrongInput.class)
                .hasMessageStartingWith("a.har" + message);
    }

    @Test
    void the_line_of_invalid_json_is_named() {
        assertThatThrownBy(() -> chrome("{\"request\": \n\u0007}"))
                .hasMessageStartingWith("a.har:37: is not valid JSON: ")
                .hasMessageNotContaining("\u0007");
        assertThatThrownBy(() -> parse("{\"log\": {\"entries\": []}\n,,"))
                .hasMessageStartingWith("a.har:2: is not valid JSON: ");
        assertThatThrownBy(() -> parse("[".repeat(100_000))).isInstanceOf(WrongInput.class);
        assertThatThrownBy(() -> parse("{\"log\": {\"entries\": [" + "[".repeat(100_000)))
                .isInstanceOf(WrongInput.class);
        assertThatThrownBy(() -> parse("{\"log\": {\"entries\": [{\"a\": " + "[".repeat(100_000)))
                .isInstanceOf(WrongInput.class);
    }

    @Test
    void a_path_that_no_request_can_have_is_refused() {
        assertThatThrownBy(() -> chrome(get("https://shop.example/a b", 200)))
                .hasMessageStartingWith("a.har:36: entry 2: path must begin with /");
    }

    @Test
    void more_than_a_thousand_different_requests_are_cut() {
        var many =
                Stream.iterate(0, i -> i < 1_500, i -> i + 1)
                        .map(i -> get("https://shop.example/" + i % 1_200, 200))
                        .toArray(String[]::new);
        var imported = chrome(many);
        assertThat(imported.requests()).hasSize(1_000);
        assertThat(imported.requests().subList(0, 300)).allMatch(request -> request.weight() == 2);
        assertThat(imported.notes())
                .containsExactly(
                        "1,000 of 1,201 different requests are sent, the most frequent; the others are 13.4 % of all");
    }

    @Test
    void a_file_above_the_limit_is_refused(@TempDir Path folder) throws IOException {
        var file = folder.resolve("huge.har");
        try (var sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength((64 << 20) + 1);
        }
        assertThatThrownBy(() -> HarFile.read(file, Omissions.NONE))
                .hasMessageContaining("is larger than 67,108,864 bytes");
    }

    @Test
    void a_message_on_wrong_json_quotes_nothing_of_the_file() {
        var json = "{\"log\": {\"entries\": [{\"request\": sesame}]}}".getBytes(UTF_8);
        assertThatThrownBy(() -> HarFile.parse("a.har", json, Omissions.NONE))
                .hasMessageStartingWith("a.har:1: is not valid JSON: Unrecognized token")
                .hasMessageNotContaining("sesame");
    }
}
