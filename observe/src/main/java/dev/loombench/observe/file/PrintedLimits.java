package dev.loombench.observe.file;

import dev.loombench.observe.file.content.ShownLimits;
import dev.loombench.observe.result.LimitedMemory;
import dev.loombench.observe.result.LimitedMemory.Kind;
import dev.loombench.observe.result.LimitedMemory.Use;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Metadata of classes and compiled code in what a JVM prints, and errors about other memory, a
/// line at a time: in a crash log, for `jcmd`, in the unified log, and on the output of a service.
/// What stands in front of a line does not matter.
///
/// Sources, of HotSpot since JDK 11: `MetaspaceReporter::print_basic_report`,
/// `MetaspaceUtils::print_on` and `print_metaspace_change`, `MemSummaryReporter::report_metadata`,
/// and `CodeCache::print_summary`.
final class PrintedLimits {
    private static final String SIZE = "(\\d{1,15}(?:\\.\\d{1,2})?) (bytes|KB|MB|GB)";
    private static final String UNITS = "(\\d{1,15})(KB|MB|GB|)";
    private static final String KIB = "(\\d{1,12})K";

    /// What is reserved and committed, of the compressed class space and of all metadata.
    private static final LinePattern SPACE =
            pattern(
                    " reserved,",
                    "(Class space|Both):\\s{1,20}%1$s reserved,\\s{1,20}%1$s \\([^)]{1,6}\\) committed"
                            .formatted(SIZE));

    private static final LinePattern MAX_METADATA =
            pattern(
                    "MaxMetaspaceSize: ",
                    "MaxMetaspaceSize: (?:unlimited|%s)\\s*$".formatted(SIZE));

    /// Of a heap that is printed. Before JDK 16 it also has the capacity.
    private static final LinePattern OF_HEAP =
            pattern(
                    "class space ",
                    "class space\\s{1,20}used \\d{1,12}K, (?:capacity \\d{1,12}K, )?committed %1$s, reserved %1$s\\b"
                            .formatted(KIB));

    /// When the JVM starts.
    private static final LinePattern MAPPED =
            pattern(
                    " space mapped at: ",
                    "Compressed class space mapped at: \\S{1,60}, reserved size: (\\d{1,15})\\b");

    /// At a collection.
    private static final LinePattern CHANGE =
            pattern(
                    " NonClass: ",
                    "Metaspace: %1$s\\(%1$s\\)->%1$s\\(%1$s\\) NonClass: \\S{1,60} Class: %1$s\\(%1$s\\)->%1$s\\(%1$s\\)"
                            .formatted(KIB));

    /// Two lines of native memory tracking.
    private static final LinePattern TRACKED_CLASSES =
            pattern("Class space:)", "\\( {1,4}Class space:\\)\\s*$");

    private static final LinePattern TRACKED =
            pattern(
                    " reserved=",
                    "\\( {1,8}reserved=%1$s, committed=%1$s\\)\\s*$".formatted(UNITS));

    /// Characters with which the lines of [#REPORT] begin.
    private static final String REPORT_STARTS = " NgPdDZS";

    /// The beginnings of reports that may show nothing of it.
    private static final Pattern REPORT =
            Pattern.compile(
                    "Native Memory Tracking:| {0,4}(?:garbage-first heap|PSYoungGen|def new generation|DefNew|ZHeap)\\s{1,20}(?:total|used) |Shenandoah Heap\\s*$");

    /// A segment of the code cache, or all of it.
    private static final LinePattern SEGMENT =
            pattern(
                    "Kb used=",
                    "(CodeCache|CodeHeap '[^']{1,40}'): size=(\\d{1,12})Kb used=(\\d{1,12})Kb ");

    /// More than a code cache has.
    private static final int MOST_SEGMENTS = 100;

    private static final String WHOLE = "CodeCache";

    /// How often the code cache has been full since the JVM started. Behind the segments: other
    /// programs may count by the same name.
    private static final LinePattern FULL = pattern("full_count=", "full_count=(\\d{1,9})\\s*$");

    private final PrintedFailures failures = new PrintedFailures();
    private final Map<String, Segment> code = new HashMap<>();
    private OptionalLong maxMetadata = OptionalLong.empty();
    private OptionalLong committed = OptionalLong.empty();
    private OptionalLong classSpace = OptionalLong.empty();
    private OptionalLong ofClasses = OptionalLong.empty();
    private boolean maxMetadataKnown;
    private boolean classesFollow;
    private long full;
    private boolean replaced;
    private boolean reported;

    /// @param size in KiB, as `used`
    private record Segment(long size, long used) {}

    private static LinePattern pattern(String part, String text) {
        return new LinePattern(part, Pattern.compile("(?:^|\\s)" + text));
    }

    /// The beginning of another log, whose limits replace those known as soon as it shows any.
    void begin() {
        replaced = true;
    }

    void line(String line) {
        failures.line(line);
        reported |= metadata(line) || isHeadOfReport(line) || code(line) || tracked(line);
        logged(line);
    }

    /// A line of a stack, which shows nothing of it.
    void frame() {
        failures.frame();
    }

