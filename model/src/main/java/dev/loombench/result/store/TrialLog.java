package dev.loombench.result.store;

import dev.loombench.export.DurableFile;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The file `trials.jsonl`, open for appending: one line per trial, written and synced after the
/// trial's own files, so that each line stands for a complete trial.
///
/// An incomplete last line, after a kill or a full disk, is ignored, and removed before the next
/// one is appended.
final class TrialLog implements AutoCloseable {
    static final String FILE = "trials.jsonl";

    /// Not a channel, which an interrupt would close in the middle of a line.
    private final RandomAccessFile file;

    TrialLog(RandomAccessFile file) {
        this.file = file;
    }

    static TrialLog open(Path folder) throws IOException {
        var path = folder.resolve(FILE);
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            ResultFile.requireRegular(path);
        } else {
            DurableFile.write(path, new byte[0]);
        }
        var file = new RandomAccessFile(path.toFile(), "rw");
        try {
            removeIncompleteLine(file);
            return new TrialLog(file);
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    /// Removes an incomplete last line and sets the file's position to the end.
    private static void removeIncompleteLine(RandomAccessFile file) throws IOException {
        long end = file.length();
        while (end > 0) {
            file.seek(end - 1);
            if (file.read() == '\n') {
                break;
            }
            end--;
        }
        if (end < file.length()) {
            file.setLength(end);
        }
        file.seek(end);
    }

    void append(TrialLine line) throws IOException {
        file.write((line.text() + "\n").getBytes(StandardCharsets.UTF_8));
        file.getFD().sync();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /// The complete lines of a run's log, including damaged ones, each with its number, from 1.
    /// Bytes that are not UTF-8 become replacement characters, which no checksum matches.
    static List<Line> lines(Path folder) throws IOException {
        var path = folder.resolve(FILE);
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        var text = new String(ResultFile.read(path), StandardCharsets.UTF_8);
        var lines = new ArrayList<Line>();
        int from = 0;
        int number = 1;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
            if (end > from) {
                lines.add(new Line(number, text.substring(from, end)));
            }
            number++;
            from = end + 1;
        }
        return lines;
    }

    record Line(int number, String text) {}
}
