package dev.loombench.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.loombench.cli.capacity.SubjectOptions;
import dev.loombench.cli.console.Installation;
import dev.loombench.text.RecordJson;
import dev.loombench.text.WrongInput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class ToolsTest {
    private static final Allowed NOTHING = new Allowed(false, false);
    private static final Path RUNS = Path.of("/var/runs");

    /// Bytes: for calls some hundred deep.
    private static final int SMALL_STACK = 512 * 1024;

    private static final SchemaRegistry SCHEMAS =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    private static Tool tool(String name) {
        return Tools.ALL.stream().filter(t -> t.name().equals(name)).findFirst().orElseThrow();
    }

    private static List<String> words(String tool, String arguments, Allowed allowed) {
        return tool(tool)
                .words(JsonMapper.shared().readTree(arguments.replace('\'', '"')), allowed, RUNS);
    }

    private static String commandLine(String tool, String arguments, Allowed allowed) {
        return String.join(" ", words(tool, arguments, allowed));
    }

    @ParameterizedTest
    @CsvSource({
        "list, true, false",
        "inspect, true, false",
        "report, true, false",
        "compare, false, true",
        "capacity, false, true"
    })
    void a_load_may_change_what_a_service_keeps(String tool, boolean reads, boolean destroys) {
        var annotations = tool(tool).described().annotations();
        assertThat(annotations.readOnlyHint()).isEqualTo(reads);
        assertThat(annotations.destructiveHint()).isEqualTo(destroys);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "list | {} | list --output text",
                "list | {'name': 'tomcat', 'output': 'json'} | list --output json tomcat",
                "inspect | {} | inspect --output text",
                "inspect | {'process': '4711', 'seconds': 3, 'output': 'json'}"
                        + " | inspect --for 3s --output json 4711",
                "inspect | {'process': 4711} | inspect --for 10s --output text 4711",
                "inspect | {'files': ['a.txt', '/tmp/b.jfr']} | inspect --output text a.txt /tmp/b.jfr",
                "report | {} | report --results=/var/runs --output text latest",
                "report | {'run': 'results/a/2026-01-31T12-00-00', 'other': 'a'}"
                        + " | report --results=/var/runs --output text results/a/2026-01-31T12-00-00 a",
                "compare | {'services': ['http://127.0.0.1:1/', 'new=http://[::1]:2/'], 'rate': 500,"
                        + " 'path': '/a?b=1', 'duration': '5s', 'metric': 'p99'} | compare --results=/var/runs --path=/a?b=1"
                        + " --rate=500 --duration=5s --metric=p99 --output text http://127.0.0.1:1/"
                        + " new=http://[::1]:2/",
                "capacity | {'services': ['http://localhost:1/'], 'objectives': ['p99<50ms'],"
                        + " 'body': '-x'} | capacity --results=/var/runs --slo p99<50ms --body=-x --output text"
                        + " http://localhost:1/",
            })
    void a_call_is_a_command_line(String tool, String arguments, String expected) {
        assertThat(commandLine(tool, arguments, NOTHING)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "list | {'name': '--help'} | name must be",
                "list | {'name': '../etc'} | name must be",
                "list | {'nmae': 'a'} | did you mean \"name\"",
                "list | [] | must be an object",
                "inspect | {'process': '--allow-pauses'} | process must be",
                "inspect | {'files': ['-']} | files must be",
                "inspect | {'process': '1', 'seconds': 0} | seconds must be a whole number from 1 to 600",
                "inspect | {'process': '1', 'seconds': 2.5} | seconds must be a whole number from 1 to 600, was 2.5",
                "inspect | {'process': '1', 'seconds': '2'} | seconds must be",
                "inspect | {'process': 0} | process must be",
                "inspect | {'process': 1.5} | process must be",
                "report | {'run': '../other'} | run must be",
                "report | {'run': '/etc'} | as in quickstart/2026-01-31T12-00-00, was \"/etc\"",
                "report | {'run': 'results/../../etc'} | run must be",
                "report | {'run': 'a//b'} | run must be",
                "report | {'run': 'a/-b'} | run must be",
                "report | {'run': 'a/'} | run must be",
                "report | {'run': ''} | run must be",
                "compare | {} | services is missing",
                "compare | {'services': []} | services must be",
                "compare | {'services': ['--write=/tmp/x', 'http://localhost:1/']} | services must be",
                "compare | {'services': ['http://localhost:1/'], 'body': '@/etc/passwd'} | body must be",
                "compare | {'services': ['http://localhost:1/'], 'path': 'x'} | path must be",
                "compare | {'services': ['http://localhost:1/'], 'output': 'html'} | output must be",
                "compare | {'services': ['http://localhost:1/'], 'budget': 'long'} | budget must be",
                "capacity | {'services': ['http://localhost:1/'], 'objectives': ['p99<50ms --x']}"
                        + " | objectives must be",
            })
    void what_is_no_argument_is_refused(String tool, String arguments, String message) {
        assertThatThrownBy(() -> words(tool, arguments, new Allowed(true, true)))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining(message);
    }

    /// The match of a group that is repeated would take some of the stack for each part, and
    /// overflow this one.
    @Test
    void a_text_may_have_many_parts() throws InterruptedException {
        var run = "a/".repeat(1_999) + "a";
        var arguments = "{'run': '" + run + "'}";
        var found = new ArrayList<String>();
        var thread =
                new Thread(
                        null,
                        () -> found.addAll(words("report", arguments, NOTHING)),
                        "with a small stack",
                        SMALL_STACK);
        thread.start();
        thread.join();
        assertThat(found).endsWith(run);
    }

    @Test
    void a_text_that_is_too_long_is_named_so() {
        var text = "x".repeat(4_001);
        var arguments = "{'services': ['http://localhost:1/'], 'body': '" + text + "'}";
        assertThatThrownBy(() -> words("compare", arguments, NOTHING))
                .isInstanceOf(WrongInput.class)
                .hasMessage("body: a text may have at most 4,000 characters");
        assertThatThrownBy(() -> words("inspect", "{'files': ['" + text + "']}", NOTHING))
                .isInstanceOf(WrongInput.class)
                .hasMessage("files: a text may have at most 4,000 characters");
        var schema = SCHEMAS.getSchema(RecordJson.line(tool("compare").described().inputSchema()));
        assertThat(schema.validate(arguments.replace('\'', '"'), InputFormat.JSON)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost:8080/",
                "HTTPS://LOCALHOST/",
                "http://127.1.2.3/",
                "b=http://[::1]:8080/x",
                "http://127.0.0.1",
                "http://2130706433/", // 127.0.0.1 as one number, by which the load finds it, too
            })
    void services_on_this_machine_are_allowed(String service) {
        assertThat(words("compare", "{'services': ['" + service + "']}", NOTHING))
                .endsWith(service);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://example.com/",
                "http://10.0.0.1/",
                "http://localhost.example.com/",
                "http://127.0.0.1.nip.io/",
                "http://0177.0.0.1/",
                "http:///x",
                "b=https://example.com/",
                "tcp://10.0.0.1:80",
            })
    void services_on_other_machines_need_to_be_allowed(String service) {
        var arguments = "{'services': ['" + service + "']}";
        assertThatThrownBy(() -> words("compare", arguments, new Allowed(true, false)))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("--allow-remote");
        assertThat(words("compare", arguments, new Allowed(false, true))).endsWith(service);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost@example.com/",
                "http://127.0.0.1:80@example.com/",
                "http://localhost:80@127.0.0.1/",
                "http://local host/",
            })
    void what_is_no_url_of_a_service_is_refused(String service) {
        var arguments = "{'services': ['" + service + "']}";
        assertThatThrownBy(() -> words("compare", arguments, NOTHING))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("URL");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:1/x.yaml",
                "a=http://127.0.0.1:1/x.yml",
                "java -jar a.jar --config=x.yaml",
                "a=./serve x.yml"
            })
    void a_url_or_command_is_no_file_of_an_experiment(String service) {
        assertThat(SubjectOptions.isExperiment(List.of(service), Installation.find())).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"app.jar", "x=touch /tmp/x", "quickstart", "java -jar a.jar", "a=b"})
    void what_is_started_needs_to_be_allowed(String service) {
        var arguments = "{'services': ['" + service + "'], 'objectives': ['p99<1s']}";
        assertThatThrownBy(() -> words("capacity", arguments, new Allowed(false, true)))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("--allow-start");
        assertThat(words("capacity", arguments, new Allowed(true, false))).endsWith(service);
    }

    @Test
    void every_schema_is_one_and_refuses_what_the_tool_refuses() {
        var meta =
                SCHEMAS.getSchema(
                        SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));
        for (var tool : Tools.ALL) {
            var schema = RecordJson.line(tool.described().inputSchema());
            assertThat(meta.validate(schema, InputFormat.JSON)).as(tool.name()).isEmpty();
        }
        var compare = SCHEMAS.getSchema(RecordJson.line(tool("compare").described().inputSchema()));
        assertThat(
                        compare.validate(
                                "{\"services\": [\"http://localhost:1/\"], \"rate\": 5}",
                                InputFormat.JSON))
                .isEmpty();
        for (var wrong :
                List.of(
                        "{}",
                        "{\"services\": [\"--write=x\"]}",
                        "{\"services\": [\"http://localhost:1/\"], \"rate\": 0}",
                        "{\"services\": [\"http://localhost:1/\"], \"body\": \"@x\"}",
                        "{\"services\": [\"http://localhost:1/\"], \"other\": 1}")) {
            assertThat(compare.validate(wrong, InputFormat.JSON)).as(wrong).isNotEmpty();
        }
    }
}
