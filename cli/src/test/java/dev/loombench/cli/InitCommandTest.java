package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleJar;
import dev.loombench.SampleJdk;
import dev.loombench.cli.compare.ServiceArguments;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.experiment.yaml.ExperimentReader;
import dev.loombench.launch.Zoo;
import dev.loombench.launch.jdk.Jdks;
import dev.loombench.launch.preset.ThreadModel;
import dev.loombench.traffic.LoadModel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

@ResourceLock("System.in")
class InitCommandTest extends CommandFixture {
    @TempDir Path folder;

    private int init(String answers, String... words) {
        return init(new ByteArrayInputStream(answers.getBytes(StandardCharsets.UTF_8)), words);
    }

    private int init(InputStream answers, String... words) {
        var before = System.in;
        System.setIn(answers);
        try {
            var all = new String[words.length + 1];
            all[0] = "init";
            System.arraycopy(words, 0, all, 1, words.length);
            return execute(all);
        } finally {
            System.setIn(before);
        }
    }

    /// A jar of Spring Boot with an entry by which its server is detected; without one, of no
    /// framework.
    private String jar(String... server) throws IOException {
        return server.length == 0
                ? jar(Map.of())
                : jar(Map.of("Spring-Boot-Version", "3.5.16"), server);
    }

    private String jar(Map<String, String> attributes, String... entries) throws IOException {
        return SampleJar.write(folder.resolve("shop.jar"), attributes, entries).toString();
    }

    @Test
    void three_answers_make_an_experiment() throws IOException {
        var app = jar("BOOT-INF/lib/tomcat-embed-core-10.1.55.jar");
        var file = folder.resolve("mine.yaml");
        assertThat(init("pool:20,virtual\n/orders/1\n50\n", app, "--write", file.toString()))
                .as(err.toString())
                .isEqualTo(ExitCode.OK);
        assertThat(err.toString())
                .contains("Path to request [/]: ", "Thread models to compare [pool:200,virtual]: ");
        assertThat(out.toString()).isEqualTo("loombench run " + file + System.lineSeparator());
        var home = Path.of(System.getProperty("loombench.home"));
        var experiment = new ExperimentReader(Zoo.at(home).servers()).read(file);
        assertThat(experiment.variants())
                .extracting(Variant::name)
                .containsExactly("pool-20", "virtual");
        assertThat(experiment.traffic().requests().getFirst().path()).isEqualTo("/orders/1");
        assertThat(((LoadModel.Closed) experiment.load()).connections()).isEqualTo(50);
    }

    @Test
    void without_answers_the_defaults_are_taken() throws IOException {
        var app = jar("BOOT-INF/lib/tomcat-embed-core-10.1.55.jar");
        var file = folder.resolve("defaults.yaml");
        assertThat(init("", app, "--write", file.toString())).isEqualTo(ExitCode.OK);
        assertThat(Files.readString(file)).contains("users: 100", "path: \"/\"", "pool-200");
        assertThat(err.toString().lines())
                .as("no question ends without an answer")
                .contains("Path to request [/]: /")
                .noneMatch(line -> line.endsWith(": "));
    }

    @Test
    void a_closed_input_has_no_answers() throws IOException {
        var app = jar("BOOT-INF/lib/tomcat-embed-core-10.1.55.jar");
        var closed = InputStream.nullInputStream();
        closed.close();
        var file = folder.resolve("closed.yaml");
        assertThat(init(closed, app, "--write", file.toString()))
                .as(err.toString())
                .isEqualTo(ExitCode.OK);
        assertThat(Files.readString(file)).contains("users: 100");
    }

    @Test
    void a_jar_of_no_known_framework_needs_a_setting() throws IOException {
        var app = jar();
        var file = folder.resolve("plain.yaml");
        assertThat(init("threads=10,200\n\n\n", app, "--write", file.toString()))
                .as(err.toString())
                .isEqualTo(ExitCode.OK);
        assertThat(Files.readString(file)).contains("-Dthreads=10", "-Dthreads=200");
    }

