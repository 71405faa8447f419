package dev.loombench.diagnose;

import dev.loombench.observe.file.content.FileContent;
import dev.loombench.observe.file.content.FileKind;
import dev.loombench.observe.file.content.JvmFacts;
import dev.loombench.observe.jvm.ListingCrash;
import java.util.List;
import java.util.Optional;

/// Why files do not show a part of the evidence, with the command that would observe it.
final class Unseen {
    static final String PLATFORM =
            "a thread dump shows them, best three with 10 s in between: jcmd PID Thread.print";
    static final String OF_LIST =
            "a list of JDK 21 to 24 shows neither locks nor the progress of threads, but for virtual ones that serve one request each; "
                    + PLATFORM;
    static final String VIRTUAL = "the files show no virtual threads";
    static final String NO_THREADS =
            "no file shows threads, and so whether some are virtual; " + PLATFORM;
    static final String STOPPED =
            "collections or other stops took much of their time; loombench inspect PID subtracts it";
    static final String RUN_QUEUE =
            "each had a virtual thread in most dumps and used too much CPU to be blocked and too little to"
                    + " be busy; loombench inspect PID shows the time in the run queue";
    static final String POOLS = "loombench inspect PID reads the beans that they publish";
    static final String DURATIONS =
            "the log has lines of collections whose durations it does not show; -Xlog:gc*:file=gc.log shows them";
    static final String LIMITED =
            "jcmd PID VM.metaspace and jcmd PID Compiler.codecache show them, and so does loombench inspect PID";
    static final String OBJECTS = "loombench inspect --memory PID counts them, which stops the JVM";
    static final String LIBRARIES = "loombench inspect PID lists its open jars";

    /// A javacore has a virtual thread in place of its carrier.
    static final String OPENJ9 = "a javacore does not show it";

    private static final String RECORD = "jcmd PID JFR.start duration=60s filename=rec.jfr";
    private static final String RECORDING =
            "a flight recording shows them, and loombench inspect PID";

    private static final String COMMAND = "jcmd PID Thread.dump_to_file -format=json FILE";
    private static final String LIST = "a list of all threads shows them: " + COMMAND;
    private static final String LISTED_ONCE =
            "one list does not show whether a wait lasts; two with some seconds in between show queues, and three over 10 s progress: "
                    + COMMAND;
    private static final String WITHOUT_LOCKS =
            "a list of JDK 21 to 24 shows in which calls they wait, and no locks, so that several lists show queues in one call only; that of JDK 25 or later shows locks too: "
                    + COMMAND;

    private Unseen() {}

    /// Why it is not known whether virtual threads wait.
    static String hidden(JvmFacts jvm) {
        return withRisk(
                "before JDK %d these files show virtual threads only on carriers; %s"
                        .formatted(VirtualThreadTraces.FIRST_WITH_THREAD, LIST),
                jvm);
    }

    /// Where virtual threads wait. A JVM that may crash while it lists them is named.
    static String threads(JvmFacts jvm) {
        return withRisk(LIST, jvm);
    }

    /// What lists of all threads do not show of their waits; empty where they show for what virtual
    /// threads wait, and for how long.
    ///
    /// @param lists that have virtual threads
    /// @param locks whether they have states and locks
    static Optional<String> waits(JvmFacts jvm, long lists, boolean locks) {
        if (!locks) {
            return Optional.of(WITHOUT_LOCKS);
        }
        return lists < 2 ? Optional.of(withRisk(LISTED_ONCE, jvm)) : Optional.empty();
    }

    private static String withRisk(String command, JvmFacts jvm) {
        boolean safe = jvm.version().filter(v -> !ListingCrash.mayHappen(v.feature())).isPresent();
        return safe ? command : command + "; JDK 21 to 25 may crash by it (JDK-8364343)";
    }

    static String collections(List<FileContent> files) {
        if (files.stream().anyMatch(f -> f.kinds().contains(FileKind.COLLECTION_LOG))) {
            return "the lines of the log have no times; -Xlog:gc*:file=gc.log:uptime,tags writes some";
        }
        return hasRecording(files)
                ? without("jdk.GarbageCollection")
                : "a log shows them (-Xlog:gc*:file=gc.log), and a flight recording";
    }

    static String pinning(List<FileContent> files) {
        return hasRecording(files)
                ? without("jdk.VirtualThreadPinned")
                : "a flight recording shows it: " + RECORD;
    }

    static String direct(List<FileContent> files) {
        return hasRecording(files) ? without("jdk.DirectBufferStatistics") : RECORDING;
    }

    static String container(List<FileContent> files) {
        return hasRecording(files)
                ? "the recording has none, as one of a JVM in no container; loombench inspect PID reads those of a process"
                : RECORDING;
    }

    private static boolean hasRecording(List<FileContent> files) {
        return files.stream().anyMatch(file -> file.recording().isPresent());
    }

    /// Of a recording that others have made, as async-profiler, or with settings of its own.
    private static String without(String event) {
        return "the recording was made without %s; %s records it".formatted(event, RECORD);
    }
}
