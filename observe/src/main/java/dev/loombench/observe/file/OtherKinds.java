package dev.loombench.observe.file;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// What shows that a file is of another kind than those that are read, each with what to do
/// instead: the first bytes of a file, and lines of a text of which nothing else is read.
final class OtherKinds {
    /// The place of the mark in the first header of a tar archive.
    private static final int IN_TAR = 257;

    /// Lines of a reply, with those that a shell adds.
    private static final int REPLY = 10;

    private static final String COMMAND = "jcmd PID Thread.print prints one that is read";

    /// Bytes of files of another kind.
    private record Start(int place, String bytes, String what) {
        Start(String bytes, String what) {
            this(0, bytes, what);
        }
    }

    private static final String DOCKER =
            "a log of Docker's driver local; docker logs CONTAINER prints it";

    private static final List<Start> STARTS =
            List.of(
                    new Start("PK\u0003\u0004", "a zip or jar file; unpack it first"),
                    new Start("(\u00b5/\u00fd", "compressed by zstd; unpack it first"),
                    new Start("BZh", "compressed by bzip2; unpack it first"),
                    new Start("\u00fd7zXZ", "compressed by xz; unpack it first"),
                    new Start("\u0004\"M\u0018", "compressed by lz4; unpack it first"),
                    new Start("7z\u00bc\u00af", "a 7z archive; unpack it first"),
                    new Start(
                            IN_TAR,
                            "ustar",
                            "a tar archive; unpack it first, and give the files in it"),
                    new Start(
                            "JAVA PROFILE",
                            "a heap dump, which a heap analyser reads; loombench inspect --memory PID counts live objects"),
                    new Start(
                            2,
                            "portable heap dump",
                            "a heap dump of OpenJ9, of which javacores are read"),
                    new Start("LPKSHHRH", "a journal of systemd; journalctl --file FILE prints it"),
                    new Start(4, "\n\u0006stdout", DOCKER),
                    new Start(4, "\n\u0006stderr", DOCKER),
                    new Start("\u007fELF", "a program or a core dump"),
                    new Start("MDMP", "a memory dump of Windows, which a debugger reads"),
                    new Start(
                            "\0".repeat(64),
                            "a file that begins with zeros, as a log that was cut while it was written; remove them: tr -d '\\0' < FILE"));

    /// Lines of texts of another kind.
    ///
    /// @param part of each such line
    /// @param mostLines that such a text has: other programs may write one like it
    private record Line(String part, Pattern line, String what, int mostLines) {
        Line(String part, String line, String what) {
            this(part, Pattern.compile(line), what, Integer.MAX_VALUE);
        }

        /// Of the short reply to a command.
        static Line ofReply(String part, String line, String what) {
            return new Line(part, Pattern.compile(line), what, REPLY);
        }

        boolean matches(String text) {
            return text.contains(part) && line.matcher(text).find();
        }
    }

    private static final String NOT_ATTACHED =
            "the error of a tool that could not attach to the JVM; run it as the user of the process, in its container, or send the signal QUIT to it, which prints the threads to its output";

    private static final String EVENTS =
            "a list of events that jfr print wrote, and the recording itself is read";

    private static final String OLD_LOG =
            "a log of collections of JDK 8, and those of JDK 9 and later are read (-Xlog:gc)";

    /// Of each collector of JDK 8, with times or, where sizes follow, without.
    private static final String OLD_COLLECTION =
            "(?:^|\\d: (?:#\\d{1,9}: )?)\\[(?:Full )?GC\\b"
                    + "|\\[(?:Full )?GC (?:pause )?\\([^)]{1,80}\\).{0,120}\\d[KMG]->\\d";

