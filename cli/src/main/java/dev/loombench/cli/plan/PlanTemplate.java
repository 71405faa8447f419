package dev.loombench.cli.plan;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A template of this package's resources: lines with `${name}` for a value, and sections from `#if
/// name` to `#end`, which do not contain one another, for what only some plans have. In a script,
/// lines that assign variables.
///
/// @param lines of the resource
record PlanTemplate(List<String> lines) {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([a-z-]+)}");
    private static final Pattern SECTION = Pattern.compile(" *#if ([a-z]+)");
    private static final Pattern END = Pattern.compile(" *#end");

    /// What YAML reads, within double quotes, as it is written.
    private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9._:/@+=-]*");

    PlanTemplate {
        lines = List.copyOf(lines);
    }

    /// The lines of a resource.
    static PlanTemplate read(String resource) {
        try (var in = PlanTemplate.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + resource);
            }
            return new PlanTemplate(
                    new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The template without the sections of other plans.
    ///
    /// @param sections that this plan has
    PlanTemplate with(Set<String> sections) {
        var kept = new ArrayList<String>();
        boolean here = true;
        for (var line : lines) {
            var section = SECTION.matcher(line);
            if (section.matches()) {
                here = sections.contains(section.group(1));
            } else if (END.matcher(line).matches()) {
                here = true;
            } else if (here) {
                kept.add(line);
            }
        }
        return new PlanTemplate(kept);
    }

    /// The text with values of letters, digits and `._:/@+=-`, and with a list in place of each
    /// line that contains its name.
    ///
    /// @throws IllegalArgumentException when a value is missing or has another character
    String text(Map<String, String> values, String listName, List<String> list) {
        var listed = "${" + listName + "}";
        return lines.stream()
                .flatMap(line ->
                        line.contains(listed)
                                ? list.stream().map(element -> line.replace(listed, element))
                                : Stream.of(filled(line, values)))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    /// The text with other values of variables.
    ///
    /// @param values by the beginning of the line that assigns the variable, as in `hosts=`
    String assigned(Map<String, String> values) {
        return lines.stream()
                .map(line -> {
                    var name = line.substring(0, line.indexOf('=') + 1);
                    var value = values.get(name);
                    return value == null ? line : name + value;
                })
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static String filled(String line, Map<String, String> values) {
        return PLACEHOLDER
                .matcher(line)
                .replaceAll(placeholder -> {
                    var value = values.get(placeholder.group(1));
                    if (value == null || !VALUE.matcher(value).matches()) {
                        throw new IllegalArgumentException(
                                "no value for %s: %s".formatted(placeholder.group(), value));
                    }
                    return value; // without \ and $, which have a meaning here
                });
    }
}
