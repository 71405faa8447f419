package dev.loombench.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.experiment.variant.Cpus;
import dev.loombench.experiment.variant.Jdk;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// `--jdk`, `--cpus` and `--java-agent`.
class PlatformsTest {
    private static final NamedCommand SHOP = command("shop", "java", "-jar", "shop.jar");

    private static NamedCommand command(String name, String... words) {
        return new NamedCommand(name, List.of(words), Optional.empty());
    }

    private static Platforms platforms(String... arguments) {
        return CommandLine.populateCommand(new PlatformOptions(), arguments).platforms();
    }

    private static List<NamedCommand> variants(NamedCommand command, String... arguments) {
        return platforms(arguments).of(List.of(command));
    }

    @Test
    void without_the_options_commands_stay_as_they_are() {
        var node = command("node", "node", "server.js");
        assertThat(platforms().of(List.of(SHOP, node))).containsExactly(SHOP, node);
    }

    @Test
    void each_jdk_is_a_variant() {
        var variants = variants(SHOP, "--jdk", "21,/opt/jdk-25");
        assertThat(variants)
                .extracting(NamedCommand::name)
                .containsExactly("JDK 21", "JDK /opt/jdk-25");
        assertThat(variants)
                .extracting(NamedCommand::jdk)
                .containsExactly(
                        Optional.of(new Jdk.Version(21)),
                        Optional.of(new Jdk.Home(Path.of("/opt/jdk-25"))));
        assertThat(variants).allMatch(v -> v.words().equals(SHOP.words()));
    }

    /// A file of the experiment may be in another folder, and be run from any.
    @Test
    void the_home_of_a_jdk_is_that_of_the_command_line_s_folder() {
        assertThat(variants(SHOP, "--jdk", "21,./jdk"))
                .extracting(NamedCommand::name)
                .containsExactly("JDK 21", "JDK ./jdk");
        assertThat(variants(SHOP, "--jdk", "./jdk").getFirst().jdk())
                .contains(new Jdk.Home(Path.of("jdk").toAbsolutePath()));
    }

    @Test
    void one_jdk_is_that_of_all_variants_and_not_in_their_names() {
        var node = command("node", "./start.sh");
        assertThat(platforms("--jdk", "21").of(List.of(SHOP, node)))
                .allMatch(v -> v.jdk().equals(Optional.of(new Jdk.Version(21))))
                .extracting(NamedCommand::name)
                .containsExactly("shop", "node");
    }

    /// A whole number counts processors; one with a decimal point is a quota.
    @Test
    void each_number_of_processors_is_a_variant() {
        var variants = variants(SHOP, "--cpus", "0.5,1,2,2.0");
        assertThat(variants)
                .extracting(NamedCommand::name)
                .containsExactly("quota of 0.5 CPUs", "1 CPU", "2 CPUs", "quota of 2 CPUs");
        assertThat(variants)
                .extracting(v -> v.cpus().orElseThrow())
                .containsExactly(
                        new Cpus.Quota(0.5),
                        new Cpus.Count(1),
                        new Cpus.Count(2),
                        new Cpus.Quota(2));
    }

    @Test
    void an_agent_is_a_variant_beside_the_one_without() {
        var variants =
                variants(SHOP, "--java-agent", "lib/apm.jar=a=b,c", "--java-agent", "apm.jar");
        assertThat(variants)
                .extracting(NamedCommand::name)
                .containsExactly("no agent", "apm", "apm 2");
        assertThat(variants)
                .extracting(NamedCommand::words)
                .containsExactly(
                        SHOP.words(),
                        List.of("java", "-javaagent:lib/apm.jar=a=b,c", "-jar", "shop.jar"),
                        List.of("java", "-javaagent:apm.jar", "-jar", "shop.jar"));
    }

    @Test
    void several_options_make_every_combination_of_each_command() {
        assertThat(
                        platforms("--cpus", "1,2", "--jdk", "21,25")
                                .of(List.of(SHOP, command("old", "java", "-jar", "old.jar"))))
                .extracting(NamedCommand::name)
                .containsExactly(
                        "shop / JDK 21 / 1 CPU",
                        "shop / JDK 21 / 2 CPUs",
                        "shop / JDK 25 / 1 CPU",
                        "shop / JDK 25 / 2 CPUs",
                        "old / JDK 21 / 1 CPU",
                        "old / JDK 21 / 2 CPUs",
                        "old / JDK 25 / 1 CPU",
                        "old / JDK 25 / 2 CPUs");
    }

    /// The experiment is what a run executes and records.
    @Test
    void the_experiment_has_the_jdk_and_the_processors_of_each_variant() {
        var traffic = Traffic.of(Request.get("/", Request.DEFAULT_TIMEOUT));
        var services = variants(SHOP, "--jdk", "21", "--cpus", "1,0.5");
        var variants = StartSettings.byDefault().variants(services, traffic);
        assertThat(variants)
                .allMatch(v -> v.jdk().equals(Optional.of(new Jdk.Version(21))))
                .extracting(v -> v.cpus().orElseThrow())
                .containsExactly(new Cpus.Count(1), new Cpus.Quota(0.5));
    }

    @Test
    void mistakes_are_explained() {
        assertMistake("--jdk names \"21\" twice", SHOP, "--jdk", "21,25,21");
        assertMistake("--jdk names \"021\" twice", SHOP, "--jdk", "21,021");
        assertMistake("--cpus names \"0.50\" twice", SHOP, "--cpus", "0.5,0.50");
        assertMistake("--java-agent must be like agent.jar", SHOP, "--java-agent", "=x");
        var agent = "x.jar=token=sesame";
        assertMistake(
                "--java-agent names \"x.jar=…\" twice",
                SHOP,
                "--java-agent",
                agent,
                "--java-agent",
                agent);
        assertMistake("--java-agent has an empty value", SHOP, "--java-agent", "");
        assertMistake("--jdk has an empty value", SHOP, "--jdk", "21,");
        assertMistake("a JDK must be a major version, as in 21", SHOP, "--jdk", "7");
        assertMistake("--cpus must be numbers like 1,2 or, for a quota, 0.5", SHOP, "--cpus", "x");
        assertMistake("was \"-1\"", SHOP, "--cpus", "-1");
        assertMistake("must be at least 1, was 0", SHOP, "--cpus", "0");
        assertMistake("must be at least 0.01, was 0.001", SHOP, "--cpus", "0.001");
        assertMistake(
                "goes with jars and commands that begin with java, not with \"node a.js\"",
                command("a", "node", "a.js"),
                "--java-agent",
                "x.jar");
        var url = command("a", "http://a:1/");
        assertMistake("--jdk does not go with a URL", url, "--jdk", "21");
        assertMistake("--cpus does not go with a URL", url, "--cpus", "1");
        assertMistake("--java-agent does not go with a URL", url, "--java-agent", "x.jar");
    }

    private static void assertMistake(String message, NamedCommand command, String... arguments) {
        assertThatThrownBy(() -> variants(command, arguments))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining(message);
    }
}
