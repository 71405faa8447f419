package dev.loombench.analysis.validity;

import dev.loombench.analysis.validity.Finding.Severity;
import dev.loombench.observe.result.Observation.Libraries;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.Observation.Unavailable;
import dev.loombench.result.RunManifest;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.RequestThreads;
import dev.loombench.spec.TrialMode;
import dev.loombench.spec.Variant;
import dev.loombench.spec.ZooServer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Evidence that is missing, or that cannot answer the experiment's question.
public sealed interface EvidenceFinding extends Finding {

    /// Trials of a variant failed.
    ///
    /// @param ended trials of the variant that have ended
    /// @param reason of the last failure
    record TrialsFailed(String variant, int failed, int ended, String reason)
            implements EvidenceFinding {

        static Optional<TrialsFailed> of(VariantTrials trials) {
            var failed =
                    trials.results().stream()
                            .flatMap(r ->
                                    r.outcome() instanceof Failed f
                                            ? Stream.of(f)
                                            : Stream.<Failed>empty())
                            .toList();
            return failed.isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                            new TrialsFailed(
                                    trials.variant(),
                                    failed.size(),
                                    trials.results().size(),
                                    failed.getLast().phase() + ": " + failed.getLast().reason()));
        }

        @Override
        public String kind() {
            return "trials-failed";
        }

        @Override
        public Severity severity() {
            return failed == ended ? Severity.INVALID : Severity.NOTE;
        }

