package dev.loombench.spec;

import java.util.List;
import java.util.Map;

/// A piece of a YAML file that knows its place: plain data, without tags or aliases.
sealed interface Node {

    Place place();

    /// What a message calls it, as in `a list` or `the number 5`.
    String described();

    /// What a plain scalar means in YAML 1.2; what is in quotes is always text.
    enum Kind {
        TEXT,
        NUMBER,
        BOOLEAN,
        NOTHING
    }

    record Scalar(String text, Kind kind, Place place) implements Node {
        @Override
        public String described() {
            return switch (kind) {
                case TEXT -> "the text " + Printable.quoted(text);
                case NUMBER -> "the number " + Printable.shortened(text, 40);
                case BOOLEAN -> "the boolean " + text;
                case NOTHING -> "nothing";
            };
        }
    }

    record Sequence(List<Node> items, Place place) implements Node {
        public Sequence {
            items = List.copyOf(items);
        }

        @Override
        public String described() {
            return "a list";
        }
    }

    /// @param entries in the order of the file
    record Mapping(Map<String, Entry> entries, Place place) implements Node {
        @Override
        public String described() {
            return "a mapping";
        }
    }

    /// @param place of the key
    record Entry(Place place, Node value) {}
}
