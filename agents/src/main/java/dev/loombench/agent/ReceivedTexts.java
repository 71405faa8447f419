package dev.loombench.agent;

import dev.loombench.agent.wire.Frame.Text;
import dev.loombench.agent.wire.MalformedFrame;
import dev.loombench.text.TextFile;
import java.util.HashMap;
import java.util.Map;

/// Texts that have arrived for a later frame, up to a limit.
final class ReceivedTexts {
    /// Characters of all texts of a load: two files and a body of the highest size.
    private static final long MAX_LENGTH = 3L * TextFile.MAX_BYTES;

    /// Texts of a load: its plan, and its files.
    static final int MAX_TEXTS = 1_000;

    /// Characters of a name: a number, and the name of a file.
    private static final int MAX_NAME = 300;

    private final Map<String, String> texts = new HashMap<>();
    private long length;

    void add(Text text) throws MalformedFrame {
        length += text.text().length();
        if (length > MAX_LENGTH) {
            throw new MalformedFrame("the texts of a load exceed %,d".formatted(MAX_LENGTH));
        }
        if (text.name().length() > MAX_NAME) {
            throw new MalformedFrame(
                    "the name of a text has %,d characters, more than %d"
                            .formatted(text.name().length(), MAX_NAME));
        }
        if (texts.size() == MAX_TEXTS) {
            throw new MalformedFrame("a load has more than %,d texts".formatted(MAX_TEXTS));
        }
        texts.put(text.name(), text.text());
    }

    /// The texts by name, which are then forgotten.
    Map<String, String> take() {
        var taken = Map.copyOf(texts);
        texts.clear();
        length = 0;
        return taken;
    }
}
