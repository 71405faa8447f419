package dev.loombench.requests;

import static dev.loombench.requests.HarFileTest.chrome;
import static dev.loombench.requests.HarFileTest.parse;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.traffic.Request;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Bodies of recorded requests, which a browser may have left out or cut.
class HarBodyTest {
    /// `a=1+2&b=%C3%A9` has 14 bytes, and 16 with `%20`; another size says nothing, nor does that
    /// of a text which is no form of these two parameters (`a=1 2&b=é` has 10 bytes).
    @ParameterizedTest
    @CsvSource({
        "1 2, é, 14, a=1+2&b=%C3%A9",
        "1 2, é, -1, a=1+2&b=%C3%A9",
        "1 2, é, 0, a=1+2&b=%C3%A9",
        "1%202, %C3%A9, 16, a=1%202&b=%C3%A9",
        "1%202, x, 99, a=1%25202&b=x",
        "1 2, é, 10, a=1+2&b=%C3%A9",
        "1&2, x, 9, a=1%262&b=x"
    })
    void a_form_without_its_text_is_that_of_its_parameters(
            String a, String b, int size, String body) {
        var imported = parse(form("application/x-www-form-urlencoded; charset=utf-8", a, b, size));
        assertThat(imported.requests().getFirst().body()).isEqualTo(body);
        assertThat(imported.notes()).isEmpty();
    }

    private static String form(String type, String a, String b, int size) {
        return """
        {"log": {"entries": [
          {"request": {"method": "POST", "url": "http://shop.example/p", "bodySize": %d,
            "postData": {"mimeType": "%s", "params": [{"name": "a", "value": "%s"}, {"name": "b", "value": "%s"}]}},
           "response": {"status": 200}}]}}\
        """
                .formatted(size, type, a, b);
    }

    @Test
    void a_body_that_is_not_in_the_file_is_not_sent_empty() {
        var upload =
                """
                {"request": {"method": "POST", "url": "https://shop.example/u", "bodySize": -1,
                  "postData": {"mimeType": "multipart/form-data; boundary=x", "params": [{"name": "f", "fileName": "a.png"}]}},
                 "response": {"status": 200}}\
                """;
        var lost =
                """
                {"request": {"method": "POST", "url": "https://shop.example/p", "bodySize": -1,
                  "headers": [{"name": "Content-Length", "value": "11"}]}, "response": {"status": 200}}\
                """;
        var imported = chrome(upload, lost);
        assertThat(imported.requests())
                .extracting(Request::path)
                .containsExactly("/api/orders?dry=1");
        assertThat(imported.notes())
                .contains(
                        "requests left out, with a body that the file does not have, or not whole: 2");
    }

    /// No size anywhere: that of the body is unknown, or 0. A type of a body says that there was
    /// one.
    @Test
    void a_body_of_which_only_the_type_is_known_is_not_sent_empty() {
        var imported =
                chrome(
                        typed("POST", "/lost", ""),
                        typed(
                                "PATCH",
                                "/lost",
                                ", \"postData\": {\"mimeType\": \"application/json\"}"),
                        typed("POST", "/empty", ", \"postData\": {\"text\": \"\"}"),
                        typed("POST", "/empty-form", ", \"postData\": {\"params\": []}"),
                        typed("GET", "/get", ""),
                        """
                        {"request": {"method": "POST", "url": "https://shop.example/untyped", "bodySize": -1},
                         "response": {"status": 200}}\
                        """);
        assertThat(imported.requests())
                .extracting(Request::path)
                .containsExactlyInAnyOrder(
                        "/api/orders?dry=1", "/empty", "/empty-form", "/get", "/untyped");
        assertThat(imported.notes())
                .contains(
                        "requests left out, with a body that the file does not have, or not whole: 2");
    }

    /// A request with a `Content-Type` and without a size.
    private static String typed(String method, String path, String data) {
        return """
        {"request": {"method": "%s", "url": "https://shop.example%s", "bodySize": -1,
          "headers": [{"name": "Content-Type", "value": "application/json"}]%s}, "response": {"status": 200}}\
        """
                .formatted(method, path, data);
    }

    /// `é` has two bytes in UTF-8 and one in ISO 8859-1, `0xff 0x0a` is `/wo=` in Base64, and
    /// U+FFFD stands for a byte that is no text. The number of bytes that were sent is -1 where no
    /// header says it.
    @ParameterizedTest
    @CsvSource(
            nullValues = "left out",
            value = {
                "5, a=é\\n, '', a=é\\n",
                "-1, a=é\\n, '', a=é\\n",
                "4, a=é\\n, '', ${body}",
                "6, a=é\\n, '', a=é\\r\\n",
                "7, a=é\\n, '', left out",
                "1, a=é\\n, '', a=é\\n",
                "3, a=\uFFFD, '', left out",
                "5, a=\uFFFD, '', a=\uFFFD",
                "3, YT0x, base64, a=1",
                "-1, YT0x, Base64, a=1",
                "2, /wo=, base64, ${body}",
                "9, YT0x, base64, left out",
                "-1, Y, base64, left out",
                "-1, 613d31, hex, left out"
            })
    void a_body_has_the_bytes_that_were_sent(
            int sent, String text, String encoding, @Nullable String body) {
        var length =
                sent < 0 ? "" : "{\"name\": \"Content-Length\", \"value\": \"%d\"}".formatted(sent);
        assertBody(length, text, encoding, body == null ? null : body.translateEscapes());
    }

    /// As a browser writes it. A file may be empty, which its length tells.
    @Test
    void a_form_whose_file_has_no_content_is_not_sent() {
        var form =
                "--x\\r\\nContent-Disposition: form-data; name=\\\"f\\\"; filename=\\\"a.png\\\"\\r\\nContent-Type: image/png\\r\\n\\r\\n%s\\r\\n--x--\\r\\n";
        var body = form.replace("\\\"", "\"").translateEscapes();
        assertBody("", form.formatted(""), "", null);
        assertBody("", form.formatted("a"), "", body.formatted("a"));
        var length =
                "{\"name\": \"Content-Length\", \"value\": \"%d\"}"
                        .formatted(body.formatted("").length());
        assertBody(length, form.formatted(""), "", body.formatted(""));
    }

    /// A server would unpack the text, or find a body of another length.
    @Test
    void a_compressed_body_is_not_sent_as_text() {
        var gzip = "{\"name\": \"Content-Encoding\", \"value\": \"gzip\"}";
        assertBody(gzip, "a=1", "", null);
        assertBody(gzip, "YT0x", "base64", null);
        assertBody(gzip.replace("gzip", "identity"), "a=1", "", "a=1");
        var length = "{\"name\": \"Content-Length\", \"value\": \"3\"}";
        assertBody(gzip + ", " + length, "YT0x", "base64", "a=1");
    }

    /// @param body null where the request is left out
    private static void assertBody(
            String header, String text, String encoding, @Nullable String body) {
        var upload =
                """
                {"request": {"method": "PUT", "url": "https://shop.example/u", "headers": [%s],
                  "postData": {"text": "%s", "encoding": "%s"}}, "response": {"status": 200}}\
                """
                        .formatted(header, text, encoding);
        var imported = chrome(upload);
        var bodies =
                imported.requests().stream()
                        .filter(request -> request.path().equals("/u"))
                        .map(Request::body)
                        .toList();
        assertThat(bodies).isEqualTo(body == null ? List.of() : List.of(body));
        assertThat(imported.notes()).hasSize(body == null ? 1 : 0);
    }
}
