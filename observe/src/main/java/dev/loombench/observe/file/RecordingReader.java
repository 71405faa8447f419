package dev.loombench.observe.file;

import dev.loombench.observe.file.content.FileContent;
import dev.loombench.observe.file.content.FileContent.Recording;
import dev.loombench.observe.file.content.FileContent.Throttling;
import dev.loombench.observe.file.content.FileKind;
import dev.loombench.observe.file.content.JvmFacts;
import dev.loombench.observe.file.recording.RecordedCollections;
import dev.loombench.observe.file.recording.RecordedLimits;
import dev.loombench.observe.file.recording.RecordedLocks;
import dev.loombench.observe.jvm.RecordedPins;
import dev.loombench.observe.jvm.Recordings;
import dev.loombench.observe.result.VirtualMachine;
import dev.loombench.observe.threads.ThreadListHeader;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/// Reader of a flight recording, event by event.
///
/// The JDK's own reader trusts the file: one that is damaged may make it fail in any way.
final class RecordingReader {
    /// The first bytes of a recording.
    static final String START = "FLR\0";

    private static final String CONTAINER = "jdk.ContainerConfiguration";
    private static final String THROTTLING = "jdk.ContainerCPUThrottling";

    private final FoundFacts facts = new FoundFacts();
    private final PrintReader prints = new PrintReader();
    private final RecordedCollections collections = new RecordedCollections();
    private final RecordedPins pins = new RecordedPins();
    private final RecordedLimits limits = new RecordedLimits();
    private Optional<Instant> first = Optional.empty();
    private Instant last = Instant.MIN;
    private final RecordedLocks locks = new RecordedLocks();
    private Map<Long, String> types = Map.of();
    private boolean readsPins;
    private OptionalLong directBytes = OptionalLong.empty();
    private OptionalDouble quotaCores = OptionalDouble.empty();
    private OptionalLong memoryBytes = OptionalLong.empty();
    private final LongSummaryStatistics throttled = new LongSummaryStatistics();
    private Instant throttledFrom = Instant.MAX;
    private Instant throttledTo = Instant.MIN;

    private RecordingReader() {}

    /// @throws WrongInput when it is damaged, or has no event
    static FileContent read(InputFile file) throws IOException {
        if (RecordingChunks.isOld(file.path())) {
            throw new WrongInput(
                    "%s is a flight recording of Oracle's JDK 7 or 8, and those with the format of OpenJDK are read"
                            .formatted(FileReading.quoted(file)));
        }
        long complete = RecordingChunks.completeBytes(file.path());
        if (complete == 0) {
            throw new WrongInput(
                    "%s is a flight recording that is damaged, or still written; jcmd PID JFR.dump writes a whole one"
                            .formatted(FileReading.quoted(file)));
        }
        return complete == Files.size(file.path())
                ? new RecordingReader().read(file, false)
                : readStart(file, complete);
    }

    /// A recording whose copy was interrupted, or whose JVM ended while it wrote: the JDK's reader
    /// gets its complete chunks.
    private static FileContent readStart(InputFile file, long bytes) throws IOException {
        var copy = Files.createTempFile("loombench-inspect-", "");
        try {
            Files.copy(file.path(), copy, StandardCopyOption.REPLACE_EXISTING);
            try (var channel = FileChannel.open(copy, StandardOpenOption.WRITE)) {
                channel.truncate(bytes);
            }
            return new RecordingReader().read(new InputFile(file.name(), copy), true);
        } finally {
            Files.deleteIfExists(copy);
        }
    }

    private FileContent read(InputFile file, boolean cut) {
        readAll(file);
        return content(file, cut);
    }

    private void readAll(InputFile file) {
        try {
            Recordings.read(file.path(), this::addAll);
        } catch (IOException e) {
            throw new WrongInput(
                    "%s is a flight recording that is damaged: %s"
                            .formatted(
                                    FileReading.quoted(file),
                                    TextSanitizer.of(String.valueOf(e.getMessage()))));
        }
        if (first.isEmpty()) {
            throw new WrongInput(
                    "%s is a flight recording without any event"
                            .formatted(FileReading.quoted(file)));
        }
    }

    private void addAll(RecordingFile events) throws IOException {
        types =
                events.readEventTypes().stream()
                        .collect(
                                Collectors.toMap(
                                        EventType::getId, EventType::getName, (a, _) -> a));
        while (events.hasMoreEvents()) {
            add(events.readEvent());
        }
    }

