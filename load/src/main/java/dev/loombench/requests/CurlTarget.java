package dev.loombench.requests;

import dev.loombench.requests.secret.RequestSecrets;
import dev.loombench.text.RequestTarget;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/// The targets of requests as `curl` makes them of its URLs and options.
final class CurlTarget {
    private CurlTarget() {}

    /// @param queries of options, which follow that of the URL
    /// @throws WrongInput when it is no URL of HTTP; the message does not show its secrets
    static RequestTarget of(String url, List<String> queries, Set<CurlOption> flags) {
        var target =
                RequestTarget.find(url)
                        .orElseThrow(() ->
                                new WrongInput(
                                        "expected a URL with http or https, found " + shown(url)));
        var path = flags.contains(CurlOption.NO_GLOB) ? target.path() : unglobbed(target.path());
        if (!flags.contains(CurlOption.PATH_AS_IS)) {
            path = withoutDots(path);
        }
        for (var query : queries) {
            path = withQuery(path, query);
        }
        return new RequestTarget(target.origin(), path);
    }

    /// The target of an upload: a path that ends with a `/`, and has no query, gets the name of the
    /// file.
    ///
    /// @param name percent-encoded
    static RequestTarget ofUpload(RequestTarget target, String name) {
        var path = target.path();
        return path.endsWith("/") && !path.contains("?")
                ? new RequestTarget(target.origin(), path + name)
                : target;
    }

    /// A wrong word in quotes, which may have a secret, as the end of a URL without quotes has.
    static String shown(String word) {
        return TextSanitizer.quoted(RequestSecrets.maskedBody(word));
    }

    /// A path without the backslashes that keep brackets and braces from curl's expansion.
    private static String unglobbed(String path) {
        var literal = path.replaceAll("\\\\([\\[\\]{}])", "");
        if (literal.chars().anyMatch(c -> "[]{}".indexOf(c) >= 0)) {
            throw new WrongInput(
                    "[] and {} in a URL are patterns of curl, which are not expanded; write a backslash before them, or --globoff");
        }
        return path.replaceAll("\\\\([\\[\\]{}])", "$1");
    }

    /// RFC 3986, section 5.2.4: `/a/../b/./c` is `/b/c`.
    private static String withoutDots(String path) {
        int mark = path.indexOf('?');
        int end = mark < 0 ? path.length() : mark;
        var all = Arrays.asList(path.substring(1, end).split("/", -1));
        var segments = new ArrayDeque<String>();
        for (var segment : all) {
            if (segment.equals("..")) {
                segments.pollLast();
            } else if (!segment.equals(".")) {
                segments.addLast(segment);
            }
        }
        if (all.getLast().matches("\\.\\.?")) {
            segments.addLast("");
        }
        return "/" + String.join("/", segments) + path.substring(end);
    }

    private static String withQuery(String path, String query) {
        boolean begun = path.endsWith("?") || path.endsWith("&");
        return path + (begun ? "" : path.contains("?") ? "&" : "?") + query;
    }
}
