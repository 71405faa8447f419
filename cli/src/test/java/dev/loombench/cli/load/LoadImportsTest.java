package dev.loombench.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Requests that a real server receives from files in the formats of other tools.
class LoadImportsTest extends LoadCommandFixture {
    @TempDir private Path folder;

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("imported"), text).toString();
    }

    @Test
    void requests_of_curl_commands_are_sent() throws IOException {
        var file =
                file(
                        """
                        curl 'https://shop.example/hello?a=$1' \\
                          -H 'Host: shop.example' -H 'Connection: close' -H 'X-Test: ${PATH}' ;
                        curl 'https://shop.example/hello' -X PUT -L \\
                          -H 'X-Test: own' --data-raw $'Don\\'t: ${a}'
                        """);
        assertThat(load("-c", "1", "--curl", file, "-H", "X-Test: all", url("/"))).isIn(MEASURED);
        assertThat(received)
                .containsExactlyInAnyOrder(
                        "GET /hello?a=$1 " + System.getenv("PATH") + " ",
                        "PUT /hello own Don't: ${a}");
        assertThat(err.toString().lines())
                .contains(
                        "loombench: requests to https://shop.example are sent to the measured service",
                        "loombench: redirects are not followed (-L of curl)");
    }

    @Test
    void requests_of_an_archive_are_sent() throws IOException {
        var file =
                file(
                        """
                        {"log": {"version": "1.2", "entries": [
                          {"request": {"method": "POST", "url": "http://shop.example/hello",
                                       "headers": [{"name": ":path", "value": "/hello"},
                                                   {"name": "host", "value": "shop.example"},
                                                   {"name": "content-length", "value": "1"},
                                                   {"name": "x-test", "value": "yes"}],
                                       "postData": {"text": "a body"}},
                           "response": {"status": 200}},
                          {"request": {"method": "GET", "url": "http://shop.example/hello?b"},
                           "response": {"status": 200}},
                          {"request": {"method": "GET", "url": "http://cdn.example/hello?c"},
                           "response": {"status": 200}}]}}
                        """);
        assertThat(load("-c", "1", "--har", file, url("/"))).isIn(MEASURED);
        assertThat(received)
                .containsExactlyInAnyOrder("POST /hello yes a body", "GET /hello?b null ");
        assertThat(err.toString())
                .contains("requests left out, to other hosts than http://shop.example: 1");
    }

    @Test
    void secrets_are_sent_as_they_are_and_shown_nowhere() throws IOException {
        var file =
                file(
                        """
                        curl 'http://h/hello?access_token=ses%2Fame&b=1'
                        curl 'http://h/hello' -H 'X-Test: Bearer sesame' --json '{"password": "ses\\"ame", "pin": 1234}'
                        curl 'http://h/hello' -F user=ada -F otp=sesame
                        """);
        assertThat(load("-c", "1", "-o", "json", "--curl", file, url("/"))).isIn(MEASURED);
        assertThat(received)
                .containsExactlyInAnyOrder(
                        "GET /hello?access_token=ses%2Fame&b=1 null ",
                        "POST /hello Bearer sesame {\"password\": \"ses\\\"ame\", \"pin\": 1234}",
                        """
                        POST /hello null --------------------------loombench
                        Content-Disposition: form-data; name="user"

                        ada
                        --------------------------loombench
                        Content-Disposition: form-data; name="otp"

                        sesame
                        --------------------------loombench--
                        """
                                .replace("\n", "\r\n"));
        assertThat(out.toString())
                .contains("GET /hello?access_token=${ACCESS_TOKEN}&b=1")
                .doesNotContain("sesame", "ses%2Fame", "ses\\\\");
        assertThat(err.toString())
                .contains(
                        "values that may be secrets are sent, but neither stored nor shown: GET /hello?access_token=${ACCESS_TOKEN}&b=1 (${ACCESS_TOKEN})")
                .doesNotContain("sesame", "ses%2Fame", "1234");
    }

    @Test
    void requests_of_a_log_are_sent_by_their_frequency() throws IOException {
        var line = "h - - [12/Nov/2026:06:25:24 +0000] \"%s HTTP/1.1\" 200 1\n";
        var file =
                file(
                        line.formatted("GET /hello?often").repeat(9)
                                + line.formatted("GET /hello?once")
                                + line.formatted("POST /hello"));
        loadWith(
                "-c",
                "1",
                "-n",
                "400",
                "-d",
                "1h",
                "--warm-up",
                "1ms",
                "-o",
                "json",
                "--access-log",
                file,
                url("/"));
        assertThat(received)
                .containsExactlyInAnyOrder("GET /hello?often null ", "GET /hello?once null ");
        var json = json();
        // 360 of 400 expected, with a standard deviation of 6.
        assertThat(json.at("/requests/0/sent").asInt()).isBetween(320, 395);
        assertThat(err.toString())
                .contains(
                        "rate of the log: 10/s over 1 s, 10/s in the busiest second; --rate 10/s reproduces the mean",
                        "requests left out, with other methods than GET and HEAD: 1");
    }

    @Test
    void a_variable_that_is_not_set_is_reported_before_anything_is_sent() throws IOException {
        var file = file("curl h/hello -H 'Authorization: Bearer ${NO_SUCH_VARIABLE}'");
        loadWith("-d", "1h", "--curl", file, url("/"));
        assertThat(err.toString()).contains("NO_SUCH_VARIABLE is not set");
        assertThat(responses.get()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--har %s http://localhost/ | imported:1: is not valid JSON",
                "--access-log %s http://localhost/ | imported:1: is not in common or combined",
                "--curl /no/such/file http://localhost/ | no such file or folder",
                "--curl %s --har %s http://localhost/ | exclude one another",
                "--curl %s --requests-file a http://localhost/ | --curl does not go with --requests-file",
                "--curl %s -m PUT http://localhost/ | --method and --body go with one request, not with --curl",
                "--curl %s http://localhost/a | with --curl the paths come from the file, and the URL has none; was \"/a\"",
                "--curl %s tcp://localhost:1 | --curl goes with http://, not with tcp://"
            })
    void wrong_usage_is_explained(String arguments, String message) throws IOException {
        var file = file("curl http://h/a");
        assertThat(loadWith(arguments.replace("%s", file).split(" "))).isEqualTo(2);
        assertThat(err.toString()).contains(message);
        assertThat(out.toString()).isEmpty();
    }
}
