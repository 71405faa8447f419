package dev.loombench.diagnose;

import dev.loombench.analysis.concurrency.ConfiguredLimits;
import dev.loombench.analysis.defect.KnownDefects;
import dev.loombench.diagnose.Target.ReadFile;
import dev.loombench.diagnose.evidence.ApplicationEvidence;
import dev.loombench.diagnose.evidence.CarrierEvidence;
import dev.loombench.diagnose.evidence.CarrierEvidence.Use;
import dev.loombench.diagnose.evidence.CarrierStacks;
import dev.loombench.diagnose.evidence.CarrierStacks.Carried;
import dev.loombench.diagnose.evidence.ContainerUse;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.FileEvidence;
import dev.loombench.diagnose.evidence.HeldCarriers;
import dev.loombench.diagnose.evidence.MemoryEvidence;
import dev.loombench.diagnose.evidence.Part;
import dev.loombench.diagnose.evidence.PoolEvidence;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.ThreadMoment;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.Rules;
import dev.loombench.diagnose.rule.resource.MemoryRules;
import dev.loombench.observe.file.archive.Archive;
import dev.loombench.observe.file.content.CollectionLog;
import dev.loombench.observe.file.content.FileContent;
import dev.loombench.observe.file.content.FileContent.Recording;
import dev.loombench.observe.file.content.FileContent.ThreadsListed;
import dev.loombench.observe.file.content.FileContent.Throttling;
import dev.loombench.observe.file.content.FileKind;
import dev.loombench.observe.file.content.JvmFacts;
import dev.loombench.observe.file.content.MemoryErrors;
import dev.loombench.observe.file.content.ThreadPrints.TimedPrint;
import dev.loombench.observe.result.ContainerLimits;
import dev.loombench.observe.result.JvmIdentity;
import dev.loombench.observe.result.LimitedMemory;
import dev.loombench.observe.result.LimitedMemory.Kind;
import dev.loombench.observe.result.Observation.Pinned;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.VirtualMachine;
import dev.loombench.observe.threads.ListedThread;
import dev.loombench.observe.threads.PrintedThread;
import dev.loombench.text.WrongInput;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// Diagnoses a JVM by files that it has written, with the rules for a live one. Nothing is
/// attached.
///
/// Prints of threads and lists of all threads are judged apart, since they name locks differently;
/// a finding that both show is that of the prints.
public final class FileInspection {
    /// Of the time, for which the JVM may stop carriers without their being mistaken for blocked
    /// ones.
    private static final double MOST_STOPPED = 0.1;

    /// No JVM runs for longer.
    private static final Duration OLDEST = Duration.ofDays(10_000);

    private final List<FileContent> files;
    private final List<Archive> archives;
    private final JvmFacts jvm;
    private final List<TimedPrint> prints;
    private final List<ThreadsListed> lists;
    private final Optional<CollectionLog> log;
    private final Optional<LoggedCollections> collections;
    private final List<Recording> recordings;
    private final PrintedCarriers carriers;
    private final VirtualThreadTraces virtual;

    private FileInspection(List<FileContent> files, List<Archive> archives) {
        this.files = files;
        this.archives = archives;
        jvm = files.stream().map(FileContent::jvm).reduce(JvmFacts.NONE, JvmFacts::or);
        prints = JudgedMoments.prints(files);
        lists = JudgedMoments.lists(files);
        log = log(files);
        collections = log.map(LoggedCollections::of);
        recordings = files.stream().flatMap(f -> f.recording().stream()).toList();
        carriers = new PrintedCarriers(prints, jvm);
        virtual = new VirtualThreadTraces(jvm, prints, lists);
    }

    /// That of the logs, which may be rotated; else that of the longest recording.
    private static Optional<CollectionLog> log(List<FileContent> files) {
        return files.stream()
                .filter(f -> f.recording().isEmpty())
                .flatMap(f -> f.collections().stream())
                .reduce(CollectionLog::and)
                .or(() ->
                        files.stream()
                                .flatMap(f -> f.collections().stream())
                                .max(Comparator.comparingLong(CollectionLog::nanos)));
    }

