package dev.loombench.result.store;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The file `trials.jsonl`, open for appending: a line per trial, written and synced after the
/// trial's own files, so that a line means a whole trial.
///
/// A last line that a kill or a full disk has torn is passed over, and cut off before the next one
/// is appended.
final class TrialLog implements AutoCloseable {
    static final String FILE = "trials.jsonl";

    /// Not a channel: an interrupt would close that in the midst of a line.
    private final RandomAccessFile file;

    TrialLog(RandomAccessFile file) {
        this.file = file;
    }

    static TrialLog open(Path folder) throws IOException {
        var path = folder.resolve(FILE);
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            ResultFile.requireRegular(path);
        } else {
            ResultFile.write(path, new byte[0]);
        }
        var file = new RandomAccessFile(path.toFile(), "rw");
        try {
            cutTornLine(file);
            return new TrialLog(file);
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    /// Leaves the file's position behind the last whole line.
    private static void cutTornLine(RandomAccessFile file) throws IOException {
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

    /// The whole lines of a run's log, damaged ones among them, each with its number, from 1. Bytes
    /// that are no UTF-8 become replacement characters, which no checksum matches.
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
