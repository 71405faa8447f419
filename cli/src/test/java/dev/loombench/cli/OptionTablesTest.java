package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.WrittenTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// The reference of options, which is written from the commands.
///
/// After a change of an option, run the test with `-Dgolden.write=true` and review the difference.
class OptionTablesTest {
    @Test
    void the_reference_has_every_option_of_every_command() throws IOException {
        var tables =
                commands(root()).map(OptionTablesTest::table).collect(Collectors.joining("\n"));
        assertThat(tables).contains("## loombench run", "## loombench load", "`--rate`");
        WrittenTable.assertIn("docs/reference/options.md", "\n" + tables + "\n");
    }

    /// A command line that is typed for another command of the tool then means the same or is
    /// refused.
    @Test
    void an_option_takes_a_value_in_each_of_its_commands_or_in_none() {
        var takesValue = new TreeMap<String, Set<Boolean>>();
        commands(root())
                .flatMap(command -> command.getCommandSpec().options().stream())
                .filter(option -> !option.hidden())
                .forEach(option ->
                        Stream.of(option.names())
                                .forEach(name ->
                                        takesValue
                                                .computeIfAbsent(name, _ -> new TreeSet<>())
                                                .add(option.arity().max() > 0)));
        assertThat(takesValue)
                .isNotEmpty()
                .allSatisfy((name, found) -> assertThat(found).as(name).hasSize(1));
    }

    private static CommandLine root() {
        return RootCommand.commandLine(
                new PrintWriter(new StringWriter()), new PrintWriter(new StringWriter()));
    }

    /// The visible ones, each before its own commands.
    private static Stream<CommandLine> commands(CommandLine line) {
        return line.getSubcommands().values().stream()
                .distinct()
                .filter(command -> !command.getCommandSpec().usageMessage().hidden())
                .flatMap(command -> Stream.concat(Stream.of(command), commands(command)));
    }

    private static String table(CommandLine command) {
        var spec = command.getCommandSpec();
        var rows =
                spec.options().stream()
                        .filter(option -> !option.hidden())
                        .map(OptionTablesTest::row)
                        .toList();
        return "## %s\n\n%s"
                .formatted(
                        spec.qualifiedName(),
                        WrittenTable.of(List.of("option", "value", "meaning"), rows));
    }

    private static List<String> row(OptionSpec option) {
        return List.of(
                Arrays.stream(option.names())
                        .map(name -> "`" + name + "`")
                        .collect(Collectors.joining(", ")),
                option.arity().max() == 0 ? "" : cell("`" + option.paramLabel() + "`"),
                cell(meaning(option)));
    }

    /// As help shows it, on one line.
    private static String meaning(OptionSpec option) {
        var candidates = option.completionCandidates();
        var values =
                candidates == null
                        ? ""
                        : StreamSupport.stream(candidates.spliterator(), false)
                                .collect(Collectors.joining(", "));
        return String.join(" ", option.description())
                .replace("${COMPLETION-CANDIDATES}", values)
                .replace("${DEFAULT-VALUE}", String.valueOf(option.defaultValue()))
                .replace("%n", " ")
                .replace("%%", "%");
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }
}
