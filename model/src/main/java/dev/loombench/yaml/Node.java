package dev.loombench.yaml;

import dev.loombench.text.TextSanitizer;
import java.util.List;
import java.util.Map;

/// A YAML node with its location: plain data, without tags or aliases.
public sealed interface Node {

    SourceLocation location();

    /// The description of the node in messages, as in `a list` or `the number 5`.
    String description();

    /// The type of a plain scalar in YAML 1.2; a quoted scalar is always text.
    enum ScalarType {
        TEXT,
        NUMBER,
        BOOLEAN,
        NOTHING
    }

    record Scalar(String text, ScalarType type, SourceLocation location) implements Node {
        @Override
        public String description() {
            return switch (type) {
                case TEXT -> "the text " + TextSanitizer.quoted(text);
                case NUMBER -> "the number " + TextSanitizer.shortened(text, 40);
                case BOOLEAN -> "the boolean " + text;
                case NOTHING -> "nothing";
            };
        }
    }

    record Sequence(List<Node> items, SourceLocation location) implements Node {
        public Sequence {
            items = List.copyOf(items);
        }

        @Override
        public String description() {
            return "a list";
        }
    }

    /// @param entries in the order of the file
    record Mapping(Map<String, Entry> entries, SourceLocation location) implements Node {
        @Override
        public String description() {
            return "a mapping";
        }
    }

    /// A value and its key.
    ///
    /// @param location location of the key
    record Entry(SourceLocation location, Node value) {}
}
