package dev.loombench;

import java.util.function.IntFunction;
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
        return archive(
                requests,
                i ->
                        entry(
                                "GET",
                                "https://shop.example%s?n=%d".formatted(path, i),
                                headers(HEADERS),
                                ""));
    }

    /// POST requests that differ in their body, which is JSON.
    ///
    /// @param letters in the text of each body
    public static String posts(String path, int requests, int letters) {
        var headers = headers(HEADERS + "Content-Type: application/json\n");
        var text = "x".repeat(letters);
        return archive(
                requests,
                i ->
                        entry(
                                "POST",
                                "https://shop.example" + path,
                                headers,
                                body(
                                        "{\\\"n\\\": %d, \\\"text\\\": \\\"%s\\\"}"
                                                .formatted(i, text))));
    }

    private static String archive(int requests, IntFunction<String> entry) {
        return IntStream.range(0, requests)
                .mapToObj(entry)
                .collect(Collectors.joining(",\n", "{\"log\": {\"entries\": [", "]}}"));
    }

    private static String headers(String lines) {
        return lines.lines()
                .map(line -> line.split(": ", 2))
                .map(pair -> "{\"name\": \"%s\", \"value\": \"%s\"}".formatted(pair[0], pair[1]))
                .collect(Collectors.joining(", ", "[", "]"));
    }

    private static String body(String text) {
        return ", \"postData\": {\"mimeType\": \"application/json\", \"text\": \"%s\"}"
                .formatted(text);
    }

    private static String entry(String method, String url, String headers, String body) {
        return """
        {"request": {"method": "%s", "url": "%s", "headers": %s%s}, "response": {"status": 200}}\
        """
                .formatted(method, url, headers, body);
    }
}
