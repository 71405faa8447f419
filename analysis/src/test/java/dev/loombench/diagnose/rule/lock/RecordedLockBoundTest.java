package dev.loombench.diagnose.rule.lock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Diagnosis;
import dev.loombench.diagnose.FileInspection;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.observe.file.content.FileContent;
import dev.loombench.observe.file.content.FileContent.Recording;
import dev.loombench.observe.file.content.FileKind;
import dev.loombench.observe.file.content.JvmFacts;
import dev.loombench.observe.file.content.LockWaits;
import dev.loombench.observe.file.content.LockWaits.Queue;
import dev.loombench.observe.file.content.ShownLimits;
import dev.loombench.observe.file.content.ThreadPrints;
import dev.loombench.observe.threads.PrintedLock;
import dev.loombench.observe.threads.PrintedLock.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Queues for locks in a flight recording.
class RecordedLockBoundTest {
    private static Diagnosis diagnosis(LockWaits waits) {
        var recording =
                new Recording(
                        waits.seconds() * 1_000_000_000L,
                        Optional.empty(),
                        OptionalLong.empty(),
                        OptionalDouble.empty(),
                        Optional.empty(),
                        OptionalLong.empty(),
                        waits);
        return FileInspection.run(
                List.of(
                        new FileContent(
                                "rec.jfr",
                                Set.of(FileKind.RECORDING),
                                JvmFacts.NONE,
                                ThreadPrints.NONE,
                                List.of(),
                                Optional.empty(),
                                List.of(),
                                Optional.of(recording),
                                ShownLimits.NONE)));
    }

    private static List<ServiceFinding> findings(long seconds, Queue... queues) {
        return diagnosis(new LockWaits(0, seconds, List.of(queues), OptionalLong.of(20_000_000)))
                .findings();
    }

    /// @param address that the object has
    private static Queue queue(String address, long from, long to, double threads) {
        var waiting = new HashMap<Long, Double>();
        for (long second = from; second < to; second++) {
            waiting.put(second, threads);
        }
        return new Queue(
                new PrintedLock(Kind.MONITOR, address, "Shop"),
                List.of("Shop.order(line 30)", "java.lang.Thread.run(line 1583)"),
                waiting);
    }

    @Test
    void a_lock_with_a_queue_in_most_seconds_of_a_minute_is_named() {
        var findings = findings(3_600, queue("1f", 600, 645, 4.4));
        assertThat(findings).hasSize(1);
        var finding = findings.getFirst();
        assertThat(finding.id()).isEqualTo("lock-bound");
        assertThat(finding.confidence()).isEqualTo(Confidence.MEDIUM);
        assertThat(finding.text().message())
                .isEqualTo("4 threads wait for the monitor of a Shop in Shop.order(line 30)");
        assertThat(finding.evidence())
                .containsExactly(
                        "on average over a second, in 45 of 60 s of the recording from 600 s on");
        assertThat(finding.figures()).isEqualTo(new RecordedLockBound.Figures(4.4, 45, 60));
    }

    @Test
    void a_queue_in_fewer_seconds_is_none() {
        assertThat(findings(3_600, queue("1f", 600, 644, 9))).isEmpty();
        assertThat(findings(9, queue("1f", 0, 9, 9))).as("too short a recording").isEmpty();
        assertThat(findings(10, queue("1f", 0, 8, 9))).as("8 of 10 s").hasSize(1);
    }

    /// A collection moves the object.
    @Test
    void a_lock_whose_object_moves_is_one() {
        assertThat(findings(60, queue("1f", 0, 25, 3), queue("2f", 25, 50, 5))).hasSize(1);
    }

    @Test
    void what_a_recording_leaves_out_is_named() {
        assertThat(
                        diagnosis(new LockWaits(0, 60, List.of(), OptionalLong.of(20_000_000)))
                                .evidence()
                                .unexamined())
                .containsKey("lock waits below 20 ms");
        assertThat(diagnosis(LockWaits.NONE).evidence().unexamined())
                .containsKey("lock waits in the recording");
        assertThat(
                        diagnosis(new LockWaits(0, 60, List.of(), OptionalLong.of(1_000_000)))
                                .evidence()
                                .unexamined()
                                .keySet())
                .noneMatch(subject -> subject.startsWith("lock waits"));
    }
}
