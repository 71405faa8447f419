package dev.loombench.observe.jmx;

import java.util.OptionalLong;
import java.util.regex.Pattern;

/// The flags of a JVM in the text of `VM.flags -all`.
final class JvmFlags {
    private JvmFlags() {}

    /// A limit, of which 0 means that none is set.
    static OptionalLong limit(String text, String flag) {
        var value =
                Pattern.compile("\\s" + Pattern.quote(flag) + "\\s+= ([1-9]\\d{0,17})\\s")
                        .matcher(text);
        return value.find()
                ? OptionalLong.of(Long.parseLong(value.group(1)))
                : OptionalLong.empty();
    }
}
