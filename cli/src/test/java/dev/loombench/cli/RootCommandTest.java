package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.console.Installation;
import dev.loombench.cli.console.StandardOutput;
import dev.loombench.experiment.yaml.ExperimentReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class RootCommandTest extends CommandFixture {
    static Stream<String> commands() {
        return RootCommand.commandLine(
                        new PrintWriter(new StringWriter()), new PrintWriter(new StringWriter()))
                .getSubcommands()
                .entrySet()
                .stream()
                .filter(command -> !isHidden(command.getValue()))
                .map(Map.Entry::getKey);
    }

    private static boolean isHidden(CommandLine command) {
        return command.getCommandSpec().usageMessage().hidden();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void every_command_has_help(String command) {
        assertThat(execute(command, "--help")).isEqualTo(ExitCode.OK);
        assertThat(out.toString())
                .startsWith("Usage: loombench " + command)
                .contains("Exit codes:");
        assertThat(err.toString()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void the_help_says_at_once_what_a_command_does(String command) {
        execute(command, "--help");
        var sentence =
                RootCommand.commandLine(new PrintWriter(err), new PrintWriter(err))
                        .getSubcommands()
                        .get(command)
                        .getCommandSpec()
                        .usageMessage()
                        .description()[0];
        var lines = out.toString().lines().toList();
        assertThat(lines.getFirst()).contains("loombench " + command);
        assertThat(lines.get(1)).startsWith(sentence.substring(0, 15));
    }

    @Test
    void without_a_command_it_says_where_to_start() {
        assertThat(execute()).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("Start here:", "loombench run");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "--version", ""})
    void what_the_root_answers_needs_no_options_of_commands(String word) {
        var words = word.isEmpty() ? new String[0] : new String[] {word};
        assertThat(execute(words)).isEqualTo(ExitCode.OK);
        var outlined = new StringWriter();
        var line =
                RootCommand.commandLineFor(
                        new PrintWriter(outlined, true), new PrintWriter(err, true), words);
        assertThat(line.execute(words)).isEqualTo(ExitCode.OK);
        assertThat(outlined.toString()).isNotEmpty().isEqualTo(out.toString());
        assertThat(line.getSubcommands().values())
                .hasSize(16)
                .allSatisfy(c -> assertThat(c.getCommandSpec().findOption("--rate")).isNull());
    }

    @Test
    void a_word_that_the_locale_lacks_is_refused() {
        assertThat(
                        RootCommand.execute(
                                StandardOutput.ofProcess(),
                                new PrintWriter(err, true),
                                "list",
                                "caf\uFFFD"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("locale").hasLineCount(1);
    }

    @Test
    void without_memory_it_says_how_to_get_more() {
        var line = new CommandLine(new Greedy());
        assertThat(RootCommand.executeWithinHeap(line, new PrintWriter(err, true)))
                .isEqualTo(ExitCode.INTERNAL_ERROR);
        assertThat(err.toString()).startsWith("loombench: out of memory").hasLineCount(1);
    }

    @Command(name = "greedy")
    private static final class Greedy implements Callable<Integer> {
        @Override
        public Integer call() {
            throw new OutOfMemoryError("thrown by a test");
        }
    }

    @Test
    void an_unknown_command_gets_a_suggestion() {
        assertThat(execute("rnu")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("rnu", "did you mean run?").hasLineCount(3);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void an_unknown_option_gets_a_suggestion() {
        assertThat(execute("run", "--reslts", "x")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("--reslts", "did you mean --results?", "see loombench run --help");
    }

    /// `--output` has a name more in `report`.
    @Test
    void an_option_has_the_same_names_in_every_command() {
        var names = new TreeMap<String, List<String>>();
        RootCommand.commandLine(new PrintWriter(out), new PrintWriter(err))
                .getSubcommands()
                .values()
                .stream()
                .flatMap(command -> command.getCommandSpec().options().stream())
                .map(option -> List.of(option.names()))
                .filter(all -> !all.contains("--output"))
                .forEach(all ->
                        all.forEach(name ->
                                assertThat(names.merge(name, all, (first, _) -> first))
                                        .as(name)
                                        .isEqualTo(all)));
        assertThat(names.get("-c")).containsExactly("-c", "--connections");
        assertThat(names.get("-d")).containsExactly("-d", "--duration");
    }

    @Test
    void secrets_of_unknown_arguments_are_not_shown() {
        assertThat(execute("load", "http://localhost/", "token=sesame")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("token=***").doesNotContain("sesame");
    }

    @Test
    void an_unknown_experiment_gets_a_suggestion() {
        assertThat(execute("run", "quickstrat")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("\"quickstrat\"", "did you mean \"quickstart\"?");
    }

    @Test
    void an_unknown_experiment_without_a_similar_name_gets_few_and_the_command_that_lists_all() {
        assertThat(execute("run", "something-else-entirely")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("nearest: ", "loombench list").hasSizeLessThan(400);
    }

    @Test
    void a_folder_without_a_run_is_reported_without_a_stack_trace(@TempDir Path nothing) {
        assertThat(execute("report", nothing.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains(nothing.toString(), "is no run").hasLineCount(1);
    }

    @Test
    void a_folder_that_is_no_run_cannot_be_resumed(@TempDir Path nothing) {
        assertThat(execute("run", "--resume", nothing.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(execute("run", "--resume", nothing.resolve("none").toString()))
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void resume_takes_no_experiment() {
        assertThat(execute("run", "--resume", "there", "quickstart")).isEqualTo(ExitCode.USAGE);
        assertThat(execute("run", "--java-agent", "a.jar=b=c", "quickstart"))
                .isEqualTo(ExitCode.USAGE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"choubey-2023/hello-c10", "articles/choubey-2023/hello-c10"})
    void an_experiment_of_an_article_is_found_by_short_name_and_by_path(String name) {
        var home = Installation.find();
        var experiment = home.experiment(name, new ExperimentReader(home.zoo().servers()));
        assertThat(experiment.name()).isEqualTo("hello-c10");
    }

    @Test
    void a_folder_is_no_experiment_and_a_file_no_folder_of_results(@TempDir Path folder)
            throws IOException {
        assertThat(execute("run", folder.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(execute("run", "")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("\"" + folder + "\" is a folder", "no experiment \"\"");
        var file = Files.createFile(folder.resolve("results")).toString();
        assertThat(execute("report", "--results", file)).isEqualTo(ExitCode.USAGE);
        assertThat(execute("report", "--results", "")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("--results: " + file + " is no folder", "the folder is empty");
    }

    @Test
    void a_name_cannot_leave_the_folder_of_experiments() {
        assertThat(execute("run", "../docs/none")).isEqualTo(ExitCode.USAGE);
        assertThat(execute("run", "../../experiments/quickstart")).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void an_unknown_article_gets_a_suggestion() {
        assertThat(execute("reproduce", "chubey-2023")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("did you mean \"choubey-2023\"?");
        assertThat(execute("reproduce", "choubey-2023/helo-c10")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("did you mean \"choubey-2023/hello-c10\"?");
    }

    @Test
    void resume_of_a_reproduction_takes_no_other_option() {
        assertThat(execute("reproduce", "--resume", "there", "--quick")).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void several_experiments_have_no_export() {
        assertThat(execute("run", "quickstart", "cpu-bound", "--export=json=both.json"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("--export", " 2");
    }

    @Test
    void a_folder_without_a_reproduction_is_reported(@TempDir Path nothing) {
        assertThat(execute("reproduce", "--resume", nothing.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("is not the folder of a reproduction").hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "govern -d NaN none | --duration: \"NaN\"",
                "govern -d 0 none | --duration",
                "govern -d 60 no-such-jvm | no JVM of this user runs",
                "inspect --for 1x PID | --for: \"1x\"",
                "inspect --for 0 PID | 1s to 1h",
                "inspect --then-compare / PID | --then-compare: / ",
                "inspect --then-compare /none/a.yaml PID | --then-compare: /none ",
                "load -n 1x http://localhost/ | --count: \"1x\"",
                "load -R 5 -c x http://localhost/ | --connections: \"x\"",
                "load --hold --connect-rate x http://localhost/ | --connect-rate: \"x\"",
                "load --think-time x http://localhost/ | --think-time: \"x\"",
                "compare http://a:1 http://b:1 --load-on 127.0.0.1:1 -t NaN | --threads: \"NaN\"",
            })
    void a_wrong_value_is_named_with_its_option(String line, String message) {
        var words = line.replace("PID", Long.toString(ProcessHandle.current().pid())).split(" ");
        assertThat(execute(words)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains(message).doesNotContain("\tat ");
    }

    @Test
    void an_unknown_command_with_help_is_wrong_usage() {
        assertThat(execute("nosuch", "--help")).isEqualTo(ExitCode.USAGE);
        assertThat(execute("--help", "rnu")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("nosuch", "did you mean run?");
        assertThat(out.toString()).isEmpty();
        assertThat(execute("--help", "run")).isEqualTo(ExitCode.OK);
    }

    @Test
    void each_command_has_a_sentence_in_the_list_of_commands() {
        var commands =
                RootCommand.commandLine(new PrintWriter(out), new PrintWriter(err))
                        .getSubcommands();
        assertThat(commands.values())
                .filteredOn(c -> !c.getCommandSpec().usageMessage().hidden())
                .hasSize(16)
                .allSatisfy(c ->
                        assertThat(c.getCommandSpec().usageMessage().description()[0])
                                .endsWith("."));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run",
                "compare",
                "init",
                "reproduce",
                "list",
                "load",
                "report",
                "judge",
                "audit",
                "doctor",
                "govern",
                "plan"
            })
    void only_the_root_says_where_to_start(String command) {
        assertThat(execute(command, "--help")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).doesNotContain("Start here:");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HOSTILE",
                "run HOSTILE",
                "run HOSTILE.yaml",
                "run --resume HOSTILE",
                "report HOSTILE",
                "report FOLDER",
                "reproduce HOSTILE",
                "reproduce --articles FOLDER",
                "judge HOSTILE",
                "judge HOSTILE HOSTILE",
                "judge --margin HOSTILE a b",
                "audit HOSTILE",
                "doctor HOSTILE",
                "doctor -o HOSTILE",
                "govern HOSTILE",
                "load HOSTILE",
                "load http://HOSTILE/",
                "load http://localhost/HOSTILE",
                "load -d HOSTILE http://localhost/",
                "load --fail-if HOSTILE http://localhost/",
                "load --body=@HOSTILE http://localhost/"
            })
    void no_escape_character_of_an_argument_is_printed(String line, @TempDir Path folder)
            throws IOException {
        var hostile = "\u001b[31mred\u001b]0;title\u0007\u009b2J\u202e";
        var named = Files.createDirectory(folder.resolve(hostile)).toString();
        execute(line.replace("FOLDER", named).replace("HOSTILE", hostile).split(" ", -1));
        assertThat(err.toString()).isNotEmpty();
        assertThat(out + "" + err)
                .doesNotContainPattern("[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]");
    }
}
