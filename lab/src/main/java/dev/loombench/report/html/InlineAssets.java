package dev.loombench.report.html;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/// What goes into a page as it is: scripts, styles and data, so that the page asks nobody for
/// anything.
final class InlineAssets {
    private InlineAssets() {}

    /// A resource beside this class, as text.
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

    /// JSON that a script element may hold: within its strings `<`, `>` and `&` are escaped, so no
    /// text can end the element or begin a comment; so are the two line ends that HTML knows and
    /// JSON does not.
    static String json(String json) {
        return json.replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }

    /// The source expression by which a Content-Security-Policy allows this script and no other.
    static String hash(String script) {
        try {
            var digest =
                    MessageDigest.getInstance("SHA-256")
                            .digest(script.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
