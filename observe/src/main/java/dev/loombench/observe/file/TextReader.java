package dev.loombench.observe.file;

import dev.loombench.observe.file.content.FileContent;
import dev.loombench.observe.file.content.FileKind;
import dev.loombench.observe.file.content.JvmFacts;
import dev.loombench.observe.file.content.ShownLimits;
import dev.loombench.observe.file.content.ThreadPrints;
import dev.loombench.observe.file.text.LineFronts;
import dev.loombench.observe.file.text.StoredLine;
import dev.loombench.observe.threads.Indent;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.io.Reader;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Reader of a text, which may hold several things, as the output of a container does: prints of
/// threads, lists of all threads, javacores, a crash, collections, memory outside the heap, and
/// errors of full memory. What a log adds in front of its lines is removed.
final class TextReader {
    /// A longer line is none of a JVM, except its command line and class path. It is cut, so that
    /// no pattern takes long on it.
    private static final int LONGEST = 4_096;

    /// Names of programs in a message.
    private static final int NAMED = 3;

    /// Colours, their end as `tput sgr0` writes it, and the deletion of the rest of a line
    /// (`ESC[K`), which what shows or keeps a log may add to its lines.
    private static final Pattern COLOUR = Pattern.compile("\u001B(?:\\[[0-9;:]*[mK]|\\(B)");

    private final LineFronts fronts = new LineFronts(this::ownLine);
    private final PrintReader prints = new PrintReader(fronts::program);
    private final ListReader lists = new ListReader();
    private final CrashReader crashes = new CrashReader();
    private final JavacoreReader javacores = new JavacoreReader();
    private final CommandReader command = new CommandReader();
    private final CollectionLogReader collections = new CollectionLogReader();

    /// Outside of crash logs.
    private final PrintedLimits limits = new PrintedLimits();

    private final OtherKinds others = new OtherKinds();

    void line(String line) {
        StoredLine.lines(line).forEach(this::writtenLine);
    }

    /// @param line as a program wrote it
    private void writtenLine(String line) {
        var text = withoutColours(line);
        var cut =
                text.length() > LONGEST && !CrashReader.mayBeLong(text)
                        ? text.substring(0, LONGEST)
                        : text;
        fronts.line(cut);
        if (isFrame(cut)) {
            limits.frame();
            return;
        }
        others.line(cut);
        collections.line(cut);
        if (!crashes.hasBegun()) {
            limits.line(cut);
        }
    }

    /// Whether it is one of a stack, as most lines of a thread dump are: only what reads threads
    /// and crashes knows it.
    private static boolean isFrame(String line) {
        if (!line.endsWith(")")) {
            return false;
        }
        int start = Indent.of(line);
        return start > 0 && line.startsWith("at ", start);
    }

    private static String withoutColours(String line) {
        return line.indexOf('\u001B') < 0 ? line : COLOUR.matcher(line).replaceAll("");
    }

    /// @param line without what is in front of it
    private void ownLine(String line) {
        prints.line(line);
        lists.line(line);
        crashes.line(line);
        javacores.line(line);
        command.line(line);
    }

    /// A list of threads in JSON.
    ///
    /// @throws tools.jackson.core.JacksonException when it is none, or ends too early
    void list(Reader text) throws IOException {
        lists.json(text);
    }

    /// Those of the last list.
    int threadsOfList() {
        return lists.threads();
    }

    /// What was read; empty where nothing was known.
    ///
    /// @throws WrongInput when it is of several programs
    Optional<FileContent> content(InputFile file) {
        checkPrograms(file);
        prints.check(file);
        var printed = printed(file);
        var listed = lists.end();
        var outside = limits.shown().and(javacores.limits());
        var limited = outside.and(crashes.limits());
        var crashed = Stream.concat(crashes.end().stream(), javacores.crashes().stream()).toList();
        var logged = collections.end();
        var kinds = EnumSet.noneOf(FileKind.class);
        if (!printed.last().isEmpty()) {
            kinds.add(FileKind.THREAD_PRINT);
        }
        if (!listed.isEmpty()) {
            kinds.add(FileKind.THREAD_LIST);
        }
        if (!crashed.isEmpty()) {
            kinds.add(FileKind.CRASH_LOG);
        }
        if (collections.hasCollections()) {
            kinds.add(FileKind.COLLECTION_LOG);
        }
        if (limits.isReport() && (kinds.isEmpty() || !limited.limited().isEmpty())) {
            kinds.add(FileKind.MEMORY);
        }
        if (!outside.errors().isEmpty()) {
            kinds.add(FileKind.MEMORY_ERRORS);
        }
        if (kinds.isEmpty() && command.isShown()) {
            kinds.add(FileKind.COMMAND_LINE);
        }
        return kinds.isEmpty() || (others.isOldLog() && isReportOnly(kinds, limited))
                ? Optional.empty()
                : Optional.of(
                        new FileContent(
                                file.name(),
                                Set.copyOf(kinds),
                                jvm(kinds),
                                printed,
                                listed,
                                collections.hasCollections() ? logged : Optional.empty(),
                                crashed,
                                Optional.empty(),
                                limited));
    }

    private ThreadPrints printed(InputFile file) {
        var printed = prints.end();
        var cores = javacores.end();
        if (printed.count() > 0 && cores.count() > 0) {
            throw new WrongInput(
                    "%s has thread dumps of HotSpot and of OpenJ9; give those of one JVM"
                            .formatted(FileReading.quoted(file)));
        }
        return cores.count() > 0 ? cores : printed;
    }

    /// Whether nothing is shown but how much memory was in use.
    private static boolean isReportOnly(Set<FileKind> kinds, ShownLimits limited) {
        return kinds.equals(Set.of(FileKind.MEMORY))
                && limited.limited().stream().allMatch(memory -> memory.failures() == 0);
    }

    /// What the text is where nothing was read, in words that follow `is`; empty where no line of
    /// it is known.
    Optional<String> otherKind() {
        return others.what();
    }

    private void checkPrograms(InputFile file) {
        var programs = collections.programs();
        if (!programs.isEmpty()) {
            throw new WrongInput(
                    "%s mixes collections or stops of %,d programs, by what is in front of the lines (%s); give the lines of one (grep -F NAME FILE)"
                            .formatted(
                                    FileReading.quoted(file),
                                    programs.size(),
                                    programs.stream()
                                            .limit(NAMED)
                                            .map(TextSanitizer::quoted)
                                            .collect(Collectors.joining(", "))));
        }
        if (collections.isMixed()) {
            throw new WrongInput(
                    "%s mixes collections of several JVMs, whose numbers go back and forth; give the log of one: -Xlog:gc:file=gc-%%p.log makes one for each"
                            .formatted(FileReading.quoted(file)));
        }
        if (collections.isReversed()) {
            throw new WrongInput(
                    "%s has the collections of a log in reverse order, the newest first; reverse its lines: tac FILE"
                            .formatted(FileReading.quoted(file)));
        }
    }

    /// Other programs may write lines that look like those of a JVM's start.
    private JvmFacts jvm(Set<FileKind> kinds) {
        var facts =
                javacores
                        .jvm()
                        .or(crashes.jvm())
                        .or(lists.jvm())
                        .or(prints.jvm())
                        .or(command.jvm());
        return kinds.contains(FileKind.COLLECTION_LOG) ? facts.or(collections.jvm()) : facts;
    }
}
