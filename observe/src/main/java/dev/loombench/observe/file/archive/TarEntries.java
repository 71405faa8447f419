package dev.loombench.observe.file.archive;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.ZipException;

/// The files of a tar archive, in their order. Links, devices and folders are passed over, and
/// names serve as labels only.
///
/// Files with holes are not read: their content has maps of these.
///
/// Sources: the pax interchange format of POSIX.1-2017 (`pax`, ustar headers and records of
/// extended headers), and GNU tar's manual (names of type `L`, sizes in base 256, sparse files).
final class TarEntries {
    /// Headers are of this length, and the content of a file is filled up to a multiple of it.
    static final int BLOCK = 512;

    private static final int NAME = 0;
    private static final int NAME_LENGTH = 100;
    private static final int SIZE = 124;
    private static final int SIZE_LENGTH = 12;
    private static final int CHECKSUM = 148;
    private static final int CHECKSUM_LENGTH = 8;
    private static final int TYPE = 156;
    private static final int MAGIC = 257;
    private static final int PREFIX = 345;
    private static final int PREFIX_LENGTH = 155;
    private static final String USTAR = "ustar";

    /// Whether a block with more of the map of a sparse file follows its header, or such a block.
    private static final int MORE = 482;

    private static final int MORE_IN_MAP = 504;

    private static final String SPARSE = "a sparse file, as tar -S stores it";
    private static final String SPARSE_KEYS = "GNU.sparse.";

    /// The name of a sparse file, whose header has that of a folder for such files.
    private static final String SPARSE_NAME = SPARSE_KEYS + "name";

    /// More than a name has, and attributes of a file beside it.
    private static final long MOST_OF_NAME = 1L << 20;

    /// More than any file has.
    private static final long MOST_OF_FILE = 1L << 48;

    /// What is passed over in an archive, as a heap dump, takes time where it is compressed.
    private static final long MOST_PASSED = 16L << 30;

    private final InputStream in;
    private final EntryReader reader;
    private String nextName = "";
    private String nextSparseName = "";
    private boolean nextSparse;
    private long nextSize = -1;
    private long passed;

    private TarEntries(InputStream in, EntryReader reader) {
        this.in = in;
        this.reader = reader;
    }

    /// Whether a file that begins so is such an archive.
    static boolean isHeader(byte[] start) {
        return start.length == BLOCK
                && text(start, MAGIC, USTAR.length()).equals(USTAR)
                && hasChecksum(start);
    }

    /// Reads those of an archive, which may be cut off: then those before are read.
    static void forEach(InputStream in, EntryReader reader) throws IOException {
        try {
            new TarEntries(in, reader).read();
        } catch (EOFException | ZipException _) {
            reader.end("the archive is damaged or ends too early there");
        }
    }

    private void read() throws IOException {
        var header = in.readNBytes(BLOCK);
        while (reader.goesOn() && header.length > 0 && !isEmpty(header)) {
            if (header.length < BLOCK) {
                throw new EOFException();
            }
            if (!hasChecksum(header)) {
                throw new ZipException();
            }
            entry(header);
            header = reader.goesOn() ? in.readNBytes(BLOCK) : header;
        }
    }

    private void entry(byte[] header) throws IOException {
        long size = size(header);
        switch ((char) header[TYPE]) {
            case 'L' -> nextName = end(new String(data(size), StandardCharsets.UTF_8));
            case 'x' -> extended(data(size));
            case '0', '\0', '7' -> {
                file(nextName(header), content(size));
                forgetNext();
            }
            case 'S' -> {
                passMap(header);
                nextSparse = true;
                file(nextName(header), content(size));
                forgetNext();
            }
            case '1', '2', '3', '4', '5', '6' -> forgetNext(); // without content
            default -> {
                skip(content(size), content(size));
                forgetNext();
            }
        }
    }

    /// @param size by the header
    private long content(long size) {
        return nextSize >= 0 ? nextSize : size;
    }

    private String nextName(byte[] header) {
        if (!nextSparseName.isEmpty()) {
            return nextSparseName;
        }
        return nextName.isEmpty() ? name(header) : nextName;
    }

    private void forgetNext() {
        nextName = "";
        nextSparseName = "";
        nextSparse = false;
        nextSize = -1;
    }

    private void file(String name, long size) throws IOException {
        var part = new Part(in, size);
        if (nextSparse ? reader.pass(name, SPARSE) : reader.read(name, () -> part)) {
            skip(part.left, size);
        }
    }

    /// The blocks between the header of a sparse file and its content.
    private void passMap(byte[] header) throws IOException {
        boolean more = header[MORE] != 0;
        while (more) {
            var block = in.readNBytes(BLOCK);
            if (block.length < BLOCK) {
                throw new EOFException();
            }
            skip(0, 0); // it counts
            more = block[MORE_IN_MAP] != 0 && reader.goesOn();
        }
    }

    /// A name, or the records of an extended header.
    private byte[] data(long size) throws IOException {
        if (size > MOST_OF_NAME) {
            throw new ZipException();
        }
        var data = in.readNBytes((int) size);
        if (data.length < size) {
            throw new EOFException();
        }
        skip(0, size);
        return data;
    }