    /// @param files at least one
    /// @throws WrongInput when they are of several JVMs
    public static Diagnosis run(List<FileContent> files) {
        return run(files, List.of());
    }

    /// @param files at least one, also those of the archives
    /// @param archives which may have others, that were not read
    /// @throws WrongInput when they are of several JVMs, or show nothing that can be judged
    public static Diagnosis run(List<FileContent> files, List<Archive> archives) {
        OneJvm.check(files);
        if (files.stream().allMatch(f -> f.kinds().contains(FileKind.COMMAND_LINE))) {
            throw new WrongInput(
                    "these files show only how the JVM was started; add a thread dump: jcmd PID Thread.print");
        }
        return new FileInspection(files, archives).diagnose(KnownDefects.load());
    }

    private Diagnosis diagnose(KnownDefects table) {
        var printed = evidence(printedHistory(), printedTime(), carriers.held());
        var listed =
                lists.isEmpty()
                        ? printed
                        : printed.with(Part.of(listedHistory()), listedTime(), held());
        var findings =
                Rules.apply(lists.isEmpty() ? List.of(printed) : List.of(printed, listed), table);
        var shown = prints.isEmpty() && showLocks() ? listed : printed;
        var missing = CutFiles.missing(prints, lists, recordings, log);
        return Diagnosis.of(
                new Target(pid(), jvm.words(), summaries(), missing).aged(age()),
                Rules.leaveCarriersOpen(shown, findings)
                        ? shown.withoutCarrierTimes(Unseen.RUN_QUEUE)
                        : shown,
                findings.stream()
                        .map(ServiceFinding::fromFiles)
                        .sorted(ServiceFinding.BY_IMPACT)
                        .toList(),
                table);
    }

    /// That of the JVM at the first print, by its oldest thread. One that does not show it has the
    /// time since 1970, or none.
    private Optional<Duration> age() {
        return prints.stream()
                .findFirst()
                .filter(print -> print.print().isWhole() && print.nanos() > 0)
                .map(print -> Duration.ofNanos(print.nanos()))
                .filter(age -> age.compareTo(OLDEST) < 0);
    }

    /// The lists that have virtual threads too.
    private long listsOfAll() {
        return lists.stream().filter(list -> !list.platformOnly()).count();
    }

    /// Whether a list has states and locks: since JDK 25.
    private boolean showLocks() {
        return lists.stream()
                .flatMap(list -> list.threads().stream())
                .anyMatch(thread -> thread.state().isPresent());
    }

    /// That of all files; files with several ids may be of several processes.
    private OptionalLong pid() {
        return OneJvm.haveSeveralPids(files) ? OptionalLong.empty() : jvm.pid();
    }

    private List<ReadFile> summaries() {
        boolean several = OneJvm.haveSeveralPids(files);
        var read =
                files.stream()
                        .map(file ->
                                new ReadFile(
                                        file.name(),
                                        (several ? OneJvm.process(file) : "")
                                                + FileSummary.of(file, prints, collections)));
        var unread =
                archives.stream()
                        .filter(archive -> !archive.isWhole())
                        .map(archive -> new ReadFile(archive.name(), archive.unread()));
        return Stream.concat(read, unread).toList();
    }

    private Evidence evidence(
            Part<ThreadHistory> history, Duration time, Optional<HeldCarriers> held) {
        return new Evidence(
                new JvmIdentity(
                        jvm.version(),
                        jvm.vendor(),
                        jvm.vm().orElse(VirtualMachine.HOTSPOT), // others name themselves
                        jvm.platform(),
                        jvm.processors(),
                        jvm.maxHeapBytes(),
                        jvm.maxDirectBytes(),
                        jvm.parallelism()),
                time,
                carriers(held),
                listed(),
                Unseen.waits(jvm, listsOfAll(), showLocks()),
                history,
                new PoolEvidence(missing(Unseen.POOLS), Optional.empty(), missing(Unseen.POOLS)),
                container(),
                memory(),
                new ApplicationEvidence(
                        missing(Unseen.LIBRARIES),
                        missing(Unseen.LIBRARIES),
                        ConfiguredLimits.ofProcess(jvm.words(), List.of(), Map.of())),
                new FileEvidence(
                        files.stream().flatMap(f -> f.crashes().stream()).toList(),
                        recordings.stream().map(Recording::locks).toList()),
                Optional.empty());
    }

