package dev.loombench.spec.requests;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The options of `curl` that are read.
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
    URL(true, "--url"),
    COOKIE(true, "-b --cookie"),
    USER(true, "-u --user"),
    BEARER(true, "--oauth2-bearer"),
    USER_AGENT(true, "-A --user-agent"),
    REFERER(true, "-e --referer"),
    GET(false, "-G --get"),
    HEAD(false, "-I --head"),
    COMPRESSED(false, "--compressed"),
    LOCATION(false, "-L --location --location-trusted"),
    NO_GLOB(false, "-g --globoff"),

    /// Without an effect on the request.
    IGNORED(
            false,
            "-k --insecure -s --silent -S --show-error -i --include -v --verbose -f --fail --fail-with-body"
                    + " -N --no-buffer -# --progress-bar --no-progress-meter -O --remote-name -J"
                    + " --remote-header-name -4 --ipv4 -6 --ipv6 --http1.1 --http2 --http2-prior-knowledge --http3"
                    + " --tlsv1.2 --tlsv1.3 --path-as-is --tcp-nodelay --retry-all-errors --retry-connrefused"
                    + " --ssl-no-revoke --create-dirs"),

    /// With a value, and without an effect on the request.
    IGNORED_VALUE(
            true,
            "-m --max-time --connect-timeout -o --output -w --write-out --retry --retry-delay --retry-max-time"
                    + " --max-redirs --resolve -c --cookie-jar -D --dump-header --cacert --limit-rate --keepalive-time"
                    + " --stderr --trace --trace-ascii");

    private static final Map<String, CurlOption> BY_NAME = byName();

    /// Whether a value follows it.
    final boolean hasValue;

    /// Separated by spaces.
    private final String names;

    CurlOption(boolean hasValue, String names) {
        this.hasValue = hasValue;
        this.names = names;
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