        @Override
        public List<String> variants() {
            return List.of(variant);
        }
    }

    /// Fewer trials have ended than were planned.
    record Incomplete(int finished, int planned) implements EvidenceFinding {

        /// @param precise whether the run ended early because its figures were precise enough
        static Optional<Incomplete> of(RunManifest manifest, int finished, boolean precise) {
            int planned = manifest.plan().size();
            return finished < planned && !precise
                    ? Optional.of(new Incomplete(finished, planned))
                    : Optional.empty();
        }

        @Override
        public String kind() {
            return "incomplete";
        }

        @Override
        public Severity severity() {
            return Severity.NOTE;
        }
    }

    /// A file of the results cannot be read back as it was written: its trial is left out.
    ///
    /// @param file below the run's folder
    record EvidenceLost(String file, String problem) implements EvidenceFinding {
        @Override
        public String kind() {
            return "evidence-lost";
        }

        @Override
        public Severity severity() {
            return Severity.NOTE;
        }
    }

    /// Something could not be observed.
    record EvidenceMissing(String observer, String subject, String reason)
            implements EvidenceFinding {

        /// One finding for all trials with the same reason.
        static List<EvidenceMissing> of(List<VariantTrials> variants) {
            return variants.stream()
                    .flatMap(EvidenceMissing::unavailable)
                    .map(u -> new EvidenceMissing(u.observer(), u.subject(), u.reason()))
                    .distinct()
                    .toList();
        }

        /// One thread dump is enough for a variant: it is missing only where no trial has one.
        private static Stream<Unavailable> unavailable(VariantTrials trials) {
            var observations =
                    trials.successful().stream().flatMap(t -> t.observations().stream()).toList();
            boolean dumped = observations.stream().anyMatch(ThreadDump.class::isInstance);
            return observations.stream()
                    .filter(Unavailable.class::isInstance)
                    .map(o -> (Unavailable) o)
                    .filter(u -> !(dumped && u.subject().equals(ThreadDump.SUBJECT)));
        }

        @Override
        public String kind() {
            return "evidence-missing";
        }

        @Override
        public Severity severity() {
            return Severity.INFORMATION;
        }
    }

    /// Variants of different server or model also differ in something else.
    ///
    /// @param keys of the experiment, as in `jvm`
    record ConditionsDiffer(List<String> keys) implements EvidenceFinding {
        /// Setting of a server that keeps its own limits in force.
        private static final String LIMITS = "container-limits";

        public ConditionsDiffer {
            keys = List.copyOf(keys);
        }

        /// Variants of one server and model may differ in any condition: that is what they compare.
        static Optional<ConditionsDiffer> of(ExperimentSpec spec) {
            if (!differs(spec, v -> v.zooServer().map(ZooServer::summary))) {
                return Optional.empty();
            }
            var keys = new ArrayList<String>();
            addIfDifferent(spec, Variant::jvm, "jvm", keys);
            addIfDifferent(spec, Variant::jdk, "jdk", keys);
            addIfDifferent(spec, Variant::cpus, "cpus", keys);
            addIfDifferent(spec, Variant::environment, "environment", keys);
            addIfDifferent(spec, v -> v.settings().getOrDefault(LIMITS, "unlimited"), LIMITS, keys);
            return keys.isEmpty() ? Optional.empty() : Optional.of(new ConditionsDiffer(keys));
        }

        private static void addIfDifferent(
                ExperimentSpec spec,
                Function<Variant, Object> condition,
                String key,
                List<String> keys) {
            if (differs(spec, condition)) {
                keys.add(key);
            }
        }

        private static boolean differs(ExperimentSpec spec, Function<Variant, Object> condition) {
            return spec.variants().stream().map(condition).distinct().count() > 1;
        }

        @Override
        public String kind() {
            return "conditions-differ";
        }

        @Override
        public Severity severity() {
            return Severity.NOTE;
        }
    }

    /// Variants already ran: all trials of each are rounds of the same process.
    record SameProcess(List<String> variants) implements EvidenceFinding {
        public SameProcess {
            variants = List.copyOf(variants);
        }

        static Optional<SameProcess> of(ExperimentSpec spec) {
            var running =
                    spec.variants().stream()
                            .filter(v -> v.endpoint().isPresent())
                            .map(Variant::name)
                            .toList();
            return running.isEmpty() ? Optional.empty() : Optional.of(new SameProcess(running));
        }

        @Override
        public String kind() {
            return "same-process";
        }

        @Override
        public Severity severity() {
            return Severity.INFORMATION;
        }
    }

    /// The servers of a block, which are alive at once, use the same backends.
    record SharedBackends(List<String> backends) implements EvidenceFinding {
        public SharedBackends {
            backends = List.copyOf(backends);
        }

        static Optional<SharedBackends> of(RunManifest manifest) {
            var shared = manifest.spec().dependencies().shared();
            return shared.isEmpty() || manifest.mode().mode() != TrialMode.INTERLEAVED
                    ? Optional.empty()
                    : Optional.of(new SharedBackends(shared));
        }

        @Override
        public String kind() {
            return "shared-backends";
        }

        @Override
        public Severity severity() {
            return Severity.INFORMATION;
        }
    }

    /// Other threads than expected ran a variant's requests, so its setting had no effect.
    ///
    /// @param alike other variants with the same threads
    /// @param jdk feature release of its JVM, as in 25; empty where it was not observed
    record UnexpectedThreads(
            String variant, RequestThreads expected, List<String> alike, OptionalInt jdk)
            implements EvidenceFinding {
        private static final Pattern FEATURE = Pattern.compile("(?:1\\.)?(\\d{1,4})\\b.*");

        public UnexpectedThreads {
            alike = List.copyOf(alike);
        }

        static List<UnexpectedThreads> of(ExperimentSpec spec, List<VariantTrials> variants) {
            var unexpected = new ArrayList<UnexpectedThreads>();
            expecting(spec, variants, ThreadEvidence::contradicts)
                    .forEach((trials, expected) ->
                            unexpected.add(
                                    new UnexpectedThreads(
                                            trials.variant(),
                                            expected,
                                            alike(trials, expected.other(), variants),
                                            jdk(trials))));
            return unexpected;
        }

        private static OptionalInt jdk(VariantTrials trials) {
            return trials.successful().stream()
                    .flatMap(t -> t.observations().stream())
                    .flatMap(o ->
                            o instanceof Libraries libraries
                                    ? Stream.of(FEATURE.matcher(libraries.java().release()))
                                    : Stream.<Matcher>empty())
                    .filter(Matcher::matches)
                    .mapToInt(feature -> Integer.parseInt(feature.group(1)))
                    .reduce((_, later) -> later);
        }

        private static List<String> alike(
                VariantTrials trials, RequestThreads kind, List<VariantTrials> variants) {
            return variants.stream()
                    .filter(other -> !other.variant().equals(trials.variant()))
                    .filter(other ->
                            ThreadEvidence.of(other).shown().filter(k -> k == kind).isPresent())
                    .map(VariantTrials::variant)
                    .toList();
        }

        @Override
        public String kind() {
            return "unexpected-threads";
        }

        @Override
        public Severity severity() {
            return Severity.INVALID;
        }

        @Override
        public List<String> variants() {
            return List.of(variant);
        }
    }

    /// It is unknown whether the expected threads ran a variant's requests.
    ///
    /// @param notListed why its threads were not listed in the last such trial; empty where they
    ///   were, and where nothing is known of it
    record ThreadsUnverified(String variant, RequestThreads expected, Optional<String> notListed)
            implements EvidenceFinding {

        static List<ThreadsUnverified> of(ExperimentSpec spec, List<VariantTrials> variants) {
            var unverified = new ArrayList<ThreadsUnverified>();
            expecting(spec, variants, ThreadEvidence::leavesOpen)
                    .forEach((trials, expected) ->
                            unverified.add(
                                    new ThreadsUnverified(
                                            trials.variant(), expected, notListed(trials))));
            return unverified;
        }

        private static Optional<String> notListed(VariantTrials trials) {
            return trials.successful().stream()
                    .flatMap(t -> t.observations().stream())
                    .flatMap(o ->
                            o instanceof Unavailable u && u.subject().equals(ThreadDump.SUBJECT)
                                    ? Stream.of(u.reason())
                                    : Stream.<String>empty())
                    .reduce((_, later) -> later);
        }

        @Override
        public String kind() {
            return "threads-unverified";
        }

        @Override
        public Severity severity() {
            return Severity.NOTE;
        }

        @Override
        public List<String> variants() {
            return List.of(variant);
        }
    }

    /// The variants that expect threads, and of whose evidence a condition holds.
    private static Map<VariantTrials, RequestThreads> expecting(
            ExperimentSpec spec,
            List<VariantTrials> variants,
            BiPredicate<ThreadEvidence, RequestThreads> condition) {
        var found = new LinkedHashMap<VariantTrials, RequestThreads>();
        for (var trials : variants) {
            spec.variants().stream()
                    .filter(v -> v.name().equals(trials.variant()))
                    .filter(_ -> !trials.successful().isEmpty())
                    .flatMap(v -> v.service().stream())
                    .flatMap(service -> service.expects().stream())
                    .filter(threads -> condition.test(ThreadEvidence.of(trials), threads))
                    .forEach(threads -> found.put(trials, threads));
        }
        return found;
    }
}
