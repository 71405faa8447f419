package dev.loombench.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.requests.LoadUrl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Wrong usage of `loombench load`, and its help.
class LoadUsageTest extends LoadCommandFixture {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--insecure http://localhost/ | --insecure goes with https://, not with http://localhost/",
                "--key k.pem tcp://localhost:1 | --key goes with https://, not with tcp://localhost:1",
                "--insecure --cacert a.pem https://localhost/ | --insecure checks no certificate, and --cacert",
                "--key k.pem https://localhost/ | --key needs the certificate of the client: --cert",
                "--tls-version 1.1 https://localhost/ | --tls-version: a version of TLS must be 1.2 or 1.3, was \"1.1\"",
                "--cacert /no/such/file https://localhost/ | /no/such/file",
                "localhost:80/x | the URL must be like http://host:port/path,"
                        + " https://host/path, ws://host:port/path, grpc://host:port/package.Service/Method or tcp://host:port, was \"localhost:80/x\"",
                "http://user:secret@localhost/ | a URL with a user or password before @ is refused",
                "http://secret@localhost:1/x | the header Authorization sends them, as in -H 'Authorization: Basic ...'",
                "http://user:p%zz@localhost/ | a URL with a user or password",
                "user:secret@localhost/ | a URL with a user or password",
                "tcp://user:secret@localhost:1 | a URL with a user or password",
                "--body=@/dev/zero http://localhost/ | larger than 67,108,864 bytes",
                "http:///x | the URL must be like http://host:port/path,"
                        + " https://host/path, ws://host:port/path, grpc://host:port/package.Service/Method or tcp://host:port, was \"http:///x\"",
                "tcp://localhost | tcp takes a host and a port, tcp://host:port, was"
                        + " \"tcp://localhost\"",
                "tcp://localhost:1/x | tcp takes a host and a port, tcp://host:port, was"
                        + " \"tcp://localhost:1/x\"",
                "-m PUT tcp://localhost:1 | --method, --header, --requests-file and --expect-status go with http://",
                "--expect-status 2xx tcp://localhost:1 | --expect-status go with http://",
                "http://localhost:99999/ | the port must be between 1 and 65535, was 99999",
                "http://no.such.host.invalid/ | no address is known for host"
                        + " \"no.such.host.invalid\"",
                "-R 10 --think-time 1s http://localhost/ | --think-time does not go with --rate",
                "--arrival poisson http://localhost/ | --arrival needs --rate",
                "-R 10 --arrival bursty http://localhost/ | --arrival must be constant or poisson",
                "-H my-secret http://localhost/ | --header must be like Name: value; one has no colon",
                "http://localhost/[?token=secret | the URL cannot be read: Illegal character in path",
                "tcp://localhost?token=secret | tcp takes a host and a port, tcp://host:port, was \"tcp://localhost…\"",
                "-H a:1 -H A:2 http://localhost/ | header A was given twice",
                "--body=@/no/such/file http://localhost/ | --body names a file that cannot be read",
                "--requests-file /no/such/file http://localhost/ | no such file",
                "--requests-file a -m PUT http://localhost/ | --method and --body go with one request",
                "--requests-file a http://localhost/b | the paths come from the file",
                "--connect-timeout 0s http://localhost/ | connect-timeout must be above 0, was 0",
                "--local-address elsewhere http://localhost/ | an IP address like 127.0.0.2",
                "-d 0s http://localhost/ | --duration must be above 0, was 0s",
                "-d soon http://localhost/ | \"soon\"",
                "-t 0 http://localhost/ | load generator threads must be at least 1, was 0",
                "--fail-if p99 http://localhost/ | \"p99\" is no threshold; --fail-if takes a"
                        + " metric",
                "-c 0 http://localhost/ | --connections: must be between 1 and 1000000, was 0",
                "-R 5 -c 0 http://localhost/ | connections must be at least 1, was 0",
                "-R 50000k http://localhost/ | --rate: must be at most 1,000,000 requests/s (1,000,000 per thread of the load generator), was 50,000,000",
                "-t 2 -R 0..3000k/1s http://localhost/ | --rate: must be at most 2,000,000 requests/s",
                "-R 0..5k http://localhost/ | --rate: \"0..5k\" is not a rate",
                "-R 0..5k/30s,x http://localhost/ | --rate: \"x\" is not a stage; expected stages"
                        + " separated by commas",
                "-R 5 --warm-up-at 0 http://localhost/ | --rate: must be above 0 requests per second",
                "--connect-rate 5 http://localhost/ | --connect-rate goes with --hold",
                "--hold -R 5 http://localhost/ | --hold sends one request on each connection or stream",
                "--streams 5 http://localhost/ | --streams are those of HTTP/2: add --http2",
                "--http2 --streams 0 http://localhost/ | --streams must be between 1 and 1,000,000, was 0",
                "--http2 --streams 2 --hold http://localhost/ | held requests share connections as streams of server-sent events or of gRPC only",
                "--http2 --streams 2 --no-keep-alive http://localhost/ | not with --no-keep-alive",
                "--http2 tcp://localhost:1 | --http2 goes with http://, not with tcp://",
                "-m HEAD --sse http://localhost:1/ | the content of responses, and those to HEAD have none",
                "--streams 5 ws://localhost:1/ | --streams goes with http://, not with ws://",
                "--grpc ws://localhost:1/ | --grpc goes with http://, not with ws://",
                "--protoset a.protoset http://localhost/ | --protoset goes with calls of gRPC: add --grpc",
                "--connect-to a:b http://localhost/ | --connect-to: must be like 127.0.0.1:8443",
                "--connect-to a:0 http://localhost/ | --connect-to: the port must be between",
                "--connect-to no.invalid http://localhost/ | no address is known for host \"no.invalid\"",
                "--ws-greetings 1 http://localhost:1/ | --ws-greetings goes with ws:// or wss://, not with http://localhost:1/",
                "--ws-greetings 1001 ws://localhost:1/ | --ws-greetings: greetings must be between 0 and 1,000, was 1,001",
                "--ws-binary --body ping! ws://localhost:1/ | a binary message of WebSocket is given in Base64",
                "-m PUT grpc://localhost:1/a.B/C | --method does not go with gRPC",
                "--expect-status 302 grpc://localhost:1/a.B/C | a good call of gRPC has the grpc-status 0",
                "--expect-status 2xx,404 ws://localhost:1/ | messages of WebSocket have none; were 2xx,404",
                "--protoset /no/such/file --no-probe -d 1s grpc://localhost:1/a.B/C | /no/such/file",
                "--proto a.proto http://localhost/ | --proto goes with calls of gRPC: add --grpc",
                "--proto-path . --grpc http://localhost/a.B/C | --proto-path goes with --proto",
                "--proto a.proto --protoset b --grpc http://localhost/a.B/C | --proto and --protoset exclude one another",
                "--hold -n 5 http://localhost/ | --count does not go with --hold",
                "--expect-body a -n 5 http://localhost/ | --expect-body is checked by the request before the load, and --count leaves it out",
                "--expect-body a --no-probe http://localhost/ | and --no-probe leaves it out",
                "-n 0 http://localhost/ | --count must be at least 1, was 0",
                "--think-distribution normal --think-time 1s http://localhost/ |"
                        + " --think-distribution must be",
                "--think-distribution constant http://localhost/ | goes with --think-time",
                "-o xml http://localhost/ | expected one of [text, json, csv, markdown, html, hlog]",
            })
    void wrong_usage_gets_a_message_of_one_line(String arguments, String message) {
        assertThat(loadWith(arguments.split(" "))).isEqualTo(2);
        assertThat(err.toString().lines().findFirst().orElseThrow()).contains(message);
        assertThat(err.toString()).doesNotContain("secret");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void an_at_sign_in_a_path_is_no_user() {
        assertThat(LoadUrl.parse("http://localhost/@a/b@c?d=e@f").path())
                .isEqualTo("/@a/b@c?d=e@f");
    }

    @Test
    void help_shows_options_examples_and_exit_codes() {
        assertThat(loadWith("--help")).isZero();
        assertThat(out.toString()).contains("Examples:", "Exit codes:", "--think-time=TIME");
    }

    /// The load would take an hour.
    @Test
    void a_target_that_cannot_be_loaded_fails_at_once() {
        assertThat(loadWith("-d1h", "http://127.0.0.1:1/a")).isEqualTo(2);
        assertThat(loadWith("-d1h", url("/busy"))).isEqualTo(2);
        assertThat(err.toString().lines())
                .containsExactly(
                        "loombench: nothing was measured: GET /a: no server listens at 127.0.0.1:1 (connect-refused); --no-probe loads it anyway",
                        "loombench: nothing was measured: GET /busy: 127.0.0.1:%d responds with status 503; --no-probe loads it anyway"
                                .formatted(server.getAddress().getPort()));
        assertThat(out.toString()).isEmpty();
    }
}
