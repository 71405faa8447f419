package dev.loombench.cli.inspect;

import dev.loombench.diagnose.Diagnosis;
import dev.loombench.diagnose.FileInspection;
import dev.loombench.observe.file.FileReading;
import dev.loombench.observe.file.InputFile;
import dev.loombench.observe.file.archive.Archive;
import dev.loombench.observe.file.archive.ArchiveReading;
import dev.loombench.observe.file.content.FileContent;
import dev.loombench.text.WrongInput;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The files that `loombench inspect` is given in place of a process id, with those in archives;
/// `-` is the standard input.
final class InspectedFiles {
    private static final Pattern PID = Pattern.compile("\\d{1,18}");

    /// Names of files; no JVM runs what has such a name.
    private static final Pattern FILE =
            Pattern.compile(
                    ".*\\.(txt|json|jfr|log|out|dump|tdump|hprof|gz|tgz|zip|tar)(\\.\\d+)?");

    /// More are no dumps of one incident.
    private static final int MOST = 100;

    /// Between the name of an archive and that of a file in it.
    private static final String WITHIN = "!/";

    private final List<FileContent> contents = new ArrayList<>();
    private final List<Archive> archives = new ArrayList<>();

    private InspectedFiles() {}

    /// Whether the words are files, and not one process id or the name of what a JVM runs. A file
    /// whose name is a number or ends with `.jar` is given with its folder, as in `./4711`.
    static boolean areFiles(List<String> words) {
        return words.size() > 1 || isFile(words.getFirst());
    }

    private static boolean isFile(String word) {
        boolean isJvm = word.isBlank() || PID.matcher(word).matches() || word.endsWith(".jar");
        return InputFile.isInput(word)
                || word.contains("/")
                || FILE.matcher(word).matches()
                || (!isJvm && new File(word).exists());
    }

    /// @param words names of files
    /// @throws WrongInput when one cannot be read, or is of no known kind
    static Diagnosis diagnose(List<String> words, InputStream input) throws IOException {
        check(words);
        var read = new InspectedFiles();
        for (var word : words) {
            if (InputFile.isInput(word)) {
                read.addCopy(copy -> InputFile.ofInput(input, copy));
            } else if (InputFile.isOpened(word)) {
                read.addCopy(copy -> InputFile.ofOpened(word, copy));
            } else {
                read.addFile(word);
            }
        }
        return FileInspection.run(read.contents, read.archives);
    }

    private static void check(List<String> words) {
        if (words.stream().anyMatch(word -> PID.matcher(word).matches())) {
            throw new WrongInput(
                    "inspect needs one process id, or files; a file is given as ./4711");
        }
        if (words.stream().filter(InputFile::isInput).count() > 1) {
            throw new WrongInput("the standard input can be read once");
        }
        if (words.size() > MOST) {
            throw new WrongInput("%d files are too many; %d at most".formatted(words.size(), MOST));
        }
    }

    /// A file, or some of an archive: `ticket.zip!/pod-1/`.
    private void addFile(String word) throws IOException {
        int within = word.indexOf(WITHIN);
        if (within < 0 || new File(word).exists()) {
            add(InputFile.of(word));
        } else {
            addArchive(
                    InputFile.of(word.substring(0, within)),
                    word.substring(within + WITHIN.length()));
        }
    }

    private void add(InputFile file) throws IOException {
        if (ArchiveReading.isArchive(file)) {
            addArchive(file, "");
        } else {
            checkRoom();
            contents.add(FileReading.read(file));
        }
    }

    /// @param below the beginning of the names of the files that are read; empty for all
    private void addArchive(InputFile file, String below) throws IOException {
        checkRoom();
        var archive = ArchiveReading.read(file, below, MOST - contents.size());
        contents.addAll(archive.contents());
        archives.add(archive);
    }

    private void checkRoom() {
        if (contents.size() >= MOST) {
            throw new WrongInput(
                    "these files and those in archives are too many; %d at most".formatted(MOST));
        }
    }

    /// What can be read once.
    private interface Copying {
        InputFile to(Path copy) throws IOException;
    }

    private void addCopy(Copying copying) throws IOException {
        Path copy = Files.createTempFile("loombench-inspect-", "");
        try {
            add(copying.to(copy));
        } finally {
            Files.deleteIfExists(copy);
        }
    }
}
