package dev.loombench.observe.file;

import java.io.IOException;
import java.io.Reader;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/// Reader of a text, which may hold several things, as the output of a container does: prints of
/// threads, lists of all threads, a crash and collections. What a log adds in front of its lines is
/// removed.
final class TextReader {
    /// A longer line is none of a JVM, except its command line and class path. It is cut, so that
    /// no pattern takes long on it.
    private static final int LONGEST = 4_096;

    private final LineFronts fronts = new LineFronts(this::ownLine);
    private final PrintReader prints = new PrintReader();
    private final ListReader lists = new ListReader();
    private final CrashReader crash = new CrashReader();
    private final CollectionLogReader collections = new CollectionLogReader();

    void line(String line) {
        var cut =
                line.length() > LONGEST && !CrashReader.mayBeLong(line)
                        ? line.substring(0, LONGEST)
                        : line;
        fronts.line(cut);
        collections.line(cut);
    }

    /// @param line without what is in front of it
    private void ownLine(String line) {
        prints.line(line);
        lists.line(line);
        crash.line(line);
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
    Optional<FileContent> content(InputFile file) {
        var printed = prints.end();
        var listed = lists.end();
        var crashed = crash.end();
        var logged = collections.end();
        var kinds = EnumSet.noneOf(FileKind.class);
        if (!printed.last().isEmpty()) {
            kinds.add(FileKind.THREAD_PRINT);
        }
        if (!listed.isEmpty()) {
            kinds.add(FileKind.THREAD_LIST);
        }
        if (crashed.isPresent()) {
            kinds.add(FileKind.CRASH_LOG);
        }
        if (collections.hasCollections()) {
            kinds.add(FileKind.COLLECTION_LOG);
        }
        return kinds.isEmpty()
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
                                Optional.empty()));
    }

    /// Other programs may write lines that look like those of a JVM's start.
    private JvmFacts jvm(Set<FileKind> kinds) {
        var facts = crash.jvm().or(lists.jvm()).or(prints.jvm());
        return kinds.contains(FileKind.COLLECTION_LOG) ? facts.or(collections.jvm()) : facts;
    }
}
