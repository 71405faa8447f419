package dev.loombench.cli.mcp;

import dev.loombench.text.TextSanitizer;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// A parameter of a tool. Its form is what the JSON schema says, and what a call is checked by.
record Parameter(String name, Form form, boolean required, String description) {
    private static final int LONGEST_QUOTE = 60;

    static Parameter required(String name, Form form, String description) {
        return new Parameter(name, form, true, description);
    }

    static Parameter optional(String name, Form form, String description) {
        return new Parameter(name, form, false, description);
    }

    ParameterSchema schema() {
        return form.schema(description);
    }

    /// What is wrong with a value; empty when nothing is.
    Optional<String> objection(JsonNode value) {
        if (form.accepts(value)) {
            return Optional.empty();
        }
        var texts = value.isArray() ? value.valueStream() : Stream.of(value);
        return Optional.of(
                texts.anyMatch(Text::isTooLong)
                        ? "%s: a text may have at most %,d characters".formatted(name, Text.LONGEST)
                        : "%s must be %s, was %s".formatted(name, form.expected(), given(value)));
    }

    /// As JSON has it, but shortened: a text in quotes, a number without.
    private static String given(JsonNode value) {
        return value.isString()
                ? TextSanitizer.quoted(value.asString())
                : TextSanitizer.of(TextSanitizer.shortened(value.toString(), LONGEST_QUOTE));
    }

    /// The values of a parameter.
    sealed interface Form {
        ParameterSchema schema(String description);

        boolean accepts(JsonNode value);

        String expected();
    }

    /// A text that matches a pattern whole. No pattern admits an option of a command line.
    record Text(String pattern, String expected) implements Form {
        private static final int LONGEST = 4_000;

        private static boolean isTooLong(JsonNode value) {
            return value.isString() && value.asString().length() > LONGEST;
        }

        @Override
        public ParameterSchema.OfText schema(String description) {
            return new ParameterSchema.OfText(whole(), LONGEST, description);
        }

        private String whole() {
            return "^(?:" + pattern + ")$";
        }

        @Override
        public boolean accepts(JsonNode value) {
            return value.isString()
                    && !isTooLong(value)
                    && Pattern.matches(pattern, value.asString());
        }
    }

    /// A text, or a whole number: that of a process, which some write as one.
    record TextOrNumber(Text text) implements Form {
        @Override
        public ParameterSchema schema(String description) {
            return new ParameterSchema.OfTextOrNumber(text.whole(), Text.LONGEST, description);
        }

        @Override
        public boolean accepts(JsonNode value) {
            return text.accepts(value)
                    || (value.isIntegralNumber() && value.canConvertToLong() && value.asLong() > 0);
        }

        @Override
        public String expected() {
            return "a number above 0, or " + text.expected;
        }
    }

    /// A number of texts, from 1.
    record Texts(Text item, int most) implements Form {
        @Override
        public ParameterSchema schema(String description) {
            return new ParameterSchema.OfTexts(item.schema(""), 1, most, description);
        }

        @Override
        public boolean accepts(JsonNode value) {
            return value.isArray()
                    && !value.isEmpty()
                    && value.size() <= most
                    && value.valueStream().allMatch(item::accepts);
        }

        @Override
        public String expected() {
            return "a list of 1 to %d, each %s".formatted(most, item.expected);
        }
    }

    /// A whole number.
    record Whole(long least, long most) implements Form {
        @Override
        public ParameterSchema schema(String description) {
            return new ParameterSchema.OfWhole(least, most, description);
        }

        @Override
        public boolean accepts(JsonNode value) {
            return value.isIntegralNumber()
                    && value.canConvertToLong()
                    && value.asLong() >= least
                    && value.asLong() <= most;
        }

        @Override
        public String expected() {
            return "a whole number from %d to %,d".formatted(least, most);
        }
    }

    /// One of some words.
    record Choice(List<String> words) implements Form {
        @Override
        public ParameterSchema schema(String description) {
            return new ParameterSchema.OfChoice(words, description);
        }

        @Override
        public boolean accepts(JsonNode value) {
            return value.isString() && words.contains(value.asString());
        }

        @Override
        public String expected() {
            return "one of " + String.join(", ", words);
        }
    }
}
