package dev.loombench.cli.inspect;

import dev.loombench.diagnose.Diagnosis;
import dev.loombench.diagnose.FileInspection;
import dev.loombench.observe.file.FileReading;
import dev.loombench.observe.file.InputFile;
import dev.loombench.observe.file.archive.Archive;
import dev.loombench.observe.file.archive.ArchiveReading;
import dev.loombench.observe.file.content.FileContent;
import dev.loombench.observe.result.RunningJvm;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// The files that `loombench inspect` is given in place of a process id, with those in archives;
/// `-` is the standard input.
final class InspectedFiles {
    private static final String JAR = ".jar";
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
    /// whose name is a number or ends with `.jar` is given with its folder, as in `./4711`. A
    /// folder is none: that of a service has its name.
    static boolean areFiles(List<String> words) {
        return words.size() > 1 || isFile(words.getFirst());
    }

    private static boolean isFile(String word) {
        var file = new File(word);
        return isPlainly(word) || (!isOfJvm(word) && file.exists() && !file.isDirectory());
    }

    /// Whether it can be no JVM. A dot is in the names of all programs.
    private static boolean isPlainly(String word) {
        return InputFile.isInput(word)
                || word.contains("/")
                || word.equals(".")
                || word.equals("..")
                || FILE.matcher(word).matches();
    }

    private static boolean isOfJvm(String word) {
        return word.isBlank() || PID.matcher(word).matches() || word.endsWith(JAR);
    }

    /// Which file has the name that no JVM has, in words that follow `and`.
    static String absent(String word) {
        var file = new File(word);
        if (file.isDirectory()) {
            return "a folder has that name: give the files in it, or an archive of them";
        }
        return file.exists()
                ? "the file of that name is given as " + TextSanitizer.quoted("./" + word)
                : "no file has that name";
    }

    /// @param jvms of this user
    /// @throws WrongInput when a word is the name of a file and of what a JVM runs
    static void checkName(List<String> words, Supplier<List<RunningJvm>> jvms) {
        var word = words.getFirst();
        if (words.size() == 1 && !isPlainly(word)) {
            JvmChoice.exactly(word, jvms.get()).stream()
                    .findFirst()
                    .ifPresent(jvm -> {
                        throw new WrongInput(
                                "%1$s is a file here, and process %2$d runs %3$s: give %4$s or %2$d"
                                        .formatted(
                                                TextSanitizer.quoted(word),
                                                jvm.pid(),
                                                TextSanitizer.quoted(jvm.program()),
                                                TextSanitizer.quoted("./" + word)));
                    });
        }
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
