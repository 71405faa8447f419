package dev.loombench.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.CommandFixture;
import dev.loombench.cli.console.ExitCode;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Options of load generators and of curl, which commands explain by their own.
class ForeignOptionsTest extends CommandFixture {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-z 10s -q 100 --data a http://localhost/ | -z: -d TIME; -q: -R RATE; --data: --body TEXT",
                "-X POST -d {a:1} http://localhost/ | -d is the measured time; and --body the body",
                "-F f=@a.png --compressed http://localhost/ | -F: --curl FILE; --compressed: -H 'Accept-Encoding",
                "--form=f=@a.png -G http://localhost/ | --form: --curl FILE; -G: --curl FILE",
                "-k -T text/plain http://localhost/ | -k: connections are kept alive; curl's: --insecure; -T: -H"
                        + " 'Content-Type",
                "--vus 10 --iterations=5 http://localhost/ | --vus: -c N; --iterations: -n N",
                "--h2 http://localhost/ | --h2: --http2 is HTTP/2",
                "--disable-keepalive http://localhost/ | --disable-keepalive: --no-keep-alive",
                "--call a.B/C --total 5 http://localhost/ | --call: the URL names a call of gRPC; --total: -n N",
                "-plaintext -import-path a http://localhost/ | -plaintext: grpc:// is gRPC without TLS; -import-path: --proto-path FOLDER",
                "--h1 http://localhost/ | --h1: no option is needed",
                "-m 100 http://localhost/ | --streams N is the number of requests at a time",
                "--warm-upp 1s http://localhost/ | did you mean --warm-up?",
            })
    void an_option_of_another_tool_gets_its_replacement(String arguments, String hints) {
        assertThat(execute(("load " + arguments).split(" "))).isEqualTo(2);
        assertThat(err.toString()).contains(hints.split("; "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "load http://localhost:1/",
                "compare http://localhost:1/ http://localhost:2/",
                "capacity http://localhost:1/ --slo p99<50ms"
            })
    void a_body_that_is_typed_as_in_curl_is_explained_without_its_secrets(String command) {
        for (var body : List.of("{\"user\":\"a\",\"password\":\"sesame\"}", "1=a&token=sesame")) {
            var words =
                    Stream.concat(
                            Stream.of(command.split(" ")), Stream.of("-X", "POST", "-d", body));
            assertThat(execute(words.toArray(String[]::new))).isEqualTo(ExitCode.USAGE);
            assertThat(err.toString())
                    .contains("-d is the measured time, as in -d 10s, and --body the body")
                    .contains("***")
                    .doesNotContain("sesame");
        }
    }

    @Test
    void compare_explains_options_of_load_generators_by_its_own() {
        assertThat(execute("compare", "a.jar", "b.jar", "-z", "10s", "--data", "a", "--vus=9"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("-z: -d TIME", "--data: --body TEXT is the body", "--vus: -c N is");
        assertThat(execute("compare", "a.jar", "b.jar", "-i", "5")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).doesNotContain("-i: -n N");
        assertThat(execute("run", "--users", "50")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("--users: -c N is the number of connections or users");
    }
}
