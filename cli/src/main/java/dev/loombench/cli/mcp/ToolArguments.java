package dev.loombench.cli.mcp;

import dev.loombench.text.Suggestions;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// The arguments of a call, which the parameters of its tool have checked.
record ToolArguments(JsonNode values) {

    /// @param given an object, or missing for none
    /// @throws WrongInput when an argument is unknown, missing or wrong
    static ToolArguments of(List<Parameter> parameters, JsonNode given) {
        if (!given.isObject() && !given.isMissingNode() && !given.isNull()) {
            throw new WrongInput("the arguments must be an object");
        }
        var names = parameters.stream().map(Parameter::name).toList();
        given.propertyNames().stream()
                .filter(name -> !names.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new WrongInput(
                            "no argument %s%s"
                                    .formatted(
                                            TextSanitizer.quoted(name),
                                            Suggestions.hint(name, names)));
                });
        for (var parameter : parameters) {
            var value = given.path(parameter.name());
            if (isAbsent(value)) {
                if (parameter.required()) {
                    throw new WrongInput(
                            "%s is missing: %s"
                                    .formatted(parameter.name(), parameter.form().expected()));
                }
            } else {
                parameter
                        .objection(value)
                        .ifPresent(objection -> {
                            throw new WrongInput(objection);
                        });
            }
        }
        return new ToolArguments(given);
    }

    Optional<String> text(String name) {
        return Optional.of(values.path(name)).filter(v -> !isAbsent(v)).map(JsonNode::asString);
    }

    List<String> texts(String name) {
        return values.path(name).valueStream().map(JsonNode::asString).toList();
    }

    private static boolean isAbsent(JsonNode value) {
        return value.isMissingNode() || value.isNull();
    }
}
