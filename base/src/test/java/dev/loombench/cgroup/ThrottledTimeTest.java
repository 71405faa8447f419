package dev.loombench.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A container with a quota in a pod with one.
class ThrottledTimeTest {
    private static final String POD = "sys/fs/cgroup/pod/";

    @TempDir private Path root;

    @BeforeEach
    void setQuotas() throws IOException {
        write("proc/7/cgroup", "0::/pod/shop\n");
        write(POD + "cpu.max", "200000 100000\n");
        write(POD + "shop/cpu.max", "100000 100000\n");
    }

    /// The pod had counted 900 s when the container was started again.
    @Test
    void a_group_above_does_not_hide_what_a_container_counts_since_its_start() throws IOException {
        count(900_000_000, 10_000_000);
        var time = new ThrottledTime(ControlGroups.of(root, "7", "cpu"));
        assertThat(time.nanos()).hasValue(0);
        count(900_000_000, 25_000_000);
        assertThat(time.nanos()).hasValue(15_000_000_000L);
    }

    /// 2 s by the pod, then 3 s by the container.
    @Test
    void of_each_time_between_readings_the_group_with_the_most_counts() throws IOException {
        count(0, 0);
        var time = new ThrottledTime(ControlGroups.of(root, "7", "cpu"));
        count(2_000_000, 1_000_000);
        assertThat(time.nanos()).hasValue(2_000_000_000L);
        count(2_000_000, 4_000_000);
        assertThat(time.nanos()).hasValue(5_000_000_000L);
    }

    @Test
    void without_a_quota_there_is_none() throws IOException {
        count(0, 0);
        write(POD + "cpu.max", "max 100000\n");
        write(POD + "shop/cpu.max", "max 100000\n");
        assertThat(new ThrottledTime(ControlGroups.of(root, "7", "cpu")).nanos()).isEmpty();
    }

    /// @param pod microseconds since it exists
    /// @param container likewise
    private void count(long pod, long container) throws IOException {
        write(POD + "cpu.stat", "throttled_usec %d\n".formatted(pod));
        write(POD + "shop/cpu.stat", "throttled_usec %d\n".formatted(container));
    }

    private void write(String file, String text) throws IOException {
        var path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
