package dev.loombench.observe.file;

import dev.loombench.observe.jvm.LimitedMemory;
import dev.loombench.observe.jvm.LimitedMemory.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Metadata of classes and compiled code in a crash log, a line at a time.
///
/// Source: `MetaspaceUtils::print_basic_report` and `CodeCache::print_summary` of HotSpot, since
/// JDK 11.
final class PrintedLimits {
    private static final String SIZE = "(\\d{1,15}(?:\\.\\d{1,2})?) (bytes|KB|MB|GB)";

    /// What is reserved and committed, of the compressed class space and of all metadata.
    private static final Pattern SPACE =
            Pattern.compile(
                    "\\s{0,20}(Class space|Both):\\s{1,20}%1$s reserved,\\s{1,20}%1$s \\([^)]{1,6}\\) committed.*"
                            .formatted(SIZE));

    private static final Pattern MAX_METADATA =
            Pattern.compile("MaxMetaspaceSize: (?:unlimited|%s)\\s*".formatted(SIZE));

    /// A segment of the code cache, or all of it.
    private static final Pattern SEGMENT =
            Pattern.compile(
                    "(CodeCache|CodeHeap '[^']{1,40}'): size=(\\d{1,12})Kb used=(\\d{1,12})Kb .*");

    /// How often the code cache has been full since the JVM started.
    private static final Pattern FULL = Pattern.compile("\\bfull_count=(\\d{1,9})\\b");

    /// @param size in KiB, as `used`
    private record Segment(long size, long used) {}

    private final Map<String, Segment> code = new HashMap<>();
    private OptionalLong maxMetadata = OptionalLong.empty();
    private OptionalLong committed = OptionalLong.empty();
    private OptionalLong classSpace = OptionalLong.empty();
    private OptionalLong ofClasses = OptionalLong.empty();
    private long full;
    private boolean replaced;

    /// The beginning of another log, whose limits replace those known as soon as it shows any.
    void begin() {
        replaced = true;
    }

    void line(String line) {
        var space = SPACE.matcher(line);
        var most = MAX_METADATA.matcher(line);
        var segment = SEGMENT.matcher(line);
        var count = FULL.matcher(line);
        if (space.matches()) {
            startAnew();
            space(space);
        } else if (most.matches()) {
            startAnew();
            maxMetadata =
                    most.group(1) == null ? OptionalLong.empty() : OptionalLong.of(bytes(most, 1));
        } else if (segment.matches()) {
            startAnew();
            code.put(
                    segment.group(1),
                    new Segment(
                            Long.parseLong(segment.group(2)), Long.parseLong(segment.group(3))));
        } else if (count.find()) {
            startAnew();
            full = Long.parseLong(count.group(1));
        }
    }

    private void startAnew() {
        if (replaced) {
            replaced = false;
            code.clear();
            maxMetadata = OptionalLong.empty();
            committed = OptionalLong.empty();
            classSpace = OptionalLong.empty();
            ofClasses = OptionalLong.empty();
            full = 0;
        }
    }

    private void space(Matcher line) {
        if (line.group(1).equals("Both")) {
            committed = OptionalLong.of(bytes(line, 4));
        } else {
            classSpace = OptionalLong.of(bytes(line, 2));
            ofClasses = OptionalLong.of(bytes(line, 4));
        }
    }

    /// The size in a group of a line and the unit in the next one. That of an unlimited size may be
    /// beyond all numbers.
    private static long bytes(Matcher line, int group) {
        long unit =
                switch (line.group(group + 1)) {
                    case "KB" -> 1 << 10;
                    case "MB" -> 1 << 20;
                    case "GB" -> 1 << 30;
                    default -> 1;
                };
        return Math.round(Double.parseDouble(line.group(group)) * unit);
    }

    /// What has a limit, as far as it is shown.
    List<LimitedMemory> limited() {
        var all = new ArrayList<LimitedMemory>();
        if (maxMetadata.isPresent() && committed.isPresent()) {
            all.add(
                    new LimitedMemory(
                            Kind.METADATA, committed.getAsLong(), maxMetadata.getAsLong()));
        }
        if (classSpace.isPresent() && ofClasses.isPresent()) {
            all.add(new LimitedMemory(Kind.CLASSES, ofClasses.getAsLong(), classSpace.getAsLong()));
        }
        long size = code.values().stream().mapToLong(Segment::size).sum();
        long used = code.values().stream().mapToLong(Segment::used).sum();
        if (size > 0) {
            all.add(new LimitedMemory(Kind.CODE, used << 10, size << 10, full));
        }
        return all;
    }
}
