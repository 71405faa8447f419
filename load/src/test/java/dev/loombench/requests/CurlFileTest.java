package dev.loombench.requests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.ValueSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Requests from `curl` commands.
class CurlFileTest {
    static List<Request> requests(String text) {
        return imported(text).requests();
    }

    static GivenRequests imported(String text) {
        return CurlFile.parse("a.txt", text, Omissions.NONE);
    }

    static Request request(String text) {
        var requests = requests(text);
        assertThat(requests).hasSize(1);
        return requests.getFirst();
    }

    @Test
    void options_of_the_connection_are_named_in_a_note() {
        var text =
                """
                curl -sSk h/a -m 3
                curl h/b --http2-prior-knowledge -x http://ada:sesame@p:1 --resolve h:80:127.0.0.1 -k
                """;
        assertThat(imported(text).notes())
                .containsExactly(
                        "options of curl for its connections have no effect: -k (here --insecure), --http2-prior-knowledge (here --http2), -x (no proxy is used), --resolve (here --connect-to)");
        assertThat(imported("curl -sS -m 3 -o /dev/null h/a").notes()).isEmpty();
    }

    @Test
    void a_command_as_chrome_copies_it() {
        var request =
                request(
                        """
                        curl 'https://shop.example.com/api/orders?page=2&size=20' \\
                          -H 'accept: application/json, text/plain, */*' \\
                          -H 'accept-language: en-US,en;q=0.9' \\
                          -H 'cache-control: no-cache' \\
                          -H 'content-type: application/json' \\
                          -H 'origin: https://shop.example.com' \\
                          -H 'priority: u=1, i' \\
                          -H 'referer: https://shop.example.com/cart' \\
                          -H 'sec-ch-ua: "Chromium";v="142", "Google Chrome";v="142", "Not_A Brand";v="99"' \\
                          -H 'sec-ch-ua-mobile: ?0' \\
                          -H 'sec-fetch-site: same-origin' \\
                          -b 'sid=${SHOP_SID}; theme=${THEME}' \\
                          -H 'user-agent: Mozilla/5.0 (X11; Linux x86_64)' \\
                          --data-raw $'{"item":"Don\\'t panic\\u0021","price":"$5"}'
                        """);
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.path()).isEqualTo("/api/orders?page=2&size=20");
        assertThat(request.body()).isEqualTo("{\"item\":\"Don't panic!\",\"price\":\"$$5\"}");
        assertThat(request.headers())
                .containsEntry(
                        "sec-ch-ua",
                        "\"Chromium\";v=\"142\", \"Google Chrome\";v=\"142\", \"Not_A Brand\";v=\"99\"")
                .containsEntry("content-type", "application/json")
                .containsEntry("Cookie", "sid=${SHOP_SID}; theme=${THEME}")
                .hasSize(12);
    }

    @Test
    void a_command_as_firefox_copies_it() {
        var request =
                request(
                        """
                        curl 'http://localhost:8080/login' \\
                          --compressed \\
                          -X POST \\
                          -H 'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' \\
                          -H 'Accept: */*' \\
                          -H 'Accept-Encoding: gzip, deflate, br, zstd' \\
                          -H 'Content-Type: application/x-www-form-urlencoded' \\
                          -H 'Connection: keep-alive' \\
                          -H 'Sec-GPC: 1' \\
                          -H 'TE: trailers' \\
                          --data-raw 'user=ada&note=%24'
                        """);
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.path()).isEqualTo("/login");
        assertThat(request.body()).isEqualTo("user=ada&note=%24");
        assertThat(request.headers())
                .containsOnlyKeys(
                        "User-Agent", "Accept", "Accept-Encoding", "Content-Type", "Sec-GPC")
                .containsEntry("Accept-Encoding", "gzip, deflate, br, zstd");
    }

    /// Chrome's "Copy all as cURL" separates the commands by `;`.
    @Test
    void equal_commands_become_one_request_with_a_weight() {
        var imported =
                imported(
                        """
                        # the start page
                        curl 'http://a.example/' ;
                        curl 'http://b.example/x' -L ;
                        curl 'http://a.example/'
                        curl http://a.example/ -H 'Accept: text/html'
                        """);
        assertThat(imported.requests())
                .extracting(Request::name, Request::weight)
                .containsExactly(tuple("GET /", 2), tuple("GET /x", 1), tuple("GET / (2)", 1));
        assertThat(imported.notesFor(Optional.empty()))
                .containsExactly(
                        "requests to http://a.example, http://b.example are sent to the measured service",
                        "redirects are not followed (-L of curl)");
    }

    @Test
    void no_note_names_the_measured_service_itself() {
        var imported = imported("curl http://LocalHost:8080/a");
        assertThat(imported.notesFor(Optional.of("http://localhost:8080"))).isEmpty();
        assertThat(imported.notesFor(Optional.of("http://localhost:8081"))).hasSize(1);
    }

    @Test
    void options_describe_the_request_as_they_do_for_curl() {
        assertThat(request("curl -sSL -XPUT localhost:8080/a -d a=1 --data b=2"))
                .returns("PUT", Request::method)
                .returns("/a", Request::path)
                .returns("a=1&b=2", Request::body)
                .returns(
                        Map.of("Content-Type", "application/x-www-form-urlencoded"),
                        Request::headers);
        assertThat(request("curl -G http://h/a?x=1 -d y=2 -k --compressed"))
                .returns("GET", Request::method)
                .returns("/a?x=1&y=2", Request::path)
                .returns("", Request::body)
                .returns(Map.of("Accept-Encoding", "deflate, gzip"), Request::headers);
        assertThat(request("curl --json '{}' --url http://h -A me -e http://h/b#c -H 'X-Empty;'"))
                .returns("POST", Request::method)
                .returns("/", Request::path)
                .returns("{}", Request::body)
                .returns(
                        Map.of(
                                "User-Agent", "me",
                                "Referer", "http://h/b#c",
                                "X-Empty", "",
                                "Content-Type", "application/json",
                                "Accept", "application/json"),
                        Request::headers);
        assertThat(request("curl -I http://h/a#part").method()).isEqualTo("HEAD");
    }

    @Test
    void quotes_and_escapes_are_those_of_a_posix_shell() {
        assertThat(
                        request(
                                "curl h/a --data-raw $'\\x41\\101\\t\\u00e9\\ud83d\\ude00\\xc3\\xa9\\\\'"))
                .returns("AA\té😀é\\", Request::body);
        assertThat(request("curl h/a --data-raw \"a\\\"b\\$c\\d\\\\e\\\nf\"").body())
                .isEqualTo("a\"b$$c\\d\\ef");
        assertThat(request("curl h/a --data-raw a'b c'\"d\"\\ e").body()).isEqualTo("ab cd e");
        assertThat(request("curl h/a \\\r\n  -d x\r\n").body()).isEqualTo("x");
    }

    @Test
    void brackets_in_a_url_need_a_backslash_as_chrome_writes_them() {
        assertThat(request("curl 'http://h/a?filter\\[x\\]=1'").path()).isEqualTo("/a?filter[x]=1");
        assertThat(request("curl -g 'http://[::1]:80/a?f[x]=1'").path()).isEqualTo("/a?f[x]=1");
        assertThatThrownBy(() -> request("curl 'http://h/[1-9]'"))
                .hasMessageStartingWith("a.txt:1: [] and {} in a URL are patterns of curl");
    }

    @Test
    void secrets_are_sent_and_named_but_not_shown() {
        var imported =
                imported(
                        """
                        curl 'http://h/a?access_token=sesame-1' -H 'Authorization: Bearer sesame-2' -b 'sid=sesame-3; theme=dark'
                        curl http://h/b -H 'X-Api-Key: sesame-4' -d 'user=ada&pwd=sesame-5' -u ada:sesame
                        """);
        assertThat(imported.requests().getFirst())
                .returns("/a?access_token=${ACCESS_TOKEN}", Request::path)
                .returns(
                        Map.of(
                                "Authorization", "Bearer ${AUTHORIZATION}",
                                "Cookie", "sid=${SID}; theme=${THEME}"),
                        Request::headers);
        assertThat(imported.requests().get(1).body()).isEqualTo("user=ada&pwd=${SECRET_PWD}");
        assertThat(imported.values())
                .containsEntry("ACCESS_TOKEN", new ValueSource.Secret(Optional.of("sesame-1")))
                .containsEntry(
                        "AUTHORIZATION_2", new ValueSource.Secret(Optional.of("YWRhOnNlc2FtZQ==")));
        assertThat(imported.notesFor(Optional.of("http://h/")).getLast())
                .startsWith(
                        "values that may be secrets are sent, but neither stored nor shown: GET /a?access_token=${ACCESS_TOKEN} (")
                .contains("POST /b (");
        assertThat(imported.toString()).doesNotContain("sesame", "YWRh");
    }

    @Test
    void cookies_can_be_left_out() {
        var imported =
                CurlFile.parse("a.txt", "curl h -b sid=abc -H 'X: 1'", new Omissions(true, false));
        assertThat(imported.requests().getFirst().headers()).isEqualTo(Map.of("X", "1"));
        assertThat(imported.values()).isEmpty();
    }

    @Test
    void a_user_in_a_url_is_refused_and_not_shown() {
        assertThatThrownBy(() -> requests("curl http://ada:sesame@h/"))
                .hasMessageStartingWith("a.txt:1: a URL with a user or password")
                .hasMessageNotContaining("sesame");
    }

    /// What curl 7.88.1 sends, apart from its own User-Agent and Accept.
    @Test
    void headers_of_options_are_those_that_curl_sends() {
        assertThat(request("curl h -A a -H 'User-Agent: b' -e c -H 'referer: d'").headers())
                .isEqualTo(Map.of("User-Agent", "b", "referer", "d"));
        assertThat(request("curl h -A a -A b -e c -e 'd;auto' -b x=1 -b y=2").headers())
                .isEqualTo(Map.of("User-Agent", "b", "Referer", "d", "Cookie", "x=${X}; y=${Y}"));
        assertThat(request("curl h -b a=1 -H 'Cookie: ${B}'").headers())
                .isEqualTo(Map.of("Cookie", "${B}"));
        assertThat(request("curl h -u a:b -H 'Authorization: Bearer ${B}'").headers())
                .isEqualTo(Map.of("Authorization", "Bearer ${B}"));
        assertThat(imported("curl h --oauth2-bearer x -u a:b -u c:d").values())
                .isEqualTo(Map.of("AUTHORIZATION", new ValueSource.Secret(Optional.of("x"))));
        assertThat(request("curl h -A '' -e '' -d x -H 'Content-Type:'").headers()).isEmpty();
        assertThat(request("curl h --json '{}' -H 'Accept:'").headers())
                .isEqualTo(Map.of("Content-Type", "application/json"));
        assertThat(request("curl h -r 0-9 -x http://u:sesame@p:1 --cert c:sesame").headers())
                .isEqualTo(Map.of("Range", "bytes=0-9"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "h/a/../b/./c?x=../y|/b/c?x=../y",
                "h/a/..|/",
                "h/a/.|/a/",
                "h/../../a//b|/a//b",
                "--path-as-is h/a/../b|/a/../b",
                "h/a/%2e%2e/b|/a/%2e%2e/b",
                "-G 'h/a?x=1&' -d y=1|/a?x=1&y=1",
                "-G 'h/a?' -d y=1|/a?y=1",
                "-G 'h/a?x=1' -d ''|/a?x=1&",
                "h/a --url-query 'q=a b' --url-query +r=%41|/a?q=a+b&r=%41",
                "'h?x=1#f'|/?x=1"
            })
    void paths_are_those_that_curl_sends(String arguments, String path) {
        assertThat(request("curl " + arguments).path()).isEqualTo(path);
    }

    @Test
    void a_mistake_shows_no_secret() {
        assertThatThrownBy(() -> requests("curl http://h/a?b=1&token=sesame"))
                .hasMessageContaining("found \"token=***\"");
        assertThatThrownBy(() -> requests("TOKEN=sesame curl h"))
                .hasMessageContaining("found \"TOKEN=***\"");
        assertThatThrownBy(() -> requests("curl 'ftp://h/?token=sesame'"))
                .hasMessageNotContaining("sesame");
    }

    @Test
    void options_of_the_transfer_have_no_effect_on_the_request() {
        assertThat(
                        request(
                                "curl -m 10 --max-time 5 --connect-timeout 2 -fsS -o /dev/null -w '%{http_code}' --retry 3 --http2 -X POST -d '{\"a\":1}' http://h/a"))
                .returns("POST", Request::method)
                .returns("/a", Request::path)
                .returns("{\"a\":1}", Request::body);
        assertThat(request("curl h --data-urlencode 'q=a b&c' --data-urlencode '=d e'").body())
                .isEqualTo("q=a+b%26c&d+e");
        assertThat(request("curl h --oauth2-bearer abc").headers())
                .isEqualTo(Map.of("Authorization", "Bearer ${AUTHORIZATION}"));
    }

    @Test
    void variables_of_the_environment_stand_for_secrets() {
        var headers =
                request(
                                "curl h/a -H 'Authorization: Bearer ${TOKEN}' -b '${COOKIE}' -H 'X-Price: $5 ${a}'")
                        .headers();
        assertThat(headers)
                .containsEntry("Authorization", "Bearer ${TOKEN}")
                .containsEntry("Cookie", "${COOKIE}")
                .containsEntry("X-Price", "$$5 $${a}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "wget http://h/|1: expected a curl command, found \"wget\"",
                "curl http://h/a?b=1&c=2|1: expected a curl command, found \"c=2\"; a URL with & or ;",
                "curl|1: the curl command has no URL",
                "curl h -F a|1: a part of a form must be like name=content",
                "curl h --form-string a|1: a part of a form must be like name=content",
                "curl h -F a=@/no/such/file|1: -F names a file that cannot be read: /no/such/file",
                "curl h -F a=@-|1: -F names standard input, which is not read",
                "curl h -F a=@b,c|1: several files in one part of -F are not supported",
                "curl h -F a=b -d c|1: -F does not go with -d",
                "curl h -F 'a=(b'|1: parts within a part of -F are not supported",
                "curl h -F 'a=b;headers=c'|1: headers= and encoder= of -F are not supported",
                "curl h --data-urlencode a@/no/such/file|1: --data-urlencode names a file that cannot be read: /no/such/file",
                "curl h -T /no/such/file|1: -T names a file that cannot be read: /no/such/file",
                "curl h -T -|1: -T names standard input, which is not read",
                "curl h -T /dev/null -d a|1: -T does not go with -d, -F and -G",
                "curl h/a h/b -T /dev/null|1: -T goes with one URL",
                "curl h -T /dev/null -T /dev/null|1: option -T of curl is supported once",
                "curl h -I -d a|1: -I does not go with a body",
                "curl h -u ada|1: -u needs a user and a password",
                "curl h --next|1: option \"--next\" of curl is not supported",
                "curl h -X|1: option -X of curl needs a value",
                "curl h -d @/no/such/file|1: -d names a file that cannot be read: /no/such/file",
                "curl h --json @-|1: --json names standard input, which is not read",
                "curl h -b cookies.txt|1: a file of cookies is not read",
                "curl h -H nothing|1: a header must be like Name: value",
                "curl h 'a|1: the quote ' that opens here is never closed",
                "curl h \"a|1: the quote \" that opens here is never closed",
                "curl h $'a|1: the quote $' that opens here is never closed",
                "curl h $'\\q'|1: unknown escape",
                "curl h $'\\xff'|1: the text in $'…' is not UTF-8",
                "curl h $'\\ud800'|1: $'…' contains a code point that is no character",
                "curl h -d \"$(id)\"|1: $( needs a shell",
                "curl h -d `id`|1: ` needs a shell",
                "curl h > out|1: > needs a shell",
                "curl ^\"http://h/^\"|1: the command was copied for the Windows command prompt",
                "curl ftp://h/|1: expected a URL with http or https",
                "curl h/\u00e9|1: path must begin with / and contain only printable ASCII",
                "curl h -X post|1: method must be upper-case letters",
                "curl h -H 'a b: c'|1: a header name must consist of",
                "# nothing| contains no curl command"
            })
    void a_mistake_is_reported_with_its_line(String text, String message) {
        assertThatThrownBy(() -> requests(text))
                .isInstanceOf(WrongInput.class)
                .hasMessageStartingWith("a.txt:" + message);
    }

    @Test
    void the_line_of_a_mistake_is_that_of_its_word() {
        assertThatThrownBy(
                        () -> requests("curl h\n\ncurl h \\\n  --data 'a\nb' \\\n  --next c=d\n"))
                .hasMessageStartingWith("a.txt:6: option \"--next\"");
        assertThatThrownBy(() -> requests("curl h \\\n -d $'a\nb\n"))
                .hasMessageStartingWith("a.txt:2: the quote $' that opens here");
    }

    @Test
    void control_characters_reach_no_message() {
        assertThatThrownBy(() -> requests("curl h --\u001b[31mred"))
                .hasMessageNotContaining("\u001b")
                .hasMessageContaining("not supported");
        assertThatThrownBy(() -> requests("curl h -H $'X-Test: a\\nB: c'"))
                .hasMessageStartingWith("a.txt:1: header X-Test must be printable ASCII");
    }

    @Test
    void a_file_above_the_limit_is_refused(@TempDir Path folder) throws IOException {
        var file = folder.resolve("huge");
        Files.writeString(file, "curl h -d " + "a".repeat(CurlFile.MAX_BYTES));
        assertThatThrownBy(() -> CurlFile.read(file, Omissions.NONE))
                .hasMessageContaining("is larger than");
        Files.writeString(file, "curl h -d " + "a".repeat(1_000_000));
        assertThat(CurlFile.read(file, Omissions.NONE).requests().getFirst().body())
                .hasSize(1_000_000);
    }
}
