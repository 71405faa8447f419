package dev.loombench.load.request;

import dev.loombench.http2.hpack.HpackEncoder;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// A segment of a request that is assembled when it is sent. Allocates only when created.
sealed interface Segment {

    /// The present length in bytes.
    int length();

    /// The maximum length in bytes.
    int maxLength();

    /// Writes the segment.
    ///
    /// @return the index after it
    int write(MemorySegment to, int at);

    /// Constant bytes.
    final class Fixed implements Segment {
        private final byte[] bytes;

        Fixed(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public int length() {
            return bytes.length;
        }

        @Override
        public int maxLength() {
            return bytes.length;
        }

        @Override
        public int write(MemorySegment to, int at) {
            MemorySegment.copy(bytes, 0, to, ValueLayout.JAVA_BYTE, at, bytes.length);
            return at + bytes.length;
        }
    }

    /// An integer of 0 or more, in decimal digits.
    record Digits(ValueGenerator.Whole number) implements Segment {
        @Override
        public int length() {
            long rest = number.value();
            int digits = 1;
            while (rest >= 10) {
                rest /= 10;
                digits++;
            }
            return digits;
        }

        @Override
        public int maxLength() {
            return 19; // Long.MAX_VALUE
        }

        @Override
        public int write(MemorySegment to, int at) {
            long rest = number.value();
            int end = at + length();
            for (int i = end - 1; i >= at; i--) {
                to.set(ValueLayout.JAVA_BYTE, i, (byte) ('0' + rest % 10));
                rest /= 10;
            }
            return end;
        }
    }

    /// The length of a string of HTTP/2: an integer with a prefix of seven bits, which says that the
    /// string is not in Huffman code.
    ///
    /// Source: RFC 7541, sections 5.1 and 5.2.
    final class StringLength implements Segment {
        private static final int PREFIX = 127;

        private final Segment[] string;

        StringLength(List<Segment> string) {
            this.string = string.toArray(Segment[]::new);
        }

        private int value() {
            int sum = 0;
            for (var segment : string) {
                sum += segment.length();
            }
            return sum;
        }

        @Override
        public int length() {
            int value = value();
            if (value < PREFIX) {
                return 1;
            }
            int bytes = 2;
            for (int rest = value - PREFIX; rest > 127; rest >>>= 7) {
                bytes++;
            }
            return bytes;
        }

        @Override
        public int maxLength() {
            return HpackEncoder.MAX_LENGTH_BYTES;
        }

        @Override
        public int write(MemorySegment to, int at) {
            int value = value();
            if (value < PREFIX) {
                to.set(ValueLayout.JAVA_BYTE, at, (byte) value);
                return at + 1;
            }
            to.set(ValueLayout.JAVA_BYTE, at, (byte) PREFIX);
            int end = at + 1;
            int rest = value - PREFIX;
            while (rest > 127) {
                to.set(ValueLayout.JAVA_BYTE, end++, (byte) ((rest & 127) | 128));
                rest >>>= 7;
            }
            to.set(ValueLayout.JAVA_BYTE, end, (byte) rest);
            return end + 1;
        }
    }

    /// A cell of the current row.
    final class Cell implements Segment {
        private final ValueGenerator.Row row;

        /// [rows] encoded for its context.
        private final byte[][] cells;

        Cell(ValueGenerator.Row row, byte[][] cells) {
            this.row = row;
            this.cells = cells;
        }

        @Override
        public int length() {
            return cells[row.index()].length;
        }

        @Override
        public int maxLength() {
            int longest = 0;
            for (var cell : cells) {
                longest = Math.max(longest, cell.length);
            }
            return longest;
        }

        @Override
        public int write(MemorySegment to, int at) {
            byte[] cell = cells[row.index()];
            MemorySegment.copy(cell, 0, to, ValueLayout.JAVA_BYTE, at, cell.length);
            return at + cell.length;
        }
    }
}