    /// An event is written when it ends, and may have begun long before the recording.
    private void add(RecordedEvent event) {
        var end = event.getEndTime();
        first = first.filter(before -> before.isBefore(end)).or(() -> Optional.of(end));
        last = end.isAfter(last) ? end : last;
        switch (event.getEventType().getName()) {
            case "jdk.JVMInformation" -> jvm(event);
            case "jdk.CPUInformation" -> processors(event);
            case "jdk.GCHeapConfiguration" -> facts.maxHeapBytes = number(event, "maxSize");
            case "jdk.InitialSystemProperty" -> property(event);
            case "jdk.ThreadDump" -> text(event.getString("result")).lines().forEach(prints::line);
            case "jdk.ActiveSetting" -> setting(event);
            case RecordedPins.EVENT -> pins.add(event);
            case RecordedLocks.MONITOR, RecordedLocks.PARK -> locks.add(event);
            case "jdk.DirectBufferStatistics" -> directBytes = number(event, "memoryUsed");
            case RecordedLimits.METADATA,
                    RecordedLimits.NO_METADATA,
                    RecordedLimits.CODE,
                    RecordedLimits.NO_CODE,
                    RecordedLimits.FLAG ->
                    limits.add(event);
            case CONTAINER -> container(event);
            case THROTTLING -> throttling(event);
            default -> collections.add(event);
        }
    }

    /// A recording names types of events that it has not recorded.
    private void setting(RecordedEvent event) {
        var type = types.getOrDefault(number(event, "id").orElse(-1), "");
        var name = text(event.getString("name"));
        var value = text(event.getString("value"));
        readsPins |=
                type.equals(RecordedPins.EVENT) && name.equals("enabled") && value.equals("true");
        if (type.equals(RecordedCollections.COLLECTION) && name.equals("enabled")) {
            collections.setEnabled(value.equals("true"));
        }
        locks.setting(type, name, value);
    }

    private static OptionalLong number(RecordedEvent event, String field) {
        return event.hasField(field) ? OptionalLong.of(event.getLong(field)) : OptionalLong.empty();
    }

    /// `OpenJDK 64-Bit Server VM (25.0.3+9-LTS) for linux-amd64 JRE (25.0.3+9-LTS), built on ...`.
    private void jvm(RecordedEvent event) {
        var version = text(event.getString("jvmVersion"));
        facts.version = version(version);
        facts.platform = JvmFacts.platform(version);
        facts.vm =
                Optional.of(text(event.getString("jvmName")))
                        .filter(name -> !name.isEmpty())
                        .map(VirtualMachine::named);
        facts.pid = number(event, "pid");
        var line =
                "java %s %s"
                        .formatted(
                                text(event.getString("jvmArguments")),
                                text(event.getString("javaArguments")));
        facts.words = List.of(line.strip().split("\\s+"));
    }

    /// The first one in brackets; also a text that is one, as async-profiler records it.
    static Optional<Runtime.Version> version(String text) {
        var words = text.split("[()]", 3);
        return JvmFacts.version(words.length > 1 ? words[1] : text);
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }

    private void processors(RecordedEvent event) {
        long threads = number(event, "hwThreads").orElse(-1);
        if (facts.processors.isEmpty() && threads > 0) {
            facts.processors = OptionalInt.of((int) threads);
        }
    }

    private void property(RecordedEvent event) {
        var value = text(event.getString("value"));
        switch (text(event.getString("key"))) {
            case "jdk.virtualThreadScheduler.parallelism" ->
                    facts.parallelism = ThreadListHeader.number(value);
            case "java.vm.vendor" -> facts.vendor = value;
            default -> {
                // the others say nothing about threads
            }
        }
    }

    private void container(RecordedEvent event) {
        long period = number(event, "cpuSlicePeriod").orElse(-1);
        long quota = number(event, "cpuQuota").orElse(-1);
        if (period > 0 && quota > 0) {
            quotaCores = OptionalDouble.of((double) quota / period);
        }
        long processors = number(event, "effectiveCpuCount").orElse(-1);
        if (processors > 0) {
            facts.processors = OptionalInt.of((int) processors);
        }
        long memory = number(event, "memoryLimit").orElse(-1);
        if (memory > 0) {
            memoryBytes = OptionalLong.of(memory);
        }
    }

    private void throttling(RecordedEvent event) {
        number(event, "cpuThrottledTime").ifPresent(throttled);
        throttledFrom =
                throttledFrom.isBefore(event.getEndTime()) ? throttledFrom : event.getEndTime();
        throttledTo = throttledTo.isAfter(event.getEndTime()) ? throttledTo : event.getEndTime();
    }

    private FileContent content(InputFile file, boolean cut) {
        var printed = prints.end();
        var log = collections.log(first.orElseThrow(), last);
        return new FileContent(
                file.name(),
                Set.of(FileKind.RECORDING),
                facts.facts().or(prints.jvm()),
                printed,
                List.of(),
                log,
                List.of(),
                Optional.of(
                        new Recording(
                                nanos(),
                                readsPins ? Optional.of(pins.pinned(nanos())) : Optional.empty(),
                                directBytes,
                                quotaCores,
                                throttling(),
                                memoryBytes,
                                locks.waits(first.orElseThrow(), last),
                                cut)),
                limits.shown());
    }

    private long nanos() {
        return Duration.between(first.orElseThrow(), last).toNanos();
    }

    /// Between the first reading and the last one.
    private Optional<Throttling> throttling() {
        return throttled.getCount() > 1
                ? Optional.of(
                        new Throttling(
                                throttled.getMax() - throttled.getMin(),
                                Duration.between(throttledFrom, throttledTo).toNanos()))
                : Optional.empty();
    }
}
