package dev.loombench.uring;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.StructLayout;

/// `struct io_uring_sqe`: a submission. A field with several names has the one used here, with the
/// other relevant names beside it.
///
/// Source: `linux/io_uring.h`; io_uring_enter(2).
final class Sqe {
    static final StructLayout LAYOUT =
            MemoryLayout.structLayout(
                    JAVA_BYTE.withName("opcode"),
                    JAVA_BYTE.withName("flags"),
                    JAVA_SHORT.withName("ioprio"),
                    JAVA_INT.withName("fd"),
                    JAVA_LONG.withName("off"), // addr2
                    JAVA_LONG.withName("addr"),
                    JAVA_INT.withName("len"),
                    JAVA_INT.withName("op_flags"), // msg_flags, timeout_flags
                    JAVA_LONG.withName("user_data"),
                    JAVA_SHORT.withName("buf_group"),
                    JAVA_SHORT.withName("personality"),
                    JAVA_INT.withName("file_index"),
                    JAVA_LONG.withName("addr3"),
                    JAVA_LONG.withName("__pad2"));

    static final long SIZE = LAYOUT.byteSize();

    static final long OPCODE = at("opcode");
    static final long FLAGS = at("flags");
    static final long IOPRIO = at("ioprio");
    static final long FD = at("fd");
    static final long OFF = at("off");
    static final long ADDR = at("addr");
    static final long LEN = at("len");
    static final long OP_FLAGS = at("op_flags");
    static final long USER_DATA = at("user_data");
    static final long BUF_GROUP = at("buf_group");
    static final long PERSONALITY = at("personality");
    static final long FILE_INDEX = at("file_index");
    static final long ADDR3 = at("addr3");
    static final long PAD2 = at("__pad2");

    // opcode: enum io_uring_op
    static final byte IORING_OP_TIMEOUT = 11;
    static final byte IORING_OP_TIMEOUT_REMOVE = 12;
    static final byte IORING_OP_ASYNC_CANCEL = 14;
    static final byte IORING_OP_CONNECT = 16;
    static final byte IORING_OP_CLOSE = 19;
    static final byte IORING_OP_FILES_UPDATE = 20;
    static final byte IORING_OP_READ = 22;
    static final byte IORING_OP_SEND = 26;
    static final byte IORING_OP_RECV = 27;

    // flags
    static final byte IOSQE_FIXED_FILE = 1;
    static final byte IOSQE_BUFFER_SELECT = 1 << 5;
    static final byte IOSQE_CQE_SKIP_SUCCESS = 1 << 6;

    // ioprio of a receive
    static final short IORING_RECV_MULTISHOT = 1 << 1;

    // timeout_flags
    static final int IORING_TIMEOUT_ABS = 1;
    static final int IORING_TIMEOUT_UPDATE = 1 << 1;

    // msg_flags: send(2)
    static final int MSG_WAITALL = 0x100;
    static final int MSG_NOSIGNAL = 0x4000;

    private Sqe() {}

    private static long at(String field) {
        return LAYOUT.byteOffset(PathElement.groupElement(field));
    }
}
