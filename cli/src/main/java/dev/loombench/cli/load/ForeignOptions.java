package dev.loombench.cli.load;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Options of wrk, hey, oha, k6, ab, bombardier, h2load, ghz, grpcurl and curl, and those of runs
/// in a search for the capacity, with their replacements in the commands that send requests. Where
/// tools use a letter differently, the hint is for the most common use.
///
/// Options of `load` that have another meaning in some of those tools are not here: `-t`, `-d`,
/// `-m`.
public final class ForeignOptions {
    private static final String DURATION = "-d TIME is the measured time, as in -d 10s";
    private static final String COUNT = "-n N is the number of requests";
    private static final String USERS = "-c N is the number of connections or users";
    private static final String RATE = "-R RATE is the total of requests per second";
    private static final String RATE_OF_ALL = RATE + " (hey's -q: per worker)";
    private static final String BODY = "--body TEXT is the body";
    private static final String BODY_FILE = "--body=@FILE names the file with the body";
    private static final String CURL = "--curl FILE sends what a command of curl with it does";
    private static final String TIMEOUT = "--timeout TIME is the longest response time";
    private static final String PROFILE =
            "loombench load takes a load profile, as in -R 0..5k/30s,5k/1m";
    private static final String INSECURE = "--insecure accepts any certificate";
    private static final String HTTP2 = "--http2 is HTTP/2, over http by prior knowledge";
    private static final String NO_REDIRECTS = "no option is needed: redirects are not followed";
    private static final String NO_REUSE = "--no-keep-alive opens a connection per request";
    private static final String SEARCH_TIME =
            "--processes N, -d TIME, --hold-time TIME and --recovery TIME bound the time of a search";
    private static final String REQUESTS = "--requests-file FILE mixes several requests";

    private static final String CALL =
            "the URL names a call of gRPC, as in grpc://localhost:50051/package.Service/Method";
    private static final String PLAIN = "grpc:// is gRPC without TLS, and grpcs:// over TLS";
    private static final String IMPORTS =
            "--proto-path FOLDER has the files that those of --proto import";
    private static final String METADATA =
            "-H 'NAME: VALUE' sends a header, which the metadata of gRPC are";

