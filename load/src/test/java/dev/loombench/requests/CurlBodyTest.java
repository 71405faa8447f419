package dev.loombench.requests;

import static dev.loombench.requests.CurlFileTest.imported;
import static dev.loombench.requests.CurlFileTest.request;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.ValueSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Bodies of curl's commands: data, forms and uploads, also of files.
class CurlBodyTest {
    @Test
    void data_may_be_in_a_file(@TempDir Path folder) throws IOException {
        var text = Files.writeString(folder.resolve("order.json"), "{\r\n\"price\": \"$5\"\n}\0");
        assertThat(request("curl h -d @" + text).body()).isEqualTo("{\"price\": \"$$5\"}");
        assertThat(request("curl h --data-binary a=1 --data-binary @" + text).body())
                .isEqualTo("a=1&{\r\n\"price\": \"$$5\"\n}\0");
        var photo = Files.write(folder.resolve("photo.jpg"), new byte[] {(byte) 0xff, 10});
        var given = imported("curl h --data-binary @" + photo);
        assertThat(given.requests().getFirst().body()).isEqualTo("${body}");
        assertThat(given.values()).isEqualTo(Map.of("body", new ValueSource.Bytes("/wo=")));
        assertThatThrownBy(() -> imported("curl h -G --data-binary @" + photo))
                .isInstanceOf(WrongInput.class)
                .hasMessage("a.txt:1: -G has the data in the URL, which must be text in UTF-8");
    }

    /// Bytes that are no text, and what curl 8 sends of them. The type is told by the name.
    @Test
    void parts_of_a_form_may_be_files(@TempDir Path folder) throws IOException {
        var photo = Files.write(folder.resolve("p.png"), new byte[] {(byte) 0xff, 10});
        var note = Files.writeString(folder.resolve("n.txt"), "a\r\nb");
        assertThat(part("a=<" + note)).isEqualTo("name=\"a\"\r\n\r\na\r\nb");
        assertThat(part("a=<" + note + ";type=text/x"))
                .isEqualTo("name=\"a\"\r\nContent-Type: text/x\r\n\r\na\r\nb");
        assertThat(part("a=@" + note))
                .isEqualTo(
                        "name=\"a\"; filename=\"n.txt\"\r\nContent-Type: text/plain\r\n\r\na\r\nb");
        assertThat(part("a=@\"" + note + "\";filename=x.bin"))
                .isEqualTo(
                        "name=\"a\"; filename=\"x.bin\"\r\nContent-Type: text/plain\r\n\r\na\r\nb");
        var other = Files.writeString(folder.resolve("other"), "c");
        assertThat(part("a=@" + other))
                .isEqualTo(
                        "name=\"a\"; filename=\"other\"\r\nContent-Type: application/octet-stream\r\n\r\nc");
        var given = imported("curl h -F a=@" + photo + " -F 'b=$c'");
        assertThat(given.requests().getFirst())
                .returns("POST", Request::method)
                .returns(
                        "--------------------------loombench\r\nContent-Disposition: form-data; name=\"a\"; filename=\"p.png\"\r\nContent-Type: image/png\r\n\r\n${body}\r\n--------------------------loombench\r\nContent-Disposition: form-data; name=\"b\"\r\n\r\n$$c\r\n--------------------------loombench--\r\n",
                        Request::body);
        assertThat(given.values())
                .isEqualTo(Map.of("body", ValueSource.Bytes.of(new byte[] {(byte) 0xff, 10})));
    }

    /// The bytes of a file are stored with a result, and secrets beside them are not.
    @Test
    void secrets_of_a_form_with_a_file_are_found(@TempDir Path folder) throws IOException {
        var photo = Files.write(folder.resolve("p.png"), new byte[] {(byte) 0xff, 10});
        var given = imported("curl h -F a=@" + photo + " -F password=sesame");
        assertThat(given.requests().getFirst().body())
                .contains("\r\n\r\n${body}\r\n", "\r\n\r\n${PASSWORD}\r\n")
                .doesNotContain("sesame");
        assertThat(given.values()).containsOnlyKeys("body", "PASSWORD");
    }

    /// What a secret has of ASCII is one, and its other bytes are stored.
    @Test
    void the_text_within_a_secret_that_is_none_is_found(@TempDir Path folder) throws IOException {
        var key = Files.write(folder.resolve("k"), "\u00ffsesame".getBytes(ISO_8859_1));
        var given = imported("curl h -F password=@" + key);
        assertThat(given.requests().getFirst().body()).contains("\r\n\r\n${body}${PASSWORD}\r\n");
        assertThat(given.values())
                .containsOnlyKeys("body", "PASSWORD")
                .containsEntry("body", ValueSource.Bytes.of(new byte[] {(byte) 0xff}));
    }

