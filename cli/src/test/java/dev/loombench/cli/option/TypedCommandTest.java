package dev.loombench.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.text.WrongInput;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

class TypedCommandTest {
    @Command(name = "some")
    static final class Options {
        @Option(names = {"-H", "--header"})
        List<String> headers = List.of();

        @Option(names = "--cookie")
        List<String> cookies = List.of();

        @Option(names = "--path")
        String path = "";

        @Option(names = "--body")
        String body = "";

        @Option(names = "--env")
        List<String> environment = List.of();

        @Option(names = "--java-agent")
        List<String> agents = List.of();

        @Option(names = "--set")
        List<String> settings = List.of();

        @Option(names = {"-c", "--users"})
        String users = "";

        @Option(names = {"-L", "--latency"})
        boolean latency;

        @Option(names = "--open")
        boolean open;

        @Option(names = "--wait", negatable = true)
        boolean waits;
    }

    private static List<String> shown(String... words) {
        return TypedCommand.of(CommandSpec.forAnnotatedObject(new Options()), List.of(words))
                .words();
    }

    @Test
    void an_option_and_its_value_are_one_word_however_they_are_typed() {
        assertThat(shown("a.jar", "-c", "50", "-c50", "-c=50", "--users", "50", "--users=50"))
                .containsExactly(
                        "some", "a.jar", "-c=50", "-c=50", "-c=50", "--users=50", "--users=50");
        assertThat(shown("--no-wait", "--wait")).containsExactly("some", "--no-wait", "--wait");
        assertThat(shown("--open", "a.jar", "-Lc", "5", "-LLc5", "-L"))
                .containsExactly("some", "--open", "a.jar", "-L", "-c=5", "-L", "-L", "-c=5", "-L");
        assertThat(shown("-c", "5", "--", "--open", "x"))
                .containsExactly("some", "-c=5", "--open", "x");
    }

    @Test
    void secrets_of_requests_and_of_the_environment_are_not_shown() {
        assertThat(
                        shown(
                                "-H",
                                "Authorization: Bearer sesame",
                                "-HX-Api-Key:sesame",
                                "-LH=X-Api-Key:sesame",
                                "--header=Accept: */*",
                                "--cookie",
                                "sid=sesame",
                                "--path=/a?x=1&token=sesame",
                                "--body",
                                "{\"pin\": 1234, \"a\": \"$\"}",
                                "--env",
                                "DB_PASSWORD=sesame",
                                "--env=MODE=a",
                                "--env=HOME",
                                "--env=JAVA_TOOL_OPTIONS=-Xmx1g -Ddb.password=sesame",
                                "--env=DATABASE_URL=postgres://ada:sesame@h/db",
                                "http://h:1/token=x"))
                .containsExactly(
                        "some",
                        "-H=Authorization: Bearer ***",
                        "-H=X-Api-Key: ***",
                        "-L",
                        "-H=X-Api-Key: ***",
                        "--header=Accept: */*",
                        "--cookie=sid=***",
                        "--path=/a?x=1&token=***",
                        "--body={\"pin\": ***, \"a\": \"$\"}",
                        "--env=DB_PASSWORD=***",
                        "--env=MODE=a",
                        "--env=HOME",
                        "--env=JAVA_TOOL_OPTIONS=***",
                        "--env=DATABASE_URL=***",
                        "http://h:1/token=x");
    }

    @Test
    void secrets_of_java_agents_are_not_shown() {
        assertThat(
                        shown(
                                "--java-agent",
                                "apm.jar=licenseKey=sesame,env=$test",
                                "--java-agent=apm.jar",
                                "with=java -javaagent:apm.jar=api_token=sesame -jar shop.jar"))
                .containsExactly(
                        "some",
                        "--java-agent=apm.jar=licenseKey=***,env=$test",
                        "--java-agent=apm.jar",
                        "with=java -javaagent:apm.jar=api_token=*** -jar shop.jar");
    }

    @Test
    void secrets_of_commands_are_not_shown() {
        assertThat(
                        shown(
                                "with=java -Ddb.password=sesame -Xmx1g -jar shop.jar --price=$2",
                                "jwt=java -jar shop.jar",
                                "--set=db.password=sesame",
                                "--set=new:db.password=open sesame",
                                "--set=new:pool.size=1,2"))
                .containsExactly(
                        "some",
                        "with=java -Ddb.password=*** -Xmx1g -jar shop.jar --price=$2",
                        "jwt=java -jar shop.jar",
                        "--set=db.password=***",
                        "--set=new:db.password=***",
                        "--set=new:pool.size=1,2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--header", "-H", "-x", "--no", "-LX", "-HAuthorization"})
    void a_mistake_shows_no_value(String word) {
        assertThatThrownBy(() -> shown(word)).isInstanceOf(WrongInput.class);
    }
}
