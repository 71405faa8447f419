package dev.loombench.observe.jvm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// The counters that a HotSpot JVM keeps in the file `hsperfdata_USER/PID` of its `/tmp`, unless
/// `-XX:-UsePerfData` is set.
///
/// A header of 32 bytes, with the offset of the first entry at 24 and their number at 28. An entry
/// has its length at 0, the offset of its name at 4, the length of its value at 8, and the offset
/// of the value at 16.
///
/// Source: `perfMemory.hpp` and `perfData.hpp` of HotSpot.
final class PerfData {
    private static final int MAGIC = 0xcafec0c0;

    /// One digit per capability of the JVM; the first is 1 where it accepts attach.
    private static final String CAPABILITIES = "sun.rt.jvmCapabilities";

    private PerfData() {}

    /// Whether the JVM accepts attach, whatever set it; empty where the file does not show it.
    static Optional<Boolean> acceptsAttach(byte[] file) {
        return text(file, CAPABILITIES)
                .filter(digits -> !digits.isEmpty())
                .map(digits -> digits.charAt(0) == '1');
    }

    private static Optional<String> text(byte[] file, String name) {
        var data = ByteBuffer.wrap(file);
        try {
            if (data.getInt(0) != MAGIC) {
                return Optional.empty();
            }
            data.order(data.get(4) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
            int entry = data.getInt(24);
            for (int left = data.getInt(28); left > 0 && data.getInt(entry) > 0; left--) {
                if (string(file, entry + data.getInt(entry + 4), name.length() + 1).equals(name)) {
                    int length = data.getInt(entry + 8);
                    return Optional.of(string(file, entry + data.getInt(entry + 16), length));
                }
                entry += data.getInt(entry);
            }
            return Optional.empty();
        } catch (IndexOutOfBoundsException e) {
            return Optional.empty(); // the JVM is about to write it, or it is another's file
        }
    }

    /// A text that ends with a zero.
    ///
    /// @param most highest number of its bytes, with the zero
    private static String string(byte[] file, int from, int most) {
        int end = from;
        while (end - from < most && file[end] != 0) {
            end++;
        }
        return new String(file, from, end - from, StandardCharsets.UTF_8);
    }
}
