package dev.loombench.observe.file.recording;

import dev.loombench.observe.file.content.ShownLimits;
import dev.loombench.observe.result.LimitedMemory;
import dev.loombench.observe.result.LimitedMemory.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import jdk.jfr.consumer.RecordedEvent;

/// Metadata of classes and compiled code in the events of a flight recording, which are not in
/// order: the last readings, and how often there was no room.
///
/// The JVM records metadata at collections, and the segments of the code cache where a chunk of the
/// recording begins and ends.
public final class RecordedLimits {
    public static final String METADATA = "jdk.MetaspaceSummary";
    public static final String NO_METADATA = "jdk.MetaspaceOOM";
    public static final String CODE = "jdk.CodeCacheStatistics";
    public static final String NO_CODE = "jdk.CodeCacheFull";
    public static final String FLAG = "jdk.UnsignedLongFlag";

    /// What has no limit is recorded as -1, rounded down to whole pages.
    private static final String MAX_METADATA = "MaxMetaspaceSize";

    /// Bytes of metadata at one moment.
    ///
    /// @param committed of all metadata
    /// @param ofClasses committed in the compressed class space
    /// @param classSpace size of that space, 0 without one
    private record Metadata(Instant at, long committed, long ofClasses, long classSpace) {}

    /// Bytes of a segment of the code cache at one moment.
    private record Segment(Instant at, long size, long free) {}

    private Optional<Metadata> metadata = Optional.empty();

    /// By address.
    private final Map<Long, Segment> code = new HashMap<>();

    private OptionalLong maxMetadata = OptionalLong.empty();
    private long metadataFailures;
    private long codeFailures;

    public void add(RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case METADATA -> metadata(event);
            case NO_METADATA -> metadataFailures++;
            case CODE -> code(event);
            case NO_CODE -> codeFailures++;
            case FLAG -> {
                if (MAX_METADATA.equals(event.getString("name"))) {
                    maxMetadata = OptionalLong.of(event.getLong("value"));
                }
            }
            default -> {
                // other events say nothing about limits
            }
        }
    }

    private void metadata(RecordedEvent event) {
        var at = event.getEndTime();
        if (metadata.filter(known -> known.at.isAfter(at)).isEmpty()) {
            metadata =
                    Optional.of(
                            new Metadata(
                                    at,
                                    event.getLong("metaspace.committed"),
                                    event.getLong("classSpace.committed"),
                                    event.getLong("classSpace.reserved")));
        }
    }

    private void code(RecordedEvent event) {
        long start = event.getLong("startAddress");
        var read =
                new Segment(
                        event.getEndTime(),
                        event.getLong("reservedTopAddress") - start,
                        event.getLong("unallocatedCapacity"));
        code.merge(start, read, (known, other) -> known.at.isAfter(other.at) ? known : other);
    }

    /// What has a limit, as far as it was recorded.
    public ShownLimits shown() {
        var all = new ArrayList<LimitedMemory>();
        boolean known = metadata.isPresent() && maxMetadata.isPresent();
        metadata.ifPresent(read -> addMetadata(all, read));
        long size = code.values().stream().mapToLong(Segment::size).sum();
        long free = code.values().stream().mapToLong(Segment::free).sum();
        if (size > 0) {
            all.add(new LimitedMemory(Kind.CODE, size - free, size, codeFailures));
        }
        return new ShownLimits(all, known);
    }

    /// Where all metadata has a limit, what failed is counted there: the events do not tell which
    /// of the two limits was reached. Where the flags were not recorded, metadata are not known.
    private void addMetadata(List<LimitedMemory> all, Metadata read) {
        if (maxMetadata.isEmpty()) {
            return;
        }
        boolean limited = maxMetadata.getAsLong() > 0;
        if (limited) {
            all.add(
                    new LimitedMemory(
                            Kind.METADATA,
                            read.committed,
                            maxMetadata.getAsLong(),
                            metadataFailures));
        }
        if (read.classSpace > 0) {
            all.add(
                    new LimitedMemory(
                            Kind.CLASSES,
                            read.ofClasses,
                            read.classSpace,
                            limited ? 0 : metadataFailures));
        }
    }
}