    /// The only part of a form, without what is the same in all.
    private static String part(String part) {
        var boundary = "--------------------------loombench";
        var start = boundary + "\r\nContent-Disposition: form-data; ";
        var body = request("curl h -F '" + part + "'").body();
        assertThat(body).startsWith(start).endsWith("\r\n" + boundary + "--\r\n");
        return body.substring(start.length(), body.lastIndexOf("\r\n--"));
    }

    /// As curl 8 sends them.
    @Test
    void encoded_data_and_uploads_may_be_files(@TempDir Path folder) throws IOException {
        var bytes = Files.write(folder.resolve("a b.txt"), new byte[] {(byte) 0xff, ' ', '=', 10});
        assertThat(request("curl h --data-urlencode 'q@" + bytes + "' -d x=1").body())
                .isEqualTo("q=%FF+%3D%0A&x=1");
        assertThat(request("curl h --data-urlencode '@" + bytes + "'").body())
                .isEqualTo("%FF+%3D%0A");
        assertThat(request("curl h/s --url-query 'q@" + bytes + "'").path())
                .isEqualTo("/s?q=%FF+%3D%0A");
        var text = Files.writeString(folder.resolve("n 1.txt"), "a\nb");
        assertThat(request("curl h/in/ -T '" + text + "'"))
                .returns("PUT", Request::method)
                .returns("/in/n%201.txt", Request::path)
                .returns("a\nb", Request::body)
                .returns(Map.of(), Request::headers);
        assertThat(request("curl h/in/?a=b -X POST --upload-file '" + text + "'"))
                .returns("POST", Request::method)
                .returns("/in/?a=b", Request::path);
        assertThat(request("curl h/in/x -T '" + text + "'").path()).isEqualTo("/in/x");
    }

    /// As Chrome copies it.
    @Test
    void a_file_whose_content_a_browser_left_out_is_named_in_a_note() {
        var command =
                "curl h/u --data-raw $'--x\\r\\nContent-Disposition: form-data; name=\"f\"; filename=\"a.png\"\\r\\nContent-Type: image/png\\r\\n\\r\\n%s\\r\\n--x--\\r\\n'";
        assertThat(imported(command.formatted("")).notes())
                .singleElement()
                .asString()
                .contains("browsers leave out: 1; -F NAME=@FILE");
        assertThat(imported(command.formatted("a")).notes()).isEmpty();
    }

    @Test
    void parts_of_a_form_are_a_body_with_a_boundary() {
        var request =
                request(
                        "curl h/upload -F name=Ada -F 'note=\"a;b\";type=text/plain' --form-string 'raw=@x;type=y' -F a=------------------------loombench");
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.headers())
                .isEqualTo(
                        Map.of(
                                "Content-Type",
                                "multipart/form-data; boundary=------------------------loombench0"));
        assertThat(request.body())
                .isEqualTo(
                        """
                        --------------------------loombench0
                        Content-Disposition: form-data; name="name"

                        Ada
                        --------------------------loombench0
                        Content-Disposition: form-data; name="note"
                        Content-Type: text/plain

                        a;b
                        --------------------------loombench0
                        Content-Disposition: form-data; name="raw"

                        @x;type=y
                        --------------------------loombench0
                        Content-Disposition: form-data; name="a"

                        ------------------------loombench
                        --------------------------loombench0--
                        """
                                .replace("\n", "\r\n"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "q=a b*c~d-e_f.g+h&i/é|q=a+b%2Ac~d-e_f.g%2Bh%26i%2F%C3%A9",
                "a@b=c d|a@b=c+d",
                "=d e|d+e"
            })
    void encoded_data_is_that_of_curl(String data, String body) {
        assertThat(request("curl h --data-urlencode '" + data + "'").body()).isEqualTo(body);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "a=x;y|name=\"a\"||x",
                "a= x ;type=text/y|name=\"a\"|text/y|x",
                "a=x;type=text/y; charset=utf-8;filename=f|name=\"a\"; filename=\"f\"|text/y; charset=utf-8|x",
                "a=\"x;\\\"y\\\\z\";type=text/x|name=\"a\"|text/x|x;\"y\\z",
                "a=\"x;y|name=\"a\"||\"x",
                "a\"b=1|name=\"a%22b\"||1",
                "a=|name=\"a\"||~~"
            })
    void a_part_of_a_form_is_that_of_curl(
            String part, String disposition, @Nullable String type, String content) {
        var request = request("curl h -F '" + part + "' -H 'Content-Type: multipart/form-data'");
        assertThat(request.headers())
                .containsOnly(
                        entry(
                                "Content-Type",
                                "multipart/form-data; boundary=------------------------loombench"));
        assertThat(request.body())
                .isEqualTo(
                        "--------------------------loombench\r\nContent-Disposition: form-data; "
                                + disposition
                                + (type == null ? "" : "\r\nContent-Type: " + type)
                                + "\r\n\r\n"
                                + content
                                + "\r\n--------------------------loombench--\r\n");
    }
}
