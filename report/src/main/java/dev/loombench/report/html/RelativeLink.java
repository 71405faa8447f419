package dev.loombench.report.html;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

/// Links of a page to files near it.
public final class RelativeLink {
    private RelativeLink() {}

    /// A path as a relative URL. A folder from elsewhere may have any name, as one with a scheme.
    ///
    /// @param path names separated by `/`
    public static String of(String path) {
        return Arrays.stream(path.split("/", -1))
                .map(name -> URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20"))
                .collect(Collectors.joining("/"));
    }
}
