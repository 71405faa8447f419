package dev.loombench.diagnose.rule.resource;

import static dev.loombench.text.Figures.counted;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.Rule;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import dev.loombench.observe.file.content.MemoryErrors;
import java.util.List;
import java.util.stream.Stream;

/// Errors of full memory in what a JVM and its application have written; those of metadata and the
/// code cache are findings of [MemoryRules].
public final class OutOfMemory {
    static final String ID = "out-of-memory";

    static final Rule RULE =
            new Rule(
                    ID,
                    "the heap, threads, direct buffers or mapped files found no room, by errors in a log",
                    "an application's log",
                    "one `OutOfMemoryError` or more of a kind (`Java heap space`, `unable to create native thread`, `Direct buffer memory`, `Map failed`), or `pthread_create failed`",
                    "warning",
                    "",
                    Figures.class);

    private static final String FAILED = "a thread or a request ends at each error";

    private OutOfMemory() {}

    /// @param kind `heap`, `threads`, `direct-buffers`, `mapped-files` or `array-length`
    record Figures(String kind, long times) {}

    public static Stream<ServiceFinding> in(Evidence evidence) {
        return evidence.memory().errors().stream().map(OutOfMemory::finding);
    }

    /// A log may be of another run, or quote an error, so it is less certain than a figure.
    private static ServiceFinding finding(MemoryErrors errors) {
        return ServiceFinding.of(
                RULE,
                Severity.WARNING,
                Confidence.HIGH,
                text(errors),
                List.of(counted(errors.times(), "error") + " in a log"),
                0,
                new Figures(errors.kind().label(), errors.times()));
    }

    private static FindingText text(MemoryErrors errors) {
        var times = counted(errors.times(), "time");
        return switch (errors.kind()) {
            case HEAP ->
                    new FindingText(
                            "the heap was full, " + times,
                            FAILED + ", and before it collections take most of the time",
                            "raise -Xmx, or find what keeps the objects (-XX:+HeapDumpOnOutOfMemoryError"
                                    + " writes them at the next error)");
            case THREADS ->
                    new FindingText(
                            "the operating system started no further thread, " + times,
                            FAILED,
                            "bound the number of platform threads (a thread dump shows which are many), or"
                                    + " raise the limit of the user (ulimit -u) or the container (pids.max)"
                                    + " and its memory");
            case DIRECT ->
                    new FindingText(
                            "direct buffers found no room within their limit, " + times,
                            FAILED,
                            "raise -XX:MaxDirectMemorySize (of Netty -Dio.netty.maxDirectMemory), or find"
                                    + " what keeps the buffers");
            case MAPS ->
                    new FindingText(
                            "the operating system mapped no further file, " + times,
                            FAILED,
                            "raise the limit of mappings (sysctl vm.max_map_count) or of the address space"
                                    + " (ulimit -v), or map fewer files");
            case ARRAY ->
                    new FindingText(
                            "an array longer than any may be was requested, " + times,
                            FAILED,
                            "find what requests it by the stack of the error: a larger heap does not help");
            case METADATA, CLASSES ->
                    new FindingText(
                            "metadata of classes found no room, " + times,
                            FAILED,
                            "raise -XX:MaxMetaspaceSize and -XX:CompressedClassSpaceSize");
        };
    }
}