    /// @param reason where the files are of HotSpot
    private <T> Part<T> missing(String reason) {
        return Part.missing(jvm.isOfOpenJ9() ? Unseen.OPENJ9 : reason);
    }

    private Part<ThreadHistory> printedHistory() {
        boolean ran = virtual.exist();
        return prints.isEmpty()
                ? missing(lists.isEmpty() || showLocks() ? Unseen.PLATFORM : Unseen.OF_LIST)
                : Part.of(
                        new ThreadHistory(
                                prints.stream().map(print -> moment(print, ran)).toList()));
    }

    /// @param virtual whether the JVM has run virtual threads: not all carriers have one
    private static ThreadMoment moment(TimedPrint print, boolean virtual) {
        var workers =
                virtual
                        ? CarrierSampler.workers(print.print().threads())
                        : List.<PrintedThread>of();
        return ThreadMoment.of(print.nanos(), print.print(), workers, Optional.empty());
    }

    private Duration printedTime() {
        return prints.isEmpty()
                ? longest()
                : Duration.ofNanos(prints.getLast().nanos() - prints.getFirst().nanos());
    }

    /// Of the recordings and the part of the log that is judged.
    private Duration longest() {
        long recorded = recordings.stream().mapToLong(Recording::nanos).max().orElse(0);
        long logged = collections.map(c -> c.endNanos() - c.startNanos()).orElse(0L);
        return Duration.ofNanos(Math.max(recorded, logged));
    }

    private ThreadHistory listedHistory() {
        return new ThreadHistory(
                lists.stream()
                        .map(l -> ThreadMoment.of(l.nanos(), l.threads(), l.isWhole()))
                        .toList());
    }

    private Duration listedTime() {
        return Duration.ofNanos(lists.getLast().nanos() - lists.getFirst().nanos());
    }

    private Optional<HeldCarriers> held() {
        return HeldCarriers.lasting(
                lists.stream()
                        .map(l -> HeldCarriers.of(l.counts().carriers(), l.threads()))
                        .toList());
    }

    /// A list without virtual threads does not show where they wait.
    private Part<ThreadDump> listed() {
        if (!lists.isEmpty() && !(lists.getLast().platformOnly() && virtual.exist())) {
            return Part.of(lists.getLast().counts());
        }
        return missing(Unseen.threads(jvm));
    }

    private CarrierEvidence carriers(Optional<HeldCarriers> held) {
        Optional<Pinned> pinned = recordings.stream().flatMap(r -> r.pinned().stream()).findFirst();
        boolean used = virtual.exist() || pinned.filter(p -> p.count() > 0).isPresent();
        if (!used) {
            return virtual.unseen();
        }
        return new CarrierEvidence(
                Use.RAN,
                stopped() ? Part.missing(Unseen.STOPPED) : carriers.history(),
                false,
                stacks(),
                pinned.<Part<Pinned>>map(Part::of).orElse(missing(Unseen.pinning(files))),
                held);
    }

    /// Whether collections or other stops of all threads took much of the carriers' time.
    private boolean stopped() {
        return collections
                .flatMap(c -> c.history().value())
                .filter(h -> Math.max(h.lostShare(), h.safepointShare().orElse(0)) >= MOST_STOPPED)
                .isPresent();
    }

