package dev.loombench.observe.file.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.file.content.CollectionLog.Span;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import javax.management.ObjectName;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Collections and operations in a recording of this JVM.
class RecordedCollectionsTest {
    @TempDir private Path folder;

    /// A count of objects collects garbage first.
    @Test
    void a_collection_within_an_operation_is_no_stop_of_its_own() throws Exception {
        var file = folder.resolve("count.jfr");
        try (var recording = new Recording()) {
            recording.enable("jdk.ExecuteVMOperation").withThreshold(Duration.ZERO);
            recording.enable("jdk.GarbageCollection").withThreshold(Duration.ZERO);
            recording.start();
            countObjects();
            recording.stop();
            recording.dump(file);
        }
        var recorded = new RecordedCollections();
        RecordingFile.readAllEvents(file).forEach(recorded::add);
        var log = recorded.log(Instant.EPOCH, Instant.now()).orElseThrow();
        var count =
                log.stops().stream()
                        .filter(stop -> stop.operation().equals("GC_HeapInspection"))
                        .findFirst()
                        .orElseThrow();
        var span = new Span(count.endNanos(), count.durationNanos());
        assertThat(log.collections()).filteredOn(c -> span.contains(c.endNanos())).isNotEmpty();
        assertThat(log.stops()).filteredOn(stop -> span.contains(stop.endNanos())).isEmpty();
    }

    /// A recording that has the collector but not its collections.
    @Test
    void collections_that_were_not_recorded_are_not_none() throws Exception {
        var file = folder.resolve("collector.jfr");
        try (var recording = new Recording()) {
            recording.enable("jdk.GCConfiguration");
            recording.start();
            recording.stop();
            recording.dump(file);
        }
        var recorded = new RecordedCollections();
        RecordingFile.readAllEvents(file).forEach(recorded::add);
        assertThat(recorded.log(Instant.EPOCH, Instant.now())).isPresent();
        recorded.setEnabled(false);
        assertThat(recorded.log(Instant.EPOCH, Instant.now())).isEmpty();
    }

    private static void countObjects() throws Exception {
        ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
    }
}
