package dev.loombench.cli.mcp;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/// The JSON schema of a parameter, 2020-12.
sealed interface ParameterSchema {
    /// @param description empty of the items of a list
    record OfText(
            String type,
            String pattern,
            int maxLength,
            @JsonInclude(Include.NON_EMPTY) String description)
            implements ParameterSchema {
        OfText(String pattern, int maxLength, String description) {
            this("string", pattern, maxLength, description);
        }
    }

    record OfTextOrNumber(List<String> type, String pattern, int maxLength, String description)
            implements ParameterSchema {
        OfTextOrNumber(String pattern, int maxLength, String description) {
            this(List.of("string", "integer"), pattern, maxLength, description);
        }
    }

    record OfTexts(String type, OfText items, int minItems, int maxItems, String description)
            implements ParameterSchema {
        OfTexts(OfText items, int minItems, int maxItems, String description) {
            this("array", items, minItems, maxItems, description);
        }
    }

    record OfWhole(String type, long minimum, long maximum, String description)
            implements ParameterSchema {
        OfWhole(long minimum, long maximum, String description) {
            this("integer", minimum, maximum, description);
        }
    }

    record OfChoice(String type, @JsonProperty("enum") List<String> words, String description)
            implements ParameterSchema {
        OfChoice(List<String> words, String description) {
            this("string", words, description);
        }
    }
}
