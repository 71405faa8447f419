package dev.loombench.uring;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteOrder;

/// `struct sockaddr_in` or `struct sockaddr_in6`. See ip(7) and ipv6(7).
public final class SocketAddress {
    static final short AF_INET = 2;
    static final short AF_INET6 = 10;

    private static final ValueLayout.OfShort NETWORK_SHORT =
            JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);

    private static final StructLayout SOCKADDR_IN =
            MemoryLayout.structLayout(
                    JAVA_SHORT.withName("sin_family"),
                    NETWORK_SHORT.withName("sin_port"),
                    MemoryLayout.sequenceLayout(4, JAVA_BYTE).withName("sin_addr"),
                    MemoryLayout.sequenceLayout(8, JAVA_BYTE).withName("sin_zero"));

    private static final StructLayout SOCKADDR_IN6 =
            MemoryLayout.structLayout(
                    JAVA_SHORT.withName("sin6_family"),
                    NETWORK_SHORT.withName("sin6_port"),
                    JAVA_INT.withName("sin6_flowinfo"),
                    MemoryLayout.sequenceLayout(16, JAVA_BYTE).withName("sin6_addr"),
                    JAVA_INT.withName("sin6_scope_id"));

    private final MemorySegment memory;
    private final short family;

    private SocketAddress(MemorySegment memory, short family) {
        this.memory = memory;
        this.family = family;
    }

    /// @param socket resolved
    public static SocketAddress of(Ring owner, InetSocketAddress socket) {
        var address = socket.getAddress();
        return address instanceof Inet6Address ipv6
                ? ofIpv6(owner, ipv6, socket.getPort())
                : ofIpv4(owner, address, socket.getPort());
    }

    private static SocketAddress ofIpv4(Ring owner, InetAddress ipv4, int port) {
        var memory = owner.allocate(SOCKADDR_IN);
        memory.set(JAVA_SHORT, offset(SOCKADDR_IN, "sin_family"), AF_INET);
        memory.set(NETWORK_SHORT, offset(SOCKADDR_IN, "sin_port"), (short) port);
        copy(ipv4.getAddress(), memory, offset(SOCKADDR_IN, "sin_addr"));
        return new SocketAddress(memory, AF_INET);
    }

    private static SocketAddress ofIpv6(Ring owner, Inet6Address ipv6, int port) {
        var memory = owner.allocate(SOCKADDR_IN6);
        memory.set(JAVA_SHORT, offset(SOCKADDR_IN6, "sin6_family"), AF_INET6);
        memory.set(NETWORK_SHORT, offset(SOCKADDR_IN6, "sin6_port"), (short) port);
        copy(ipv6.getAddress(), memory, offset(SOCKADDR_IN6, "sin6_addr"));
        memory.set(JAVA_INT, offset(SOCKADDR_IN6, "sin6_scope_id"), ipv6.getScopeId());
        return new SocketAddress(memory, AF_INET6);
    }

    private static void copy(byte[] bytes, MemorySegment to, long offset) {
        MemorySegment.copy(bytes, 0, to, JAVA_BYTE, offset, bytes.length);
    }

    private static long offset(StructLayout layout, String field) {
        return layout.byteOffset(PathElement.groupElement(field));
    }

    short family() {
        return family;
    }

    long address() {
        return memory.address();
    }

    long length() {
        return memory.byteSize();
    }
}
