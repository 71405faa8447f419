package dev.loombench.cli.load;

import dev.loombench.text.TextTable;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Options of wrk, hey, oha, k6, ab, bombardier, h2load, ghz, grpcurl and curl, and those of runs
/// in a search for the capacity, with their replacements in the commands that send requests. Where
/// tools use a letter differently, the hint is for the most common use.
///
/// Options of `load` that have another meaning in some of those tools are not here: `-t`, `-d`,
/// `-m`.
public final class ForeignOptions {
    /// A row per hint: the options that it replaces, and the hint.
    private static final Map<String, String> REPLACEMENTS =
            TextTable.rows(
                            2,
                            """
                            --pace  use --connect-rate RATE
                            --budget --trials  --processes N, -d TIME, --hold-time TIME and --recovery TIME bound the time of a search
                            --hold  --hold-time TIME is the window that holds the capacity; loombench load holds connections
                            --source  use --local-address ADDRESS
                            --requests  use --requests-file FILE
                            -z  -d TIME is the measured time, as in -d 10s
                            -q  -R RATE is the total of requests per second (hey's -q: per worker)
                            --rps -r  -R RATE is the total of requests per second
                            -T  -H 'Content-Type: TYPE' sets the type of the body
                            -A  -H 'Accept: TYPE' sets the types accepted
                            -U --user-agent  -H 'User-Agent: NAME' sets the user agent
                            -a --user  -H 'Authorization: Basic ...' sends a user and password
                            -D -p -f --data-file  --body=@FILE names the file with the body
                            -b --data --data-raw --data-binary  --body TEXT is the body
                            -F --form --form-string --data-urlencode --upload-file -G --get  --curl FILE sends what a command of curl with it does
                            --oauth2-bearer  -H 'Authorization: Bearer ...' sends a token
                            --compressed  -H 'Accept-Encoding: gzip' asks for compression
                            -I --head  -m HEAD is the method
                            -k  connections are kept alive unless --no-keep-alive is given; curl's: --insecure accepts any certificate
                            --insecure-skip-tls-verify --skip-tls-verify -insecure --skipTLS  --insecure accepts any certificate
                            -root-certs  --cacert FILE has the certificates to trust
                            --h2 --http2-prior-knowledge -h2  --http2 is HTTP/2, over http by prior knowledge
                            --max-concurrent-streams  --streams N is the number per connection
                            --h1  no option is needed: HTTP/1.1 is used without --http2
                            --warm-up-time  --warm-up TIME is the time before the window
                            --call  the URL names a call of gRPC, as in grpc://localhost:50051/package.Service/Method
                            -plaintext --plaintext  grpc:// is gRPC without TLS, and grpcs:// over TLS
                            -proto  --proto FILE defines the services of gRPC
                            -protoset  --protoset FILE has the descriptors of gRPC
                            -import-path --import-paths  --proto-path FOLDER has the files that those of --proto import
                            -rpc-header --metadata  -H 'NAME: VALUE' sends a header, which the metadata of gRPC are
                            --total -i --iterations  -n N is the number of requests
                            --concurrency --clients -u --users --vus  -c N is the number of connections or users
                            --load-schedule --stage  loombench load takes a load profile, as in -R 0..5k/30s,5k/1m
                            -s  --requests-file FILE mixes several requests; loombench load takes a load profile, as in -R 0..5k/30s,5k/1m
                            --script --urls-from-file  --requests-file FILE mixes several requests
                            --disable-keepalive -disable-keepalive --no-connection-reuse  --no-keep-alive opens a connection per request
                            --redirect --max-redirects -disable-redirects  no option is needed: redirects are not followed
                            -j --json  -o json is the output for programs
                            --out  -o FORMAT is the output: text, json, csv or hlog
                            -l --latencies  no option is needed: percentiles are always shown
                            --no-tui  no option is needed: progress goes to standard error
                            --max-time  --timeout TIME is the longest response time
                            """)
                    .stream()
                    .flatMap(row ->
                            TextTable.words(row.getFirst()).stream()
                                    .map(option -> Map.entry(option, row.getLast())))
                    .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

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
