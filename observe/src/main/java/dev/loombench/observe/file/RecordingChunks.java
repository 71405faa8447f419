package dev.loombench.observe.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// Which chunks of a flight recording are complete. The JDK's reader would wait for ever for a
/// chunk that is being written.
///
/// Source: `jdk.jfr.internal.consumer.ChunkHeader` of JDK 21 and 25: a magic number of 4 bytes, the
/// version of the format, the size at 8, and a state at 64, which is 0 in a chunk that is complete.
final class RecordingChunks {
    private static final int HEADER = 68;
    private static final int MAJOR = 4;
    private static final int SIZE = 8;
    private static final int STATE = 64;

    /// More than a recording of 1 GiB has.
    private static final int MOST = 100_000;

    private RecordingChunks() {}

    /// Whether the format is older than 1.0, as that of Oracle's JDK 7 and 8, which the JDK's
    /// reader does not know.
    static boolean isOld(Path file) throws IOException {
        try (var channel = FileChannel.open(file)) {
            var header = ByteBuffer.allocate(HEADER);
            return channel.read(header, 0) >= SIZE
                    && hasMagic(header)
                    && header.getShort(MAJOR) == 0;
        }
    }

    /// The length of the complete chunks at the beginning; that of the file where all are, and 0
    /// where none is, or what follows is no chunk.
    static long completeBytes(Path file) throws IOException {
        long position = 0;
        try (var channel = FileChannel.open(file)) {
            for (int i = 0; i < MOST && position < channel.size(); i++) {
                var header = ByteBuffer.allocate(HEADER);
                if (channel.read(header, position) < HEADER) {
                    return position;
                }
                if (!hasMagic(header)) {
                    return 0; // the size of the chunk before is wrong
                }
                long size = header.getLong(SIZE);
                if (header.get(STATE) != 0 || size < HEADER || size > channel.size() - position) {
                    return position;
                }
                position += size;
            }
        }
        return position;
    }

    private static boolean hasMagic(ByteBuffer header) {
        var magic = RecordingReader.START.getBytes(StandardCharsets.ISO_8859_1);
        for (int i = 0; i < magic.length; i++) {
            if (header.get(i) != magic[i]) {
                return false;
            }
        }
        return true;
    }
}
