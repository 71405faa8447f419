package dev.loombench.report.html;

import dev.loombench.base.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// Scripts, styles and data that are inlined into a page, so that it makes no requests.
final class InlineAssets {
    private InlineAssets() {}

    /// A resource of this package, as text.
    static String resource(String name) {
        try (var in = InlineAssets.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + name + " in the lab's jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name, e);
        }
    }

    /// Escapes JSON for a script element: `<`, `>` and `&`, so that no text can end the element or
    /// begin a comment, and the two line separators of JavaScript that JSON does not escape.
    static String json(String json) {
        return json.replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }

    /// The source expression by which a Content-Security-Policy allows this script and no other.
    static String hash(String script) {
        var digest = Sha256.digest().digest(script.getBytes(StandardCharsets.UTF_8));
        return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    }
}
