package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleService;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Comparisons of a service in a jar, in a folder of their own, of which no process is left.
/// Whether a result is valid depends on the machine, and is not tested.
@EnabledOnOs(OS.LINUX)
public abstract class ServiceFixture extends CommandFixture {
    @TempDir protected Path folder;

    /// The command that starts the service.
    protected String app;

    @BeforeEach
    protected void service() throws IOException {
        app = SampleService.command(folder);
    }

    @AfterEach
    protected void nothing_is_left_running() {
        assertThat(running()).isEmpty();
    }

    /// The command lines of the processes that were started from the folder.
    protected List<String> running() {
        return ProcessHandle.allProcesses()
                .map(p -> p.info().commandLine().orElse(""))
                .filter(command -> command.contains(folder.toString()))
                .toList();
    }

    protected int compare(String... words) {
        var all = new ArrayList<>(List.of("compare", "--results", folder + "/results"));
        all.addAll(List.of(words));
        return execute(all.toArray(String[]::new));
    }

    /// The shortest comparison of two variants, which leaves the processors idle most of the time.
    ///
    /// @param first and `second`, each with or without a name
    protected int compareQuickly(String first, String second, String... more) {
        var words = new ArrayList<>(List.of(first, second, "-R", "200", "--trials", "2"));
        words.addAll(List.of("-d", "300ms", "--warm-up", "300ms", "-o", "json"));
        words.addAll(List.of(more));
        return compare(words.toArray(String[]::new));
    }
}
