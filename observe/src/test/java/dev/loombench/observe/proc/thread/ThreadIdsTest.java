package dev.loombench.observe.proc.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The process 77, by its folder.
class ThreadIdsTest {
    @TempDir Path proc;

    private void status(String folder, String ids) throws IOException {
        var file = proc.resolve("77").resolve(folder).resolve("status");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "Name:\tjava\nNSpid:\t" + ids + "\n");
    }

    @Test
    void threads_of_a_container_are_known_by_the_ids_of_their_process() throws IOException {
        status("", "77\t1");
        status("task/77", "77\t1");
        status("task/90", "90\t14");
        var ids = new ThreadIds(proc.resolve("77"));
        assertThat(ids.here(14)).as("not read yet").isEmpty();
        ids.update();
        assertThat(ids.here(1)).hasValue(77);
        assertThat(ids.here(14)).hasValue(90);
        assertThat(ids.here(90)).isEmpty();
        Files.delete(proc.resolve("77/task/90/status"));
        ids.update();
        assertThat(ids.here(14)).as("it has ended").isEmpty();
    }

    @Test
    void a_process_of_a_container_may_have_the_same_id_by_chance() throws IOException {
        status("", "77\t77");
        status("task/90", "90\t80");
        var ids = new ThreadIds(proc.resolve("77"));
        ids.update();
        assertThat(ids.here(80)).hasValue(90);
    }

    @Test
    void threads_of_a_process_that_is_in_no_container_have_the_same_ids() throws IOException {
        status("", "77");
        assertThat(new ThreadIds(proc.resolve("77")).here(90)).hasValue(90);
    }

    @Test
    void a_process_that_has_ended_has_the_ids_that_it_had() {
        assertThat(new ThreadIds(proc.resolve("78")).here(90)).hasValue(90);
    }
}
