package dev.loombench.agent;

import dev.loombench.agent.wire.Frame.TextPart;
import dev.loombench.agent.wire.MalformedFrame;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/// Texts that arrive in parts, up to a limit.
final class ReceivedTexts {
    /// Characters of a part, which has at most three bytes for each.
    static final int PART_LENGTH = 1 << 18;

    /// Characters of all texts of a load: two files and a body of the highest size.
    private static final long MAX_LENGTH = 3L * (64 << 20);

    /// Texts of a load: its plan, and its files.
    static final int MAX_TEXTS = 1_000;

    /// Characters of a name: a number, and the name of a file.
    private static final int MAX_NAME = 300;

    private final Map<String, StringBuilder> parts = new HashMap<>();
    private final Map<String, String> complete = new LinkedHashMap<>();
    private long length;

    /// Splits a text into parts.
    static void split(String name, String text, Consumer<TextPart> out) {
        for (int at = 0; at == 0 || at < text.length(); ) {
            int end = Math.min(text.length(), at + PART_LENGTH);
            if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
                end++;
            }
            out.accept(new TextPart(name, text.substring(at, end), end == text.length()));
            if (end == text.length()) {
                return;
            }
            at = end;
        }
    }

    void add(TextPart part) throws MalformedFrame {
        length += part.part().length();
        if (length > MAX_LENGTH) {
            throw new MalformedFrame("the texts of a load exceed %,d".formatted(MAX_LENGTH));
        }
        requireName(part.name());
        var text = parts.computeIfAbsent(part.name(), _ -> new StringBuilder());
        text.append(part.part());
        if (part.last()) {
            parts.remove(part.name());
            complete.put(part.name(), text.toString());
        }
    }

    private void requireName(String name) throws MalformedFrame {
        if (name.length() > MAX_NAME) {
            throw new MalformedFrame(
                    "the name of a text has %,d characters, more than %d"
                            .formatted(name.length(), MAX_NAME));
        }
        boolean known = parts.containsKey(name) || complete.containsKey(name);
        if (!known && parts.size() + complete.size() == MAX_TEXTS) {
            throw new MalformedFrame("a load has more than %,d texts".formatted(MAX_TEXTS));
        }
    }

    /// The complete texts by name, which are then forgotten.
    Map<String, String> take() {
        var texts = Map.copyOf(complete);
        complete.clear();
        parts.clear();
        length = 0;
        return texts;
    }
}