    private Part<List<CarrierStacks>> stacks() {
        if (!prints.isEmpty() && !jvm.isOfOpenJ9()) {
            var shown = CarrierStacks.listed(lists.stream().flatMap(l -> l.threads().stream()));
            return Part.of(carriers.stacks().stream().map(s -> s.with(shown)).toList());
        }
        var listed = lists.stream().map(FileInspection::stacks).toList();
        return listed.stream().anyMatch(s -> !s.carried().isEmpty())
                ? Part.of(listed)
                : missing(Unseen.PLATFORM);
    }

    private static CarrierStacks stacks(ThreadsListed list) {
        return new CarrierStacks(
                list.nanos(), list.threads().stream().flatMap(FileInspection::carried).toList());
    }

    private static Stream<Carried> carried(ListedThread thread) {
        return thread.carrier().stream()
                .mapToObj(carrier ->
                        new Carried(
                                carrier, thread.number(), thread.stack().framesWithInitialiser()));
    }

    private Part<ContainerUse> container() {
        return recordings.stream()
                .filter(r -> r.quotaCores().isPresent() || r.memoryBytes().isPresent())
                .findFirst()
                .map(FileInspection::container)
                .<Part<ContainerUse>>map(Part::of)
                .orElse(missing(Unseen.container(files)));
    }

    private static ContainerUse container(Recording recording) {
        var throttling = recording.throttling();
        var throttled =
                throttling.map(t -> OptionalLong.of(t.nanos())).orElse(OptionalLong.empty());
        return new ContainerUse(
                new ContainerLimits(
                        recording.quotaCores(), OptionalLong.of(0), recording.memoryBytes()),
                new ContainerLimits(recording.quotaCores(), throttled, recording.memoryBytes()),
                throttling.map(Throttling::elapsedNanos).orElse(recording.nanos()));
    }

    private MemoryEvidence memory() {
        var direct = recordings.stream().flatMapToLong(r -> r.directBytes().stream()).max();
        var limited = limited();
        var metadata = limited.stream().filter(memory -> memory.kind() != Kind.CODE).toList();
        var code = limited.stream().filter(memory -> memory.kind() == Kind.CODE).toList();
        return new MemoryEvidence(
                log.isPresent()
                        ? collections.orElseThrow().history()
                        : missing(Unseen.collections(files)),
                direct.isPresent() ? Part.of(direct.getAsLong()) : missing(Unseen.direct(files)),
                isExamined(metadata) ? Part.of(metadata) : missing(Unseen.LIMITED),
                code.isEmpty() ? missing(Unseen.LIMITED) : Part.of(code),
                missing(Unseen.OBJECTS),
                missing(Unseen.OBJECTS),
                missing(Unseen.OBJECTS),
                platformThreads(),
                errors());
    }

    /// Of each kind, those of the file that has most: files may be copies of one log.
    private List<MemoryErrors> errors() {
        var most = new EnumMap<MemoryErrors.Kind, MemoryErrors>(MemoryErrors.Kind.class);
        files.stream()
                .flatMap(file -> file.limits().errors().stream())
                .forEach(one ->
                        most.merge(one.kind(), one, (a, b) -> a.times() >= b.times() ? a : b));
        return List.copyOf(most.values());
    }

    /// Where a file shows all limits of metadata. The class space alone is none but where it is at
    /// fault.
    private boolean isExamined(List<LimitedMemory> metadata) {
        return files.stream().anyMatch(file -> file.limits().ofAllMetadata())
                || metadata.stream().anyMatch(MemoryRules::lacksRoom);
    }

    /// The worst of each kind.
    private List<LimitedMemory> limited() {
        var worst = new EnumMap<Kind, LimitedMemory>(Kind.class);
        files.stream()
                .flatMap(file -> file.limits().limited().stream())
                .forEach(memory -> worst.merge(memory.kind(), memory, LimitedMemory::worse));
        return List.copyOf(worst.values());
    }

    private OptionalLong platformThreads() {
        if (!lists.isEmpty()) {
            return OptionalLong.of(lists.getLast().counts().platform());
        }
        return prints.isEmpty() || prints.getLast().print().cut()
                ? OptionalLong.empty()
                : OptionalLong.of(prints.getLast().print().count());
    }
}
