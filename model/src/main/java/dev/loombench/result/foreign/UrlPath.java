package dev.loombench.result.foreign;

/// The part of a URL that two sides of a comparison share: their hosts and ports differ.
final class UrlPath {
    private UrlPath() {}

    /// Without scheme, host, port and query, whose values may be secret: `/owners` of
    /// `http://127.0.0.1:8080/owners?key=1`.
    static String of(String url) {
        var path =
                url.replaceFirst("^[A-Za-z][A-Za-z0-9+.-]*://[^/?#]*", "")
                        .replaceFirst("[?#].*", "");
        return path.isEmpty() ? "/" : path;
    }
}
