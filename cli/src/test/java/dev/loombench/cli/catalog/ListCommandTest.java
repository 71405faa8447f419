package dev.loombench.cli.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.PublishedSchema;
import dev.loombench.cli.CommandFixture;
import dev.loombench.cli.console.ExitCode;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ListCommandTest extends CommandFixture {
    @Test
    void list_fits_a_screen() {
        assertThat(execute("list")).isEqualTo(ExitCode.OK);
        assertThat(out.toString().lines())
                .hasSizeLessThanOrEqualTo(40)
                .allMatch(line -> line.length() <= 100)
                .anyMatch(line -> line.matches("  quickstart +What do virtual threads change .*"));
        assertThat(output()).contains("executor, go, grpc");
    }

    @Test
    void list_has_one_line_per_group_and_article() {
        assertThat(execute("list")).isEqualTo(ExitCode.OK);
        assertThat(out.toString())
                .contains("Groups   ", "Articles   loombench reproduce NAME")
                .containsPattern("\n  governor +[1-9][0-9]* experiments\n")
                .containsPattern("\n  choubey-2023 +[1-9][0-9]* experiments\n")
                .doesNotContain("native-blocking", "hello-c10", "figures");
    }

    @Test
    void list_all_has_a_line_per_experiment_and_server() {
        assertThat(execute("list", "--all")).isEqualTo(ExitCode.OK);
        assertThat(out.toString().lines())
                .anyMatch(line -> line.matches("  quickstart +What do virtual threads change .*"))
                .anyMatch(line -> line.matches("  native-blocking +How much throughput .*"))
                .anyMatch(line -> line.matches("  hello-c10 +Are virtual threads ahead .*"))
                .anyMatch(line -> line.matches("  executor +platform-pool, cached-pool, virtual"))
                .allMatch(line -> line.length() <= 100);
        assertThat(execute("list", "--all", "tomcat")).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void list_shows_the_details_of_an_experiment() {
        assertThat(execute("list", "choubey-2023/hello-c10")).isEqualTo(ExitCode.OK);
        assertThat(out.toString())
                .contains("Are virtual threads ahead of a cached pool at hello world")
                .contains("File ", "hello-c10.yaml", "Variants ", "jdk-httpserver virtual")
                .contains("Load ", "10 users", "Trials ", "Claims ", "(published: ");
    }

    @Test
    void list_shows_the_details_of_a_group_and_a_server() {
        assertThat(execute("list", "choubey-2023")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("hello-c300").doesNotContain("quickstart");
        assertThat(execute("list", "tomcat")).isEqualTo(ExitCode.OK);
        assertThat(out.toString())
                .contains("platform-pool", "A new virtual thread for each request.")
                .contains("threads: platform threads that run handlers");
    }

    @Test
    void list_servers_has_a_line_per_server() {
        assertThat(execute("list", "servers")).isEqualTo(ExitCode.OK);
        assertThat(out.toString())
                .containsPattern("\n  executor +platform-pool, cached-pool, virtual\n")
                .doesNotContain("quickstart");
    }

    @Test
    void list_as_json_has_every_experiment_and_server_that_is_asked_for() {
        assertThat(execute("list", "-o", "json")).isEqualTo(ExitCode.OK);
        var all = last();
        assertThat(all.at("/format").asInt()).isEqualTo(1);
        assertThat(all.at("/experiments").valueStream())
                .extracting(e -> e.at("/name").asString())
                .contains("quickstart", "choubey-2023/hello-c10");
        assertThat(all.at("/servers").size()).isGreaterThan(1);
        assertThat(execute("list", "choubey-2023/hello-c10", "-o", "json")).isEqualTo(ExitCode.OK);
        var one = last();
        assertThat(one.at("/experiments").size()).isEqualTo(1);
        assertThat(one.at("/experiments/0/group").asString()).isEqualTo("choubey-2023");
        assertThat(one.at("/experiments/0/article").asBoolean()).isTrue();
        assertThat(one.at("/servers").size()).isZero();
        assertThat(execute("list", "tomcat", "-o", "json")).isEqualTo(ExitCode.OK);
        var server = last();
        assertThat(server.at("/experiments").size()).isZero();
        assertThat(server.at("/servers").size()).isEqualTo(1);
        assertThat(server.at("/servers/0/models").valueStream())
                .extracting(m -> m.at("/name").asString() + " " + m.at("/threads").asString())
                .contains("virtual virtual", "platform-pool bounded");
    }

    /// What the last command printed.
    private JsonNode last() {
        var printed = json();
        out.getBuffer().setLength(0);
        return printed;
    }

    /// Of what is bundled, with all its servers.
    @Test
    void list_as_json_conforms_to_its_schema() throws IOException {
        assertThat(execute("list", "-o", "json")).isEqualTo(ExitCode.OK);
        assertThat(PublishedSchema.LIST.errors(out.toString())).isEmpty();
    }

    @Test
    void list_as_csv_has_a_row_per_experiment_or_server() {
        assertThat(execute("list", "choubey-2023", "-o", "csv")).isEqualTo(ExitCode.OK);
        assertThat(out.toString().lines()).first().isEqualTo("name,group,article,question,file");
        assertThat(out.toString().lines()).anyMatch(l -> l.startsWith("choubey-2023/hello-c300,"));
        assertThat(execute("list", "servers", "-o", "markdown")).isEqualTo(ExitCode.OK);
        assertThat(out.toString()).contains("| tomcat | ");
    }

    @Test
    void an_unknown_name_in_list_gets_a_suggestion() {
        assertThat(execute("list", "tomcta")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("\"tomcta\"", "did you mean \"tomcat\"?");
        assertThat(execute("list", "qqqqqqqq")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).containsPattern("\"qqqqqqqq\"; nearest: [^,]+, [^,]+, [^,]+; ");
    }
}
