package dev.loombench.cli.mcp;

import dev.loombench.text.WrongInput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// A tool: its description for those who choose it, and the command of Loombench that it is.
///
/// @param readOnly whether it only observes and reads
/// @param usesResults whether it keeps or reads runs
record Tool(
        String name,
        String title,
        String description,
        boolean readOnly,
        boolean usesResults,
        List<Parameter> parameters,
        CommandLine command) {

    /// The words of a command, from the arguments of a call.
    @FunctionalInterface
    interface CommandLine {
        /// @throws WrongInput when the arguments are not allowed
        List<String> words(ToolArguments arguments, Allowed allowed);
    }

    Tool {
        parameters = List.copyOf(parameters);
    }

    /// @param results folder of runs
    /// @throws WrongInput when the arguments are wrong or not allowed
    List<String> words(JsonNode arguments, Allowed allowed, Path results) {
        var words =
                new ArrayList<>(command.words(ToolArguments.of(parameters, arguments), allowed));
        if (usesResults) {
            words.add(1, "--results=" + results);
        }
        return words;
    }

    /// As `tools/list` shows it. A load may change what the service keeps, as by POST or DELETE, so
    /// that a client asks before a tool that measures.
    ///
    /// Source: Model Context Protocol 2026-07-28, *Tools*.
    Description described() {
        return new Description(
                name,
                title,
                description,
                InputSchema.of(parameters),
                new Annotations(readOnly, !readOnly, false));
    }

    record Description(
            String name,
            String title,
            String description,
            InputSchema inputSchema,
            Annotations annotations) {}

    /// The JSON schema of the arguments, 2020-12.
    ///
    /// @param properties name of a parameter -> its schema
    record InputSchema(
            String type,
            Map<String, ParameterSchema> properties,
            List<String> required,
            boolean additionalProperties) {
        static InputSchema of(List<Parameter> parameters) {
            var properties = new LinkedHashMap<String, ParameterSchema>();
            parameters.forEach(p -> properties.put(p.name(), p.schema()));
            return new InputSchema(
                    "object",
                    properties,
                    parameters.stream().filter(Parameter::required).map(Parameter::name).toList(),
                    false);
        }
    }

    record Annotations(boolean readOnlyHint, boolean destructiveHint, boolean openWorldHint) {}
}