    /// @param left of the content
    /// @param size of the content, which is filled up
    private void skip(long left, long size) throws IOException {
        passed += BLOCK + left;
        if (passed > MOST_PASSED) {
            reader.end("more than %d GiB would be passed over".formatted(MOST_PASSED >> 30));
        } else {
            in.skipNBytes(left + (BLOCK - size % BLOCK) % BLOCK);
        }
    }

    /// Records such as `22 path=logs/shop.log`, each with its length in front and a line feed at
    /// its end.
    private void extended(byte[] data) throws ZipException {
        var records = new String(data, StandardCharsets.ISO_8859_1);
        int at = 0;
        while (at < records.length()) {
            int space = records.indexOf(' ', at);
            long length = space < 0 ? 0 : decimal(records.substring(at, space));
            long next = at + length;
            if (space < 0 || next - 1 <= space || next > records.length()) {
                throw new ZipException();
            }
            field(records.substring(space + 1, (int) next - 1));
            at = (int) next;
        }
    }

    private void field(String text) throws ZipException {
        int equals = text.indexOf('=');
        if (equals < 0) {
            throw new ZipException();
        }
        var key = text.substring(0, equals);
        var value = text.substring(equals + 1);
        nextSparse |= key.startsWith(SPARSE_KEYS);
        switch (key) {
            case "path" -> nextName = decoded(value);
            case SPARSE_NAME -> nextSparseName = decoded(value);
            case "size" -> nextSize = decimal(value);
            default -> {
                // a time, an owner or an attribute
            }
        }
    }

    private static String decoded(String value) {
        return new String(value.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    private static long decimal(String digits) throws ZipException {
        return number(digits, 10);
    }

    /// @throws ZipException when it is none, or more than any file has
    private static long number(String digits, int radix) throws ZipException {
        try {
            long number = Long.parseLong(digits, radix);
            if (number < 0 || number > MOST_OF_FILE) {
                throw new ZipException();
            }
            return number;
        } catch (NumberFormatException _) {
            throw new ZipException();
        }
    }

    private static String name(byte[] header) {
        var name = end(text(header, NAME, NAME_LENGTH));
        var prefix = end(text(header, PREFIX, PREFIX_LENGTH));
        boolean posix = header[MAGIC + USTAR.length()] == 0;
        return prefix.isEmpty() || !posix ? name : prefix + "/" + name;
    }

    private static String text(byte[] header, int from, int length) {
        return new String(header, from, length, StandardCharsets.UTF_8);
    }

    /// Up to the first zero.
    private static String end(String text) {
        int zero = text.indexOf('\0');
        return zero < 0 ? text : text.substring(0, zero);
    }

    /// The size of the content: octal digits, or a number of base 256 whose first bit is set.
    private static long size(byte[] header) throws ZipException {
        if ((header[SIZE] & 0x80) == 0) {
            return octal(header, SIZE, SIZE_LENGTH);
        }
        long size = header[SIZE] & 0x7F;
        for (int i = SIZE + 1; i < SIZE + SIZE_LENGTH; i++) {
            size = (size << 8) | (header[i] & 0xFF);
            if (size > MOST_OF_FILE) {
                throw new ZipException();
            }
        }
        return size;
    }

    private static long octal(byte[] header, int from, int length) throws ZipException {
        var digits = end(text(header, from, length)).strip();
        return digits.isEmpty() ? 0 : number(digits, 8);
    }

    /// The sum of the bytes of a header, with spaces in place of the sum itself.
    private static boolean hasChecksum(byte[] header) {
        long sum = (long) ' ' * CHECKSUM_LENGTH;
        for (int i = 0; i < BLOCK; i++) {
            boolean ofSum = i >= CHECKSUM && i < CHECKSUM + CHECKSUM_LENGTH;
            sum += ofSum ? 0 : (header[i] & 0xFF);
        }
        try {
            return sum == octal(header, CHECKSUM, CHECKSUM_LENGTH);
        } catch (ZipException _) {
            return false;
        }
    }

    private static boolean isEmpty(byte[] header) {
        return Arrays.equals(header, new byte[header.length]);
    }

    /// The content of a file within the archive, which stays open.
    private static final class Part extends FilterInputStream {
        private long left;

        Part(InputStream in, long size) {
            super(in);
            left = size;
        }

        @Override
        public int read() throws IOException {
            int next = left > 0 ? in.read() : -1;
            left -= next >= 0 ? 1 : 0;
            return next;
        }

        @Override
        public int read(byte[] buffer, int from, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            int count = left > 0 ? in.read(buffer, from, (int) Math.min(length, left)) : -1;
            left -= Math.max(0, count);
            return count;
        }

        @Override
        public long skip(long count) throws IOException {
            long skipped = in.skip(Math.min(count, left));
            left -= skipped;
            return skipped;
        }

        @Override
        public int available() throws IOException {
            return (int) Math.min(left, in.available());
        }

        @Override
        public boolean markSupported() {
            return false;
        }

        @Override
        public void close() {}
    }
}
