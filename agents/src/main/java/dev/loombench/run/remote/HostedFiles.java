package dev.loombench.run.remote;

import dev.loombench.base.FolderTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// The files of a controller's run on this machine, until they are removed at its end.
///
/// @param folder of the run
record HostedFiles(Path folder) implements AutoCloseable {
    private static final String LOG = "server.log";

    /// Bytes of a log that are sent: its end.
    private static final long MAX_LOG = 1 << 20;

    static HostedFiles create() throws IOException {
        return new HostedFiles(Files.createTempDirectory("loombench-servers-"));
    }

    /// Creates the folder of a server.
    Path newFolder(int server) throws IOException {
        return Files.createDirectory(folder.resolve("server-" + server));
    }

    /// The end of a server's log, in whole lines: the controller masks its secrets in them, and
    /// would not know one that was cut. Empty without a log.
    String log(int server) throws IOException {
        var file = folder.resolve("server-" + server).resolve(LOG);
        if (!Files.exists(file)) {
            return "";
        }
        try (var log = FileChannel.open(file, StandardOpenOption.READ)) {
            long start = Math.max(0, log.size() - MAX_LOG);
            var end = ByteBuffer.allocate(Math.toIntExact(log.size() - start));
            while (end.hasRemaining() && log.read(end, start + end.position()) >= 0) {
                // the rest follows
            }
            var text = new String(end.array(), 0, end.position(), StandardCharsets.UTF_8);
            return start == 0 ? text : afterFirstLine(text);
        }
    }

    private static String afterFirstLine(String text) {
        int lineBreak = text.indexOf('\n');
        return lineBreak < 0 ? "" : text.substring(lineBreak + 1);
    }

    @Override
    public void close() {
        try {
            FolderTree.remove(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove the files in " + folder, e);
        }
    }
}