    @Test
    void nothing_is_overwritten_and_no_question_is_asked_for_nothing() throws IOException {
        var file = Files.createFile(folder.resolve("mine.yaml"));
        assertThat(init("", jar(), "--write", file.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("exists already").doesNotContain("Path to request");
        assertThat(init("", folder + "/none.jar", "--write", folder + "/x.yaml"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("no jar").doesNotContain("Path to request");
    }

    @Test
    void models_that_the_framework_refuses_are_not_proposed() throws IOException {
        var helidon = jar(Map.of(), "io/helidon/webserver/http/HttpRouting.class");
        assertThat(ServiceArguments.proposedModels(helidon))
                .as("Helidon has no pool")
                .contains("virtual,governed");
        var quarkus = jar(Map.of("Main-Class", "io.quarkus.bootstrap.runner.QuarkusEntryPoint"));
        var file = folder.resolve("quarkus.yaml");
        assertThat(init("", quarkus, "--write", file.toString())).isEqualTo(ExitCode.OK);
        assertThat(err.toString()).contains("Thread models to compare [pool:50,pool:200]: ");
        assertThat(Files.readString(file)).contains("name: \"pool-50\"", "name: \"pool-200\"");
    }

    /// The first question decides whether there is anything to compare.
    @Test
    void without_a_setting_of_an_unknown_jar_no_further_question_is_asked() throws IOException {
        var file = folder.resolve("x.yaml");
        assertThat(init("", jar(), "--write", file.toString())).isEqualTo(ExitCode.USAGE);
        var embedded = jar(Map.of(), "org/apache/catalina/startup/Tomcat.class");
        assertThat(init("", embedded, "--write", file.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(init("", "sleep {port}", "--write", file.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("no two thread models", "name a setting")
                .contains("at least two variants")
                .as("options that init does not have")
                .doesNotContain("add --models")
                .doesNotContain("Path to request");
        assertThat(file).doesNotExist();
    }

    @Test
    void a_wrong_answer_is_refused_at_its_question_which_is_repeated() throws IOException {
        var app = jar("BOOT-INF/lib/tomcat-embed-core-10.1.55.jar");
        var file = folder.resolve("mine.yaml");
        var answers = "virtual\npool:9,virtual\norders\n/orders\nmany\n0\n900000\n40\n";
        assertThat(init(answers, app, "--write", file.toString()))
                .as(err.toString())
                .isEqualTo(ExitCode.OK);
        assertThat(err.toString())
                .contains("at least two variants", "path must begin with /", "users: ")
                .as("more connections than this machine has ports for")
                .contains("users: ", "; expected ");
        assertThat(Files.readString(file)).contains("pool-9", "path: \"/orders\"", "users: 40");
        assertThat(init("pool:9,virtual\norders\n", app, "--write", folder + "/y.yaml"))
                .as("no answer after a wrong one")
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void a_url_with_a_path_has_no_question_for_it() throws IOException {
        var file = folder.resolve("urls.yaml");
        assertThat(
                        init(
                                "30\n",
                                "http://127.0.0.1:8081/price",
                                "http://127.0.0.1:8082/price",
                                "--write",
                                file.toString()))
                .as(err.toString())
                .isEqualTo(ExitCode.OK);
        assertThat(err.toString()).doesNotContain("Path to request");
        assertThat(Files.readString(file)).contains("users: 30", "/price");
    }

    @Test
    void a_file_that_cannot_be_written_is_refused_before_the_questions() throws IOException {
        assertThat(init("", jar(), "--write", folder + "/my shop.yaml")).isEqualTo(ExitCode.USAGE);
        assertThat(init("", jar(), "--write", folder + "/none/mine.yaml"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("200 ", "is no folder to write to")
                .doesNotContain("Setting to compare");
    }

    @Test
    void a_file_names_a_newer_jdk_where_that_of_services_is_too_old() throws IOException {
        var pools = ThreadModel.listOf("pool:50,pool:200");
        var virtual = ThreadModel.listOf("pool:200,virtual");
        var governed = ThreadModel.listOf("virtual,governed");
        var jdks = Jdks.ofThisMachine();
        assertThat(InitCommand.newerJdk(virtual, jdkHome("17.0.1"), jdks))
                .isEqualTo(jdks.newest())
                .isPresent();
        assertThat(InitCommand.newerJdk(pools, jdkHome("17.0.1"), jdks)).isEmpty();
        assertThat(InitCommand.newerJdk(virtual, jdkHome("21.0.1"), jdks)).isEmpty();
        assertThat(InitCommand.newerJdk(governed, jdkHome("21.0.1"), jdks)).isPresent();
        assertThat(InitCommand.newerJdk(governed, jdkHome("21.0.1"), new Jdks(List.of())))
                .as("there is no newer one")
                .isEmpty();
    }

    private Map<String, String> jdkHome(String version) throws IOException {
        var home = SampleJdk.ofVersion(folder.resolve(version), version);
        return Map.of("JAVA_HOME", home.toString());
    }
}
