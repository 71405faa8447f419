package dev.loombench.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.loombench.agent.link.LinkEnd;
import dev.loombench.agent.wire.Frame.Text;
import dev.loombench.agent.wire.MalformedFrame;
import dev.loombench.text.TextFile;
import dev.loombench.text.WrongInput;
import java.util.HashMap;
import java.util.Map;

/// Texts that have arrived for a later frame, up to a limit.
final class ReceivedTexts {
    /// Characters of all texts of a load: two files and a body of the highest size.
    static final long MAX_LENGTH = 3L * TextFile.MAX_BYTES;

    /// Bytes of a text: less than a message may have, which has its name and a few numbers too.
    static final long MAX_BYTES = LinkEnd.MAX_BYTES - 10_000;

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

    /// Checks the size of texts before they are sent: what is too long does not arrive.
    ///
    /// @param texts of a load, by name
    /// @throws WrongInput when they are too long
    static void requireSize(Map<String, String> texts) {
        long all = texts.values().stream().mapToLong(String::length).sum();
        long longest =
                texts.values().stream()
                        .mapToLong(text -> text.getBytes(UTF_8).length)
                        .max()
                        .orElse(0);
        requireSize(all, longest);
    }

    /// @param all characters of all texts
    /// @param longest bytes of the longest text
    static void requireSize(long all, long longest) {
        if (all > MAX_LENGTH) {
            throw new WrongInput(
                    "the requests of the load and their files have %,d characters as they are sent to an agent, which accepts at most %,d: use smaller bodies or files"
                            .formatted(all, MAX_LENGTH));
        }
        if (longest > MAX_BYTES) {
            throw new WrongInput(
                    "the requests of the load, or one of their files, have %,d bytes as they are sent to an agent, which accepts at most %,d at once: use smaller bodies or files"
                            .formatted(longest, MAX_BYTES));
        }
    }

    /// The texts by name, which are then forgotten.
    Map<String, String> take() {
        var taken = Map.copyOf(texts);
        texts.clear();
        length = 0;
        return taken;
    }
}
