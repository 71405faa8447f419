package dev.loombench.diagnose.finding;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.finding.Finding;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A fault of a live service. Texts are clauses without a full stop, and contain text from the
/// service, which is escaped where it is shown.
///
/// @param kind as in `carriers-blocked`
/// @param text what is shown
/// @param evidence what it rests on, in words, most important first
/// @param figures a record whose components have their names in files
/// @param frames calls that cause it, the most frequent first
/// @param lost share of the service's capacity that it takes, 0 to 1, which ranks findings of equal
///   severity
/// @param cause what explains it; empty where nothing does
/// @param setting that would show whether the remedy helps; empty where no setting does
/// @param lock for which threads wait, in words; empty where it is not of one
public record ServiceFinding(
        Kind kind,
        Severity severity,
        Confidence confidence,
        FindingText text,
        List<String> evidence,
        Record figures,
        List<String> frames,
        double lost,
        Optional<Cause> cause,
        Optional<Setting> setting,
        Optional<String> lock)
        implements Finding {

    /// Another finding of which one is a consequence.
    ///
    /// @param finding that explains it
    /// @param alone whether it ends with that one, and so needs no remedy of its own; else that one
    ///   adds to it
    public record Cause(ServiceFinding finding, boolean alone) {}

    /// `(Shop.java:30)` and `(line 30)`.
    private static final Pattern PLACE = Pattern.compile("\\([^()]*\\)");

    /// The most important first.
    public static final Comparator<ServiceFinding> BY_IMPACT =
            Comparator.comparing(ServiceFinding::severity)
                    .thenComparingDouble(ServiceFinding::lost)
                    .reversed()
                    .thenComparing(ServiceFinding::id);

    /// A setting of the JVM or the application with the present and another value.
    ///
    /// @param property [#CARRIERS], [#HEAP], a limit of the JVM as [#METASPACE], or one of the
    ///   application, as `server.tomcat.threads.max`
    public record Setting(String property, long present, long proposed) {
        /// The number of carriers.
        public static final String CARRIERS = "jdk.virtualThreadScheduler.parallelism";

        /// What the number of carriers never exceeds, where it is set.
        public static final String MOST_CARRIERS = "jdk.virtualThreadScheduler.maxPoolSize";

        /// The largest heap, bytes.
        public static final String HEAP = "-Xmx";

        /// The limits of other memory, bytes.
        public static final String METASPACE = "-XX:MaxMetaspaceSize";

        public static final String CLASS_SPACE = "-XX:CompressedClassSpaceSize";
        public static final String CODE_CACHE = "-XX:ReservedCodeCacheSize";
        public static final String DIRECT = "-XX:MaxDirectMemorySize";

        private static final String OPTION = "-X";
        private static final String WITH_EQUALS = "-XX:";
        private static final long MEBIBYTE = 1L << 20;

        /// What stands before the value on the command line, as in `-Xmx`.
        public String flag() {
            if (!property.startsWith(OPTION)) {
                return "-D" + property + "=";
            }
            return property.startsWith(WITH_EQUALS) ? property + "=" : property;
        }

        /// A value of it: `48`, or of memory `256m`, as its option spells it.
        public String text(long value) {
            return property.startsWith(OPTION) && value >= MEBIBYTE
                    ? "%dm".formatted(value / MEBIBYTE)
                    : Long.toString(value);
        }
    }

    public ServiceFinding {
        evidence = List.copyOf(evidence);
        frames = List.copyOf(frames);
    }

    public static ServiceFinding of(
            Rule rule,
            Severity severity,
            Confidence confidence,
            FindingText text,
            List<String> evidence,
            double lost,
            Record figures) {
        assert rule.covers(figures) : rule.kind();
        return new ServiceFinding(
                rule.kind(),
                severity,
                confidence,
                text,
                evidence,
                figures,
                List.of(),
                lost,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    @Override
    public String message() {
        return text.message();
    }

    /// The name of its kind in files.
    public String id() {
        return kind.id();
    }

    /// Whether another one names the same fault, as one call or more shows that both have; or of
    /// one lock, whoever makes the call. A recording names the line of a call, and a dump its file
    /// too.
    public boolean isSameAs(ServiceFinding other) {
        return id().equals(other.id())
                && (frames.isEmpty()
                        || other.frames.isEmpty()
                        || sharesCall(other)
                        || (lock.isPresent() && lock.equals(other.lock) && sharesCalled(other)));
    }

    /// Findings with those of a further view of the same JVM. A fault that both show stands once:
    /// the more severe finding of it, else the first, with the calls of all callers.
    public static List<ServiceFinding> merge(
            List<ServiceFinding> all, List<ServiceFinding> further) {
        var merged = new ArrayList<>(all);
        for (var finding : further) {
            IntStream.range(0, all.size())
                    .filter(i -> finding.isSameAs(all.get(i)))
                    .boxed()
                    .findFirst()
                    .ifPresentOrElse(
                            i -> merged.set(i, merged.get(i).and(finding)),
                            () -> merged.add(finding));
        }
        return merged;
    }

    private ServiceFinding and(ServiceFinding other) {
        boolean first = severity.isAtLeast(other.severity);
        var main = first ? this : other;
        return sharesCall(other)
                ? main
                : main.withFrames(
                        Stream.concat(main.frames.stream(), (first ? other : this).frames.stream())
                                .distinct()
                                .toList());
    }

    /// Whether both have a call, whatever its line.
    private boolean sharesCall(ServiceFinding other) {
        var calls = other.calls();
        return calls().stream().anyMatch(calls::contains);
    }

    /// The same, whoever makes the call.
    public boolean sharesCalled(ServiceFinding other) {
        var called = other.called();
        return called().stream().anyMatch(called::contains);
    }

    private List<String> calls() {
        return frames.stream().map(frame -> PLACE.matcher(frame).replaceAll("")).toList();
    }

    private List<String> called() {
        return calls().stream().map(call -> call.split(AppCalls.CALLED_BY, 2)[0]).toList();
    }

    /// The same from files, which makes it less certain.
    public ServiceFinding fromFiles() {
        return with(severity, confidence.fromFiles(), text, setting);
    }

    public ServiceFinding withFrames(List<String> calls) {
        return new ServiceFinding(
                kind,
                severity,
                confidence,
                text,
                evidence,
                figures,
                calls,
                lost,
                cause,
                setting,
                lock);
    }

    /// @param words of the lock for which threads wait
    public ServiceFinding withLock(String words) {
        return new ServiceFinding(
                kind,
                severity,
                confidence,
                text,
                evidence,
                figures,
                frames,
                lost,
                cause,
                setting,
                Optional.of(words));
    }

    /// The same with more to do.
    public ServiceFinding andRemedy(String more) {
        return with(severity, confidence, text.withRemedy(text.remedy() + "; " + more), setting);
    }

    /// The same, ranked behind its cause and with less confidence.
    public ServiceFinding causedBy(ServiceFinding other) {
        return new ServiceFinding(
                kind,
                other.severity.isAtLeast(severity) ? severity : other.severity,
                Confidence.MEDIUM,
                text,
                evidence,
                figures,
                frames,
                Math.max(0, Math.min(lost, Math.nextDown(other.lost))),
                Optional.of(new Cause(other, false)),
                setting,
                lock);
    }

    /// The same as a consequence that ends with its cause: without a setting or a remedy of its
    /// own, and as severe as before.
    ///
    /// @param shown what shows the cause, in words
    public ServiceFinding explainedBy(ServiceFinding other, String shown) {
        var caused = causedBy(other);
        return new ServiceFinding(
                kind,
                severity,
                confidence,
                text.withRemedy(
                        "first remove the cause (%s): %s"
                                .formatted(other.id(), other.text.remedy())),
                Stream.concat(Stream.of(shown), evidence.stream()).toList(),
                figures,
                frames,
                caused.lost,
                Optional.of(new Cause(other, true)),
                Optional.empty(),
                lock);
    }

    /// The same, at least as severe as what it makes.
    ///
    /// @param all findings
    public ServiceFinding asSevereAsConsequences(Collection<ServiceFinding> all) {
        var most =
                all.stream()
                        .filter(other -> other.isConsequenceOf(this))
                        .map(ServiceFinding::severity)
                        .reduce(severity, (a, b) -> a.isAtLeast(b) ? a : b);
        return with(most, confidence, text, setting);
    }

    /// Whether another one is its cause.
    public boolean isConsequenceOf(ServiceFinding other) {
        return cause.map(Cause::finding)
                .filter(c -> c.id().equals(other.id()) && c.message().equals(other.message()))
                .isPresent();
    }

    /// Whether another one is its cause, or the cause of that, with which it ends: it needs not be
    /// told by itself.
    public boolean endsWith(ServiceFinding other) {
        return cause.filter(Cause::alone)
                .filter(c -> isConsequenceOf(other) || c.finding().endsWith(other))
                .isPresent();
    }

    /// The same without a setting where the other value is no higher: the limit is reached.
    public ServiceFinding withSetting(Setting other) {
        return other.proposed() <= other.present() ? this : withAnySetting(other);
    }

    /// The same with a setting whose other value is lower.
    public ServiceFinding withLowerSetting(Setting other) {
        return other.proposed() >= other.present() ? this : withAnySetting(other);
    }

    private ServiceFinding withAnySetting(Setting other) {
        return with(severity, confidence, text, Optional.of(other));
    }

    private ServiceFinding with(
            Severity otherSeverity,
            Confidence otherConfidence,
            FindingText otherText,
            Optional<Setting> otherSetting) {
        return new ServiceFinding(
                kind,
                otherSeverity,
                otherConfidence,
                otherText,
                evidence,
                figures,
                frames,
                lost,
                cause,
                otherSetting,
                lock);
    }
}