    private static final Map<String, String> REPLACEMENTS =
            Map.ofEntries(
                    Map.entry("--pace", "use --connect-rate RATE"),
                    Map.entry("--budget", SEARCH_TIME),
                    Map.entry("--trials", SEARCH_TIME),
                    Map.entry(
                            "--hold",
                            "--hold-time TIME is the window that holds the capacity; loombench load holds connections"),
                    Map.entry("--source", "use --local-address ADDRESS"),
                    Map.entry("--requests", "use --requests-file FILE"),
                    Map.entry("-z", DURATION),
                    Map.entry("-q", RATE_OF_ALL),
                    Map.entry("--rps", RATE),
                    Map.entry("-r", RATE),
                    Map.entry("-T", "-H 'Content-Type: TYPE' sets the type of the body"),
                    Map.entry("-A", "-H 'Accept: TYPE' sets the types accepted"),
                    Map.entry("-U", "-H 'User-Agent: NAME' sets the user agent"),
                    Map.entry("--user-agent", "-H 'User-Agent: NAME' sets the user agent"),
                    Map.entry("-a", "-H 'Authorization: Basic ...' sends a user and password"),
                    Map.entry("-D", BODY_FILE),
                    Map.entry("-p", BODY_FILE),
                    Map.entry("-f", BODY_FILE),
                    Map.entry("-b", BODY),
                    Map.entry("--data", BODY),
                    Map.entry("--data-raw", BODY),
                    Map.entry("--data-binary", BODY),
                    Map.entry("-F", CURL),
                    Map.entry("--form", CURL),
                    Map.entry("--form-string", CURL),
                    Map.entry("--data-urlencode", CURL),
                    Map.entry("--upload-file", CURL),
                    Map.entry("-G", CURL),
                    Map.entry("--get", CURL),
                    Map.entry("--user", "-H 'Authorization: Basic ...' sends a user and password"),
                    Map.entry("--oauth2-bearer", "-H 'Authorization: Bearer ...' sends a token"),
                    Map.entry("--compressed", "-H 'Accept-Encoding: gzip' asks for compression"),
                    Map.entry("-I", "-m HEAD is the method"),
                    Map.entry("--head", "-m HEAD is the method"),
                    Map.entry(
                            "-k",
                            "connections are kept alive unless --no-keep-alive is given; curl's: "
                                    + INSECURE),
                    Map.entry("--insecure-skip-tls-verify", INSECURE),
                    Map.entry("--skip-tls-verify", INSECURE),
                    Map.entry("-insecure", INSECURE),
                    Map.entry("-root-certs", "--cacert FILE has the certificates to trust"),
                    Map.entry("--h2", HTTP2),
                    Map.entry("--http2-prior-knowledge", HTTP2),
                    Map.entry("-h2", HTTP2),
                    Map.entry(
                            "--max-concurrent-streams", "--streams N is the number per connection"),
                    Map.entry("--h1", "no option is needed: HTTP/1.1 is used without --http2"),
                    Map.entry("--warm-up-time", "--warm-up TIME is the time before the window"),
                    Map.entry("--call", CALL),
                    Map.entry("-plaintext", PLAIN),
                    Map.entry("--plaintext", PLAIN),
                    Map.entry("-proto", "--proto FILE defines the services of gRPC"),
                    Map.entry("-protoset", "--protoset FILE has the descriptors of gRPC"),
                    Map.entry("-import-path", IMPORTS),
                    Map.entry("--import-paths", IMPORTS),
                    Map.entry("-rpc-header", METADATA),
                    Map.entry("--metadata", METADATA),
                    Map.entry("--skipTLS", INSECURE),
                    Map.entry("--data-file", BODY_FILE),
                    Map.entry("--total", COUNT),
                    Map.entry("--concurrency", USERS),
                    Map.entry("--clients", USERS),
                    Map.entry("--load-schedule", PROFILE),
                    Map.entry("-u", USERS),
                    Map.entry("--users", USERS),
                    Map.entry("--vus", USERS),
                    Map.entry("-i", COUNT),
                    Map.entry("--iterations", COUNT),
                    Map.entry("--stage", PROFILE),
                    Map.entry("-s", "--requests-file FILE mixes several requests; " + PROFILE),
                    Map.entry("--script", REQUESTS),
                    Map.entry("--urls-from-file", REQUESTS),
                    Map.entry("--disable-keepalive", NO_REUSE),
                    Map.entry("-disable-keepalive", NO_REUSE),
                    Map.entry("--no-connection-reuse", NO_REUSE),
                    Map.entry("--redirect", NO_REDIRECTS),
                    Map.entry("--max-redirects", NO_REDIRECTS),
                    Map.entry("-disable-redirects", NO_REDIRECTS),
                    Map.entry("-j", "-o json is the output for programs"),
                    Map.entry("--json", "-o json is the output for programs"),
                    Map.entry("--out", "-o FORMAT is the output: text, json, csv or hlog"),
                    Map.entry("-l", "no option is needed: percentiles are always shown"),
                    Map.entry("--latencies", "no option is needed: percentiles are always shown"),
                    Map.entry("--no-tui", "no option is needed: progress goes to standard error"),
                    Map.entry("--max-time", TIMEOUT));

    /// An option in a hint.
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--?[A-Za-z][a-z0-9-]*");

    private ForeignOptions() {}

    /// As in `-z: -d TIME is the measured time`; empty where the command lacks the option of the
    /// hint.
    ///
    /// @param word as on the command line; a value may follow a `=`
    /// @param options names of those of the command
    public static Optional<String> replacement(String word, Set<String> options) {
        int end = word.indexOf('=');
        var option = end < 0 ? word : word.substring(0, end);
        return Optional.ofNullable(REPLACEMENTS.get(option))
                .filter(hint -> isOf(options, hint))
                .map(hint -> option + ": " + hint);
    }

    private static boolean isOf(Set<String> options, String hint) {
        var named = OPTION.matcher(hint);
        return !named.find() || options.contains(named.group());
    }
}
