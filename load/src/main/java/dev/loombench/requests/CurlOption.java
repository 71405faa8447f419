package dev.loombench.requests;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The options of `curl` that are read. Of two that make the same header, the first takes
/// precedence.
///
/// Source: https://curl.se/docs/manpage.html.
enum CurlOption {
    METHOD(true, "-X --request"),
    HEADER(true, "-H --header"),
    DATA(true, "-d --data --data-ascii --data-binary"),
    DATA_RAW(true, "--data-raw"),
    DATA_ENCODED(true, "--data-urlencode"),
    JSON(true, "--json"),
    FORM(true, "-F --form"),
    FORM_TEXT(true, "--form-string"),
    UPLOAD(true, "-T --upload-file"),
    URL(true, "--url"),
    QUERY(true, "--url-query"),
    RANGE("Range", "-r --range"),
    COOKIE("Cookie", "-b --cookie"),
    BEARER("Authorization", "--oauth2-bearer"),
    USER("Authorization", "-u --user"),
    USER_AGENT("User-Agent", "-A --user-agent"),
    REFERER("Referer", "-e --referer"),
    GET(false, "-G --get"),
    HEAD(false, "-I --head"),
    COMPRESSED(false, "--compressed"),
    LOCATION(false, "-L --location --location-trusted"),
    NO_GLOB(false, "-g --globoff"),
    PATH_AS_IS(false, "--path-as-is"),

    /// Without an effect on the request.
    IGNORED(
            false,
            "-k --insecure -s --silent -S --show-error -i --include -v --verbose -f --fail --fail-with-body"
                    + " -N --no-buffer -# --progress-bar --no-progress-meter -O --remote-name -J"
                    + " --remote-header-name -4 --ipv4 -6 --ipv6 --http1.1 --http2 --http2-prior-knowledge --http3"
                    + " --tlsv1.2 --tlsv1.3 --tcp-nodelay --retry-all-errors --retry-connrefused"
                    + " --ssl-no-revoke --create-dirs -q --disable --basic -Z --parallel -R --remote-time --http3-only"
                    + " --no-keepalive --no-alpn --no-sessionid --styled-output --no-styled-output --trace-time"
                    + " --post301 --post302 --post303"),

    /// With a value, and without an effect on the request.
    IGNORED_VALUE(
            true,
            "-m --max-time --connect-timeout -o --output -w --write-out --retry --retry-delay --retry-max-time"
                    + " --max-redirs --resolve -c --cookie-jar -D --dump-header --cacert --limit-rate --keepalive-time"
                    + " --stderr --trace --trace-ascii -x --proxy -U --proxy-user --noproxy --proto --proto-redir"
                    + " -E --cert --cert-type --key --key-type --pass --capath --ciphers --tls13-ciphers --tls-max --pinnedpubkey"
                    + " --interface --local-port --connect-to --dns-servers --doh-url --max-filesize --output-dir"
                    + " -Y --speed-limit -y --speed-time --parallel-max --expect100-timeout --happy-eyeballs-timeout-ms");

    private static final Map<String, CurlOption> BY_NAME = byName();

    /// Whether a value follows it.
    final boolean hasValue;

    /// Separated by spaces.
    private final String names;

    /// The header that it makes; empty where it makes none.
    final String header;

    CurlOption(boolean hasValue, String names) {
        this(hasValue, names, "");
    }

    /// With a value, which makes a header.
    CurlOption(String header, String names) {
        this(true, names, header);
    }

    CurlOption(boolean hasValue, String names, String header) {
        this.hasValue = hasValue;
        this.names = names;
        this.header = header;
    }

    /// Empty for an option that is not supported.
    static Optional<CurlOption> named(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    private static Map<String, CurlOption> byName() {
        var options = new HashMap<String, CurlOption>();
        for (var option : values()) {
            Stream.of(option.names.split(" ")).forEach(name -> options.put(name, option));
        }
        return options;
    }
}
