package dev.loombench.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.jvm.InspectedJvm.Listed;
import dev.loombench.observe.result.JvmIdentity;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.Observation.Unavailable;
import dev.loombench.observe.result.VirtualMachine;
import dev.loombench.observe.threads.ListedThread;
import dev.loombench.observe.threads.PrintedStack;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A JVM that replies with given lists, one after the other.
class ListSamplerTest {
    private static final double[] SHARES = {0, 0.25, 0.49, 0.5, 0.75, 1};

    private static ListSampler sampler(
            int jdk, boolean requested, int seconds, boolean virtual, Deque<Listed> lists) {
        var request =
                new Inspection.Request(
                        1, Duration.ofSeconds(seconds), false, false, requested, false);
        var identity =
                new JvmIdentity(
                        Optional.of(Runtime.Version.parse(Integer.toString(jdk))),
                        "Eclipse Adoptium",
                        VirtualMachine.HOTSPOT,
                        "Linux amd64",
                        OptionalInt.of(2),
                        OptionalLong.of(1 << 30),
                        OptionalLong.empty(),
                        OptionalLong.empty());
        return new ListSampler(request, lists::removeFirst, identity, virtual);
    }

    /// One virtual thread that waits, and its number, among some.
    private static Listed list(int number, int virtual) {
        return new Listed(
                new ThreadDump("attach", number, 20, 2, virtual, List.of()),
                List.of(),
                List.of(
                        new ListedThread(
                                number,
                                "",
                                true,
                                Optional.empty(),
                                OptionalLong.empty(),
                                OptionalLong.empty(),
                                Optional.empty(),
                                new PrintedStack(
                                        List.of("Shop.order(Shop.java:30)"),
                                        Optional.empty(),
                                        List.of()))));
    }

    private static Listed failed(String reason) {
        Observation missing = new Unavailable("attach", ThreadDump.SUBJECT, reason);
        return new Listed(missing, List.of(), List.of());
    }

    private static Deque<Listed> lists(Listed... lists) {
        return new ArrayDeque<>(Arrays.asList(lists));
    }

    private static void observe(ListSampler sampler) throws IOException {
        sampler.begin();
        for (double share : SHARES) {
            sampler.sample(share);
        }
        sampler.end(false);
    }

    /// The numbers of the threads in each list that was kept.
    private static List<Long> waiting(ListSampler sampler) {
        return sampler.waiting().stream().map(list -> list.getFirst().number()).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "26, false, 10, true, 3, 3",
        "26, false, 9, true, 1, 0",
        "26, false, 10, false, 1, 0",
        "21, true, 10, true, 3, 3",
        "25, true, 10, true, 3, 3",
        "24, true, 9, true, 1, 0",
        "25, false, 10, false, 1, 0"
    })
    void virtual_threads_are_listed_three_times_over_a_time_that_shows_their_progress(
            int jdk, boolean requested, int seconds, boolean virtual, int made, int kept)
            throws IOException {
        var lists = lists(list(1, 2), list(2, 2), list(3, 2), list(4, 2));
        var sampler = sampler(jdk, requested, seconds, virtual, lists);
        observe(sampler);
        assertThat(lists).hasSize(4 - made);
        assertThat(waiting(sampler)).hasSize(kept);
        assertThat(sampler.locks()).hasSize(made);
        assertThat(sampler.threads().value().orElseThrow().nanos()).as("the last").isEqualTo(made);
    }

    /// A list of JDK 24 has no locks, and one list shows no time.
    @ParameterizedTest
    @CsvSource({"26, 10, true", "25, 10, true", "26, 9, false", "24, 10, false", "21, 9, false"})
    void several_lists_with_locks_show_the_waits_of_virtual_threads(
            int jdk, int seconds, boolean shown) throws IOException {
        var sampler = sampler(jdk, true, seconds, true, lists(list(1, 2), list(2, 2), list(3, 2)));
        observe(sampler);
        assertThat(sampler.unseenWaits().isEmpty()).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({"1000, 3", "1001, 2"})
    void many_virtual_threads_are_listed_before_and_after(int virtual, int made)
            throws IOException {
        var sampler = sampler(26, false, 30, true, lists(list(1, virtual), list(2, 2), list(3, 2)));
        observe(sampler);
        assertThat(waiting(sampler)).hasSize(made);
    }

    @ParameterizedTest
    @CsvSource({"21", "24", "25"})
    void a_jvm_that_may_crash_by_a_list_makes_none_unless_requested(int jdk) throws IOException {
        var lists = lists(list(1, 2));
        var sampler = sampler(jdk, false, 30, true, lists);
        observe(sampler);
        assertThat(lists).as("not asked").hasSize(1);
        assertThat(sampler.threads().missing().orElseThrow()).contains("--list-threads");
        assertThat(sampler.locks()).isEmpty();
        assertThat(sampler.waiting()).isEmpty();
    }

    /// In a JVM that had run no virtual threads before.
    @ParameterizedTest
    @CsvSource({"23, true, 1", "23, false, 0", "26, true, 0"})
    void a_jvm_whose_first_virtual_thread_runs_meanwhile_may_crash_by_a_list(
            int jdk, boolean begun, int left) throws IOException {
        var lists = lists(list(1, 2));
        var sampler = sampler(jdk, false, 30, false, lists);
        sampler.begin();
        sampler.end(begun);
        assertThat(lists).hasSize(left);
        assertThat(sampler.threads().value().isEmpty()).isEqualTo(left == 1);
    }

    @Test
    void a_list_that_failed_leaves_the_last_one_that_was_made() throws IOException {
        var sampler =
                sampler(26, false, 30, true, lists(list(1, 2), list(2, 2), failed("no room")));
        observe(sampler);
        assertThat(sampler.threads().value().orElseThrow().nanos()).isEqualTo(2);
        assertThat(waiting(sampler)).containsExactly(1L, 2L);
    }

    /// Nor is one made in the middle, whose length is not known.
    @Test
    void where_no_list_is_made_the_reason_is_that_of_the_last() throws IOException {
        var sampler = sampler(26, false, 30, true, lists(failed("first"), failed("last")));
        observe(sampler);
        assertThat(sampler.threads().missing()).hasValue("last");
        assertThat(sampler.waiting()).isEmpty();
    }
}
