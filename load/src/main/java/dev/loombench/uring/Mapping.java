package dev.loombench.uring;

import dev.loombench.base.NativeLibrary;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Memory mappings that are unmapped when their arena closes. See mmap(2).
final class Mapping {
    private static final int PROT_READ_WRITE = 0x1 | 0x2;
    private static final int MAP_SHARED = 0x01;
    private static final int MAP_PRIVATE = 0x02;
    private static final int MAP_ANONYMOUS = 0x20;
    private static final int MAP_POPULATE = 0x8000;

    private Mapping() {}

    /// A part of a ring, selected by a constant offset.
    static MemorySegment ofRing(Arena arena, MemorySegment errno, int fd, long offset, long size)
            throws IOException {
        return map(arena, errno, size, MAP_SHARED | MAP_POPULATE, fd, offset);
    }

    /// Zeroed pages, allocated on first access.
    static MemorySegment anonymous(Arena arena, MemorySegment errno, long size) throws IOException {
        return map(arena, errno, size, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    }

    @SuppressWarnings("restricted") // the size is that of the mapping
    private static MemorySegment map(
            Arena arena, MemorySegment errno, long size, int flags, int fd, long offset)
            throws IOException {
        long at = Libc.mmap(errno, size, PROT_READ_WRITE, flags, fd, offset);
        if (at < 0) {
            throw new IOException("mmap of %d bytes: %s".formatted(size, Errno.name((int) -at)));
        }
        return MemorySegment.ofAddress(at).reinterpret(size, arena, Mapping::unmap);
    }

    private static void unmap(MemorySegment mapped) {
        try (var arena = Arena.ofConfined()) {
            Libc.munmap(NativeLibrary.errno(arena), mapped.address(), mapped.byteSize());
        }
    }
}
