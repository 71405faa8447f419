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
import org.junit.jupiter.api.Tag;
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-z 10s -q 100 --data a http://localhost/ | -z: -d TIME; -q: -R RATE; --data: --body TEXT",
                "-X POST -d {a:1} http://localhost/ | -d is the measured time; and --body the body",
                "-F f=@a.png --compressed http://localhost/ | -F: --curl FILE; --compressed: -H 'Accept-Encoding",
                "--form=f=@a.png -G http://localhost/ | --form: --curl FILE; -G: --curl FILE",
                "-k -T text/plain http://localhost/ | -k: connections are kept alive; curl's: --insecure; -T: -H"
                        + " 'Content-Type",
                "--vus 10 --iterations=5 http://localhost/ | --vus: -c N; --iterations: -n N",
                "--h2 http://localhost/ | --h2: --http2 is HTTP/2",
                "--disable-keepalive http://localhost/ | --disable-keepalive: --no-keep-alive",
                "--call a.B/C --total 5 http://localhost/ | --call: the URL names a call of gRPC; --total: -n N",
                "-plaintext -import-path a http://localhost/ | -plaintext: grpc:// is gRPC without TLS; -import-path: --proto-path FOLDER",
                "--h1 http://localhost/ | --h1: no option is needed",
                "-m 100 http://localhost/ | --streams N is the number of requests at a time",
                "--warm-upp 1s http://localhost/ | did you mean --warm-up?",
            })
    void an_option_of_another_tool_gets_its_replacement(String arguments, String hints) {
        assertThat(execute(("load " + arguments).split(" "))).isEqualTo(2);
        assertThat(err.toString()).contains(hints.split("; "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "load http://localhost:1/",
                "compare http://localhost:1/ http://localhost:2/",
                "capacity http://localhost:1/ --slo p99<50ms"
            })
    void a_body_that_is_typed_as_in_curl_is_explained_without_its_secrets(String command) {
        for (var body : List.of("{\"user\":\"a\",\"password\":\"sesame\"}", "1=a&token=sesame")) {
            var words =
                    Stream.concat(
                            Stream.of(command.split(" ")), Stream.of("-X", "POST", "-d", body));
            assertThat(execute(words.toArray(String[]::new))).isEqualTo(ExitCode.USAGE);
            assertThat(err.toString())
                    .contains("-d is the measured time, as in -d 10s, and --body the body")
                    .contains("***")
                    .doesNotContain("sesame");
        }
    }

    @Test
    void compare_explains_options_of_load_generators_by_its_own() {
        assertThat(execute("compare", "a.jar", "b.jar", "-z", "10s", "--data", "a", "--vus=9"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("-z: -d TIME", "--data: --body TEXT is the body", "--vus: -c N is");
        assertThat(execute("compare", "a.jar", "b.jar", "-i", "5")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).doesNotContain("-i: -n N");
        assertThat(execute("run", "--users", "50")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("--users: -c N is the number of connections or users");
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
        assertThat(err.toString()).contains("--export goes with one experiment, was 2");
    }

    @Test
    void a_folder_without_a_reproduction_is_reported(@TempDir Path nothing) {
        assertThat(execute("reproduce", "--resume", nothing.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("is not the folder of a reproduction").hasLineCount(1);
    }

    @Test
    @Tag("zoo") // needs the jar of a server
    void doctor_prints_the_limits_of_this_machine() {
        assertThat(execute("doctor", "quickstart")).isIn(ExitCode.OK, ExitCode.INVALID);
        assertThat(out.toString())
                .contains("open files", "connections per process; the experiment needs 200")
                .contains("io_uring", "time stamps", "JDKs", "variant tomcat virtual");
    }

    @Test
    void doctor_prints_json() {
        assertThat(execute("doctor", "--output", "json")).isEqualTo(ExitCode.OK);
        assertThat(json().at("/checks/0/name").asString()).isEqualTo("open files");
        assertThat(json().at("/checks/0/state").asString()).isEqualTo("ok");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--calibrate --for 10s | must be from 30s to 30m, was 10s",
                "--calibrate --for 31m | must be from 30s to 30m, was 31m",
                "--calibrate --for soon | \"soon\" is not a duration",
                "--calibrate --for 10 | must be from 30s to 30m, was 10s",
                "--for 1m | --for needs --calibrate",
                "--calibrate quickstart | --calibrate takes no experiment",
            })
    void a_wrong_calibration_starts_nothing(String options, String message) {
        assertThat(execute(("doctor " + options).split(" "))).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains(message).doesNotContain("\tat ");
        assertThat(out.toString()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "govern -d NaN none | --duration: \"NaN\" is not a duration",
                "govern -d 0 none | --duration must be above 0",
                "govern -d 60 no-such-jvm | no JVM of this user runs",
                "inspect --for 1x PID | --for: \"1x\" has an unknown unit",
                "inspect --for 0 PID | --for must be from 1s to 1h",
                "inspect --then-compare / PID | --then-compare: / is a folder",
                "inspect --then-compare /none/a.yaml PID | --then-compare: /none is no folder",
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
