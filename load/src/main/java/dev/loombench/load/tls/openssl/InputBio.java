package dev.loombench.load.tls.openssl;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;

/// A memory BIO from which OpenSSL takes received bytes where they are, without a copy and without
/// a call for each record.
///
/// It is a read-only one, of which OpenSSL takes bytes through its public `BUF_MEM`, and neither
/// grows nor frees their memory: the fields are set here. It is never reset, which would bring back
/// the memory of its beginning. Where it is empty, it is to be read again later.
///
/// Source: BIO_s_mem(3ossl); `struct buf_mem_st` in `buffer.h`; `mem_read`, `mem_buf_free` and
/// `mem_ctrl` in `bss_mem.c`, alike in OpenSSL 3.0, 3.2 and later.
final class InputBio {
    private static final int SET_BUF_MEM_EOF_RETURN = 130;
    private static final int GET_BUF_MEM_PTR = 115;

    /// Of a read that finds nothing: not the end.
    private static final long TRY_AGAIN = -1;

    /// `struct buf_mem_st`
    private static final StructLayout BUF_MEM =
            MemoryLayout.structLayout(
                    JAVA_LONG.withName("length"),
                    JAVA_LONG.withName("data"),
                    JAVA_LONG.withName("max"),
                    JAVA_LONG.withName("flags"));

    private static final long LENGTH = at("length");
    private static final long DATA = at("data");
    private static final long MAX = at("max");

    private final long bio;
    private final MemorySegment fields;

    /// @param pointer zeroed memory for a pointer, which is used here alone
    @SuppressWarnings("restricted") // of the size in the header
    InputBio(MemorySegment pointer) {
        bio = MemoryBios.over(pointer.address(), (int) pointer.byteSize());
        MemoryBios.control(bio, SET_BUF_MEM_EOF_RETURN, TRY_AGAIN, 0);
        MemoryBios.control(bio, GET_BUF_MEM_PTR, 0, pointer.address());
        long memory = pointer.get(JAVA_LONG, 0);
        if (memory == 0) {
            throw new IllegalStateException("OpenSSL has no memory for the input of connections");
        }
        fields = MemorySegment.ofAddress(memory).reinterpret(BUF_MEM.byteSize());
        if (fields.get(JAVA_LONG, LENGTH) != pointer.byteSize()
                || fields.get(JAVA_LONG, DATA) != pointer.address()) {
            throw new IllegalStateException("OpenSSL has another BUF_MEM than in buffer.h");
        }
        clear();
    }

    private static long at(String field) {
        return BUF_MEM.byteOffset(PathElement.groupElement(field));
    }

    /// The `BIO *`.
    long address() {
        return bio;
    }

    /// Replaces what is left by other bytes, which stay valid until they are taken or cleared.
    void set(long address, int length) {
        fields.set(JAVA_LONG, LENGTH, length);
        fields.set(JAVA_LONG, DATA, address);
        fields.set(JAVA_LONG, MAX, length);
    }

    boolean isEmpty() {
        return fields.get(JAVA_LONG, LENGTH) == 0;
    }

    void clear() {
        fields.set(JAVA_LONG, LENGTH, 0);
    }
}
