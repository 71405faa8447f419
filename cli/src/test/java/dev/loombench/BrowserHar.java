package dev.loombench;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// An HTTP archive of different requests with the headers that a browser sends.
public final class BrowserHar {
    private static final String HEADERS =
            """
            Accept: application/json, text/plain, */*
            Accept-Encoding: gzip, deflate, br, zstd
            Accept-Language: en-GB,en;q=0.9,de;q=0.8
            Cache-Control: no-cache
            Cookie: theme=dark; consent=all
            DNT: 1
            Origin: https://shop.example
            Pragma: no-cache
            Priority: u=1, i
            Referer: https://shop.example/orders
            Sec-CH-UA: \\"Chromium\\";v=\\"140\\", \\"Not=A?Brand\\";v=\\"24\\"
            Sec-CH-UA-Mobile: ?0
            Sec-CH-UA-Platform: \\"Linux\\"
            Sec-Fetch-Dest: empty
            Sec-Fetch-Mode: cors
            Sec-Fetch-Site: same-origin
            User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36
            X-Requested-With: XMLHttpRequest
            """;

    private BrowserHar() {}

    /// @param path of every request, which differ in its query
    public static String of(String path, int requests) {
        var headers =
                HEADERS.lines()
                        .map(line -> line.split(": ", 2))
                        .map(pair ->
                                "{\"name\": \"%s\", \"value\": \"%s\"}".formatted(pair[0], pair[1]))
                        .collect(Collectors.joining(", ", "[", "]"));
        return IntStream.range(0, requests)
                .mapToObj(i -> entry("https://shop.example%s?n=%d".formatted(path, i), headers))
                .collect(Collectors.joining(",\n", "{\"log\": {\"entries\": [", "]}}"));
    }

    private static String entry(String url, String headers) {
        return """
        {"request": {"method": "GET", "url": "%s", "headers": %s, "bodySize": 0}, "response": {"status": 200}}\
        """
                .formatted(url, headers);
    }
}
