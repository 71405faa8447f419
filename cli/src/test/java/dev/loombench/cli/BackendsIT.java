package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Real processes as backends of a service. Each start writes a line to `calls`.
class BackendsIT extends ServiceFixture {
    /// A command that writes its name and then runs the service.
    private String named(String name) {
        return "sh -c 'echo %s >> calls; exec %s --port {port}'".formatted(name, app);
    }

    private int run(String service) throws IOException {
        var file = folder.resolve("mine.yaml");
        Files.writeString(
                file,
                """
                question: Which one?
                service:
                  command: "sh -c 'echo variant {db.port} >> calls; exec %s --port {port}'"
                  ready: {port: open}
                  backends:
                    - {name: db, command: "%s"}
                %svariants: [{name: a}, {name: b}]
                load: {users: 4, path: /waiting}
                phases: {warm-up: 300ms, measure: 300ms}
                trials: 2
                """
                        .formatted(app, named("db"), service.indent(2)));
        return execute("run", file.toString(), "--results", folder + "/results", "-o", "json");
    }

    private List<String> calls() throws IOException {
        return Files.readAllLines(folder.resolve("calls"));
    }

    @Tag("nightly")
    @Test
    void backends_live_for_the_run_a_block_or_a_process() throws IOException {
        run(
                """
                  - {name: queue, command: "%s", per: block}
                  - {name: cache, command: "%s", per: process}
                """
                        .formatted(named("queue"), named("cache")));
        assertThat(json().at("/variants/1/trialsCompleted").asInt()).as(err::toString).isEqualTo(2);
        assertThat(Collections.frequency(calls(), "db")).isEqualTo(1);
        assertThat(Collections.frequency(calls(), "queue")).isEqualTo(2);
        assertThat(Collections.frequency(calls(), "cache")).isEqualTo(4);
        assertThat(calls().stream().filter(c -> c.matches("variant \\d{2,5}")))
                .hasSize(4)
                .containsOnly(calls().get(calls().size() - 1));
        var notes = json().at("/findings").toString();
        assertThat(notes).contains("shared-backends", "use the same backends (db, queue)");
    }

    @Test
    void commands_are_executed_around_each_process() throws IOException {
        run(
                """
                before-each: "sh -c 'echo before {db.port} >> calls'"
                after-each: "sh -c 'echo after >> calls'"
                """);
        assertThat(json().at("/variants/1/trialsCompleted").asInt()).as(err::toString).isEqualTo(2);
        var words = calls().stream().map(call -> call.split(" ", -1)[0]).toList();
        var trial = List.of("before", "variant", "after");
        assertThat(words.getFirst()).isEqualTo("db");
        assertThat(words.subList(1, words.size()))
                .isEqualTo(Collections.nCopies(4, trial).stream().flatMap(List::stream).toList());
    }

    @Test
    void a_command_that_fails_ends_the_run_with_its_last_lines() throws IOException {
        assertThat(run("before-each: \"sh -c 'echo no such table; exit 3'\""))
                .isEqualTo(ExitCode.INVALID);
        assertThat(err.toString())
                .contains("before-each ended by itself with exit code 3", "    no such table");
        assertThat(calls()).containsExactly("db");
    }

    @Test
    void a_command_that_does_not_exist_is_reported_before_anything_starts() throws IOException {
        assertThat(run("after-each: ./missing")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("after-each: no file ");
        assertThat(folder.resolve("calls")).doesNotExist();
    }

    @Test
    void a_command_that_does_not_end_is_stopped() throws IOException {
        assertThat(run("after-each: {command: sleep 600, within: 200ms}"))
                .isEqualTo(ExitCode.INVALID);
        assertThat(err.toString())
                .contains(
                        "after-each did not end within 0.2 s",
                        "the run ends, as further trials would fail in the same way");
    }

    @Test
    void a_backend_that_does_not_start_ends_the_run() throws IOException {
        assertThat(
                        run(
                                """
                                  - {name: queue, command: "%s --mode dies"}
                                """
                                        .formatted(app)))
                .isEqualTo(ExitCode.INVALID);
        assertThat(err.toString())
                .contains("queue ended by itself with exit code 7 before it was ready");
        assertThat(calls()).containsExactly("db");
    }
}