    private static final List<Line> LINES =
            List.of(
                    new Line("[GC", OLD_COLLECTION, OLD_LOG),
                    new Line("[Full GC", OLD_COLLECTION, OLD_LOG),
                    new Line(
                            "0SECTION ",
                            "^0SECTION\\s+TITLE\\b",
                            "a javacore of OpenJ9 without threads (its section THREADS)"),
                    new Line(
                            "<verbosegc ",
                            "<verbosegc ",
                            "a log of collections of OpenJ9, of which javacores are read"),
                    new Line(
                            " vmState=",
                            "Type=.{1,80} vmState=0x",
                            "the report of a crash of OpenJ9, whose javacore is read"),
                    new Line(
                            " tid=0x",
                            "(?:^|\\s)\".{0,200}\" (?:daemon )?prio=\\d{1,2} tid=0x",
                            "a thread dump of a debugger, an IDE or JDK 7, without the ids of threads; "
                                    + COMMAND),
                    new Line(
                            ": (state = ",
                            "\\bThread \\d{1,18}: \\(state = [A-Z_]+\\)",
                            "a thread dump of jhsdb jstack; " + COMMAND),
                    new Line(
                            ") @bci=",
                            "\\s- [^\\s(]{1,300}\\([^)]{0,500}\\) @bci=",
                            "a thread dump of jhsdb jstack; " + COMMAND),
                    new Line(
                            "\" #",
                            "\".{0,200}\" #\\d{1,18} (?:daemon )?(?:thread|tid)=\\S{1,20} state=[A-Z_]+",
                            "a thread dump of a native image, and files of HotSpot are read"),
                    new Line(
                            "#instances",
                            "\\bnum\\s+#instances\\s+#bytes\\s+class name",
                            "a count of objects by class; loombench inspect --memory PID compares two of them"),
                    new Line(
                            " FGCT",
                            "\\bYGC\\s+YGCT\\s+FGC\\s+FGCT\\b",
                            "a table of jstat, and logs of collections are read (-Xlog:gc)"),
                    new Line("jdk.", "^jdk\\.[A-Z]\\w{1,80} \\{", EVENTS),
                    new Line("jdk.", "\"type\":\\s?\"jdk\\.[A-Z]", EVENTS),
                    new Line(
                            "Size (bytes)",
                            "\\bEvent Type\\s+Count\\s+Size \\(bytes\\)",
                            "the summary of a recording, and the recording itself is read"),
                    Line.ofReply(
                            "AttachNotSupportedException",
                            "\\bAttachNotSupportedException: ",
                            NOT_ATTACHED),
                    Line.ofReply(
                            "Unable to ",
                            "\\bUnable to (?:open socket file|attach to process|get pid of LinuxThreads manager)\\b",
                            NOT_ATTACHED),
                    Line.ofReply(
                            "Unknown diagnostic command",
                            "\\bUnknown diagnostic command\\b",
                            "the error of jcmd for a command that this JVM does not have; jcmd PID help lists those that it has"),
                    Line.ofReply(
                            "[Running, parallelism = ",
                            "\\bForkJoinPool@[0-9a-f]{1,16}\\[Running, parallelism = ",
                            "the state of the scheduler of virtual threads; loombench inspect PID reads it while the service runs"),
                    new Line(
                            " I/O pollers:",
                            "\\b(?:Read|Write) I/O pollers:",
                            "the reply of jcmd PID Thread.vthread_pollers; jcmd PID Thread.dump_to_file -format=json FILE lists the threads that wait"),
                    Line.ofReply(
                            "Created ",
                            "^Created (?:/|[A-Z]:\\\\)",
                            "the reply of jcmd PID Thread.dump_to_file; the list is in the file that it names"),
                    Line.ofReply(
                            "Dumped recording",
                            "^Dumped recording\\b",
                            "the reply of jcmd PID JFR.dump; the recording is in the file that it names"));

    private final Set<Line> found = new LinkedHashSet<>();
    private long lines;

    /// What a file is whose first bytes are of another kind, in words that follow `is`.
    ///
    /// @param start of the file, a character for each byte
    static Optional<String> ofStart(String start) {
        return STARTS.stream()
                .filter(other -> start.startsWith(other.bytes, other.place))
                .findFirst()
                .map(Start::what);
    }

    void line(String text) {
        lines++;
        for (var other : LINES) {
            if (other.matches(text)) {
                found.add(other);
            }
        }
    }

    /// Whether it has collections of JDK 8, whose log ends with a report of memory.
    boolean isOldLog() {
        return found.stream().anyMatch(other -> other.what.equals(OLD_LOG));
    }

    /// What the text is by its first line that is known, in words that follow `is`; empty where
    /// none is.
    Optional<String> what() {
        return found.stream().filter(other -> lines <= other.mostLines).findFirst().map(Line::what);
    }
}