    private boolean metadata(String line) {
        var space = SPACE.in(line);
        var most = MAX_METADATA.in(line);
        var ofHeap = OF_HEAP.in(line);
        space.ifPresent(this::space);
        most.ifPresent(this::maxMetadata);
        ofHeap.ifPresent(this::ofHeap);
        return space.isPresent() || most.isPresent() || ofHeap.isPresent();
    }

    private static boolean isHeadOfReport(String line) {
        return !line.isEmpty()
                && REPORT_STARTS.indexOf(line.charAt(0)) >= 0
                && REPORT.matcher(line).lookingAt();
    }

    private void maxMetadata(MatchResult line) {
        startAnew();
        maxMetadataKnown = true;
        maxMetadata =
                line.group(1) == null ? OptionalLong.empty() : OptionalLong.of(bytes(line, 1));
    }

    private void ofHeap(MatchResult line) {
        startAnew();
        if (!maxMetadataKnown) { // else of an earlier collection, as in a crash log
            ofClasses = kibibytes(line, 1);
            classSpace = kibibytes(line, 2);
        }
    }

    private boolean code(String line) {
        var segment = SEGMENT.in(line);
        var count = code.isEmpty() ? Optional.<MatchResult>empty() : FULL.in(line);
        segment.ifPresent(this::segment);
        count.ifPresent(found -> full = Long.parseLong(found.group(1)));
        return segment.isPresent() || count.isPresent();
    }

    private void segment(MatchResult line) {
        startAnew();
        segment(
                line.group(1),
                new Segment(Long.parseLong(line.group(2)), Long.parseLong(line.group(3))));
    }

    /// A code cache is in segments or is whole.
    private void segment(String name, Segment segment) {
        code.keySet().removeIf(known -> known.equals(WHOLE) != name.equals(WHOLE));
        if (code.size() < MOST_SEGMENTS || code.containsKey(name)) {
            code.put(name, segment);
        }
    }

    private boolean tracked(String line) {
        var found = classesFollow ? TRACKED.in(line) : Optional.<MatchResult>empty();
        found.ifPresent(tracked -> {
            startAnew();
            classSpace = OptionalLong.of(bytes(tracked, 1));
            ofClasses = OptionalLong.of(bytes(tracked, 3));
        });
        classesFollow = TRACKED_CLASSES.in(line).isPresent();
        return found.isPresent();
    }

    /// What every log of collections with all its tags has.
    private void logged(String line) {
        MAPPED.in(line)
                .ifPresent(mapped -> classSpace = OptionalLong.of(Long.parseLong(mapped.group(1))));
        CHANGE.in(line)
                .ifPresent(change -> {
                    committed = kibibytes(change, 4);
                    ofClasses = kibibytes(change, 8);
                });
    }

    private void startAnew() {
        if (replaced) {
            replaced = false;
            code.clear();
            maxMetadata = OptionalLong.empty();
            committed = OptionalLong.empty();
            classSpace = OptionalLong.empty();
            ofClasses = OptionalLong.empty();
            maxMetadataKnown = false;
            full = 0;
        }
    }

    private void space(MatchResult line) {
        startAnew();
        if (line.group(1).equals("Both")) {
            committed = OptionalLong.of(bytes(line, 4));
        } else {
            classSpace = OptionalLong.of(bytes(line, 2));
            ofClasses = OptionalLong.of(bytes(line, 4));
        }
    }

    /// The size in a group of a line and the unit in the next one. That of an unlimited size may be
    /// beyond all numbers.
    private static long bytes(MatchResult line, int group) {
        long unit =
                switch (line.group(group + 1)) {
                    case "KB" -> 1 << 10;
                    case "MB" -> 1 << 20;
                    case "GB" -> 1 << 30;
                    default -> 1;
                };
        return Math.round(Double.parseDouble(line.group(group)) * unit);
    }

    private static OptionalLong kibibytes(MatchResult line, int group) {
        return OptionalLong.of(Long.parseLong(line.group(group)) << 10);
    }

    /// Whether a line was read that is printed on request, or on the output of a service that
    /// failed.
    boolean isReport() {
        return reported || failures.any();
    }

    /// What has a limit, as far as it is shown, and what had no room.
    ShownLimits shown() {
        var all = new ArrayList<LimitedMemory>();
        add(all, Kind.METADATA, use(committed, maxMetadata), failures.ofMetadata());
        add(all, Kind.CLASSES, use(ofClasses, classSpace), failures.ofClasses());
        long size = code.values().stream().mapToLong(Segment::size).sum();
        long used = code.values().stream().mapToLong(Segment::used).sum();
        add(
                all,
                Kind.CODE,
                use(OptionalLong.of(used << 10), OptionalLong.of(size << 10)),
                Math.max(full, failures.ofCode()));
        return new ShownLimits(all, maxMetadataKnown, failures.others());
    }

    private static Optional<Use> use(OptionalLong bytes, OptionalLong max) {
        return bytes.isPresent() && max.orElse(0) > 0
                ? Optional.of(new Use(bytes.getAsLong(), max.getAsLong()))
                : Optional.empty();
    }

    private static void add(List<LimitedMemory> all, Kind kind, Optional<Use> use, long times) {
        if (use.isPresent() || times > 0) {
            all.add(new LimitedMemory(kind, use, times));
        }
    }
}
