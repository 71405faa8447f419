package dev.loombench.spec.yaml;

import dev.loombench.spec.text.TextSanitizer;
import java.util.List;
import java.util.Map;

/// A piece of a YAML file that knows its place: plain data, without tags or aliases.
sealed interface Node {

    SourceLocation place();

    /// What a message calls it, as in `a list` or `the number 5`.
    String described();

    /// What a plain scalar means in YAML 1.2; what is in quotes is always text.
    enum ScalarType {
        TEXT,
        NUMBER,
        BOOLEAN,
        NOTHING
    }

    record Scalar(String text, ScalarType kind, SourceLocation place) implements Node {
        @Override
        public String described() {
            return switch (kind) {
                case TEXT -> "the text " + TextSanitizer.quoted(text);
                case NUMBER -> "the number " + TextSanitizer.shortened(text, 40);
                case BOOLEAN -> "the boolean " + text;
                case NOTHING -> "nothing";
            };
        }
    }

    record Sequence(List<Node> items, SourceLocation place) implements Node {
        public Sequence {
            items = List.copyOf(items);
        }

        @Override
        public String described() {
            return "a list";
        }
    }

    /// @param entries in the order of the file
    record Mapping(Map<String, Entry> entries, SourceLocation place) implements Node {
        @Override
        public String described() {
            return "a mapping";
        }
    }

    /// @param place of the key
    record Entry(SourceLocation place, Node value) {}
}
