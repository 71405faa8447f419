package dev.loombench.observe.file.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.observe.file.InputFile;
import dev.loombench.observe.file.content.FileContent;
import dev.loombench.observe.file.content.FileKind;
import dev.loombench.text.WrongInput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Archives of files, as support tickets and builds have them.
class ArchiveReadingTest {
    private static final int MOST = 100;

    private static final String PRINT =
            """
            4711:
            2026-11-27 04:00:00
            Full thread dump OpenJDK 64-Bit Server VM (21.0.8+9-LTS mixed mode, sharing):

            "main" #1 [4712] prio=5 os_prio=0 cpu=10.00ms elapsed=12.50s tid=0x00007f nid=4712 runnable  [0x00007f]
               java.lang.Thread.State: RUNNABLE
            \tat Shop.main(Shop.java:9)

            JNI global refs: 19, weak refs: 0
            """;

    private static final String LOG =
            """
            [0.500s][info][gc] Using G1
            [1.010s][info][gc] GC(0) Pause Full (G1 Compaction Pause) 35M->1M(64M) 10.000ms
            """;

    @TempDir private Path parent;
    private Path folder;

    @BeforeEach
    void create() throws IOException {
        folder = Files.createDirectory(parent.resolve("tickets"));
    }

    /// A file to put into an archive.
    private static final class Entry {
        private final String name;
        private final byte[] content;

        Entry(String name, byte[] content) {
            this.name = name;
            this.content = content;
        }

        Entry(String name, String content) {
            this(name, bytes(content));
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] zip(Entry... entries) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("logs/"));
            for (var entry : entries) {
                zip.putNextEntry(new ZipEntry(entry.name));
                zip.write(entry.content);
            }
        }
        return bytes.toByteArray();
    }

    private static byte[] gzip(byte[] content) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(content);
        }
        return bytes.toByteArray();
    }

    private static byte[] tar(Entry... entries) {
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(block('5', "logs/", new byte[0]));
        for (var entry : entries) {
            bytes.writeBytes(block('0', entry.name, entry.content));
        }
        bytes.writeBytes(new byte[2 * TarEntries.BLOCK]);
        return bytes.toByteArray();
    }

    /// A header with its content.
    private static byte[] block(char type, String name, byte[] content) {
        var header = new byte[TarEntries.BLOCK];
        put(header, 0, name);
        put(header, 124, String.format(Locale.ROOT, "%011o", content.length));
        put(header, 148, " ".repeat(8));
        put(header, 156, String.valueOf(type));
        put(header, 257, "ustar\00000");
        int sum = 0;
        for (byte one : header) {
            sum += one & 0xFF;
        }
        put(header, 148, String.format(Locale.ROOT, "%06o\0", sum));
        int blocks = (content.length + TarEntries.BLOCK - 1) / TarEntries.BLOCK;
        var all = Arrays.copyOf(header, (1 + blocks) * TarEntries.BLOCK);
        System.arraycopy(content, 0, all, TarEntries.BLOCK, content.length);
        return all;
    }

    private static void put(byte[] header, int at, String text) {
        System.arraycopy(bytes(text), 0, header, at, bytes(text).length);
    }

    private InputFile file(byte[] bytes) throws IOException {
        return InputFile.of(Files.write(folder.resolve("ticket"), bytes).toString());
    }

    private Archive read(byte[] bytes) throws IOException {
        var file = file(bytes);
        assertThat(ArchiveReading.isArchive(file)).isTrue();
        return ArchiveReading.read(file, "", MOST);
    }

    private void assertRefused(byte[] bytes, String reason) {
        assertThatThrownBy(() -> read(bytes))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining(reason);
    }

    @Test
    void each_file_of_an_archive_is_read_as_if_it_were_given_apart() throws IOException {
        var entries =
                new Entry[] {
                    new Entry("logs/threads-1.txt", PRINT),
                    new Entry("logs/threads-2.txt", PRINT.replace("12.50s", "22.50s")),
                    new Entry("gc.log", LOG)
                };
        for (var bytes : new byte[][] {zip(entries), tar(entries), gzip(tar(entries))}) {
            var archive = read(bytes);
            assertThat(archive.isWhole()).isTrue();
            assertThat(archive.contents())
                    .flatExtracting(FileContent::kinds)
                    .containsExactly(
                            FileKind.THREAD_PRINT, FileKind.THREAD_PRINT, FileKind.COLLECTION_LOG);
            assertThat(archive.contents().getFirst().name())
                    .isEqualTo(folder.resolve("ticket") + "!/logs/threads-1.txt");
        }
    }

    @Test
    void a_file_in_an_archive_may_be_compressed_once() throws IOException {
        var packed = gzip(bytes(LOG));
        var archive = read(tar(new Entry("gc.log.1.gz", packed), new Entry("twice", gzip(packed))));
        assertThat(archive.contents()).singleElement().matches(f -> f.collections().isPresent());
        assertThat(archive.others())
                .containsExactly(new Archive.Other("twice", "compressed by gzip more than once"));
    }

    @Test
    void files_of_other_kinds_are_named_once() throws IOException {
        var inner = zip(new Entry("threads.txt", PRINT));
        var archive =
                read(
                        zip(
                                new Entry("a.hprof", "JAVA PROFILE 1.0.2\0"),
                                new Entry("inner.zip", inner),
                                new Entry("1.md", "Dear all,\n"),
                                new Entry("2.md", "Dear all,\n"),
                                new Entry("empty", ""),
                                new Entry("Shop.class", new byte[] {(byte) 0xCA, 0, 0, 1, 2}),
                                new Entry("\u001b[31mthreads.txt", PRINT)));
        assertThat(archive.contents()).hasSize(1);
        assertThat(archive.others())
                .extracting(Archive.Other::name)
                .containsExactly("a.hprof", "inner.zip", "1.md", "2.md", "empty", "Shop.class");
        assertThat(archive.unread())
                .startsWith("6 of 7 files not read")
                .contains("heap dump", "a zip or jar file", "\"1.md\", \"2.md\"", "and 1 other")
                .doesNotContain("\u001b");
    }

    @Test
    void names_never_leave_the_archive() throws IOException {
        read(tar(new Entry("../outside.txt", PRINT), new Entry("/tmp/absolute.txt", PRINT)));
        read(zip(new Entry("../outside.txt", PRINT)));
        try (var files = Files.walk(parent)) {
            assertThat(files).containsExactlyInAnyOrder(parent, folder, folder.resolve("ticket"));
        }
    }

    @Test
    void long_names_of_a_tar_archive_are_those_of_the_next_file() throws IOException {
        var name = "pods/".repeat(40) + "threads.txt";
        var record = " path=" + name + "\n";
        var length = record.length() + 3; // with its digits
        for (var longName :
                new byte[][] {
                    block('L', "././@LongLink", bytes(name + "\0")),
                    block('x', "pax", bytes(length + record))
                }) {
            var archive = new ByteArrayOutputStream();
            archive.writeBytes(longName);
            archive.writeBytes(block('0', "cut", bytes(PRINT)));
            archive.writeBytes(block('0', "next", bytes(PRINT)));
            assertThat(read(archive.toByteArray()).contents())
                    .extracting(FileContent::name)
                    .satisfiesExactly(
                            first -> assertThat(first).endsWith("!/" + name),
                            second -> assertThat(second).endsWith("!/next"));
        }
    }

    /// The second one has no length.
    @Test
    void records_that_are_damaged_end_the_archive() throws IOException {
        var archive = new ByteArrayOutputStream();
        archive.writeBytes(block('x', "pax", bytes("20 GNU.sparse.ma=\n\n\n\n")));
        archive.writeBytes(block('0', "threads.txt", bytes(PRINT)));
        assertRefused(archive.toByteArray(), "damaged");
    }

    @Test
    void of_a_name_that_no_file_has_the_beginning_is_kept() throws IOException {
        var archive = new ByteArrayOutputStream();
        archive.writeBytes(block('L', "././@LongLink", bytes("a".repeat(100_000) + "\0")));
        archive.writeBytes(block('0', "cut", bytes("Dear all,\n")));
        archive.writeBytes(block('0', "threads.txt", bytes(PRINT)));
        var read = read(archive.toByteArray());
        assertThat(read.others().getFirst().name()).hasSize(4_096);
        assertThat(read.contents()).hasSize(1);
        assertThat(read.end()).isEmpty();
    }

    /// A header whose map of holes goes on in a block of its own.
    private static byte[] sparse(String name, byte[] content) {
        var all = block('S', name, content);
        all[482] = 1;
        int sum = Integer.parseInt(new String(all, 148, 6, StandardCharsets.UTF_8), 8) + 1;
        put(all, 148, String.format(Locale.ROOT, "%06o\0", sum));
        var bytes = new ByteArrayOutputStream();
        bytes.write(all, 0, TarEntries.BLOCK);
        bytes.writeBytes(new byte[TarEntries.BLOCK]);
        bytes.write(all, TarEntries.BLOCK, all.length - TarEntries.BLOCK);
        return bytes.toByteArray();
    }

    /// Their content has a map of the holes, which differs by format.
    @Test
    void sparse_files_of_a_tar_archive_are_named_and_those_behind_them_read() throws IOException {
        var archive = new ByteArrayOutputStream();
        archive.writeBytes(sparse("old.log", bytes(LOG)));
        archive.writeBytes(
                block('x', "pax", bytes("22 GNU.sparse.major=1\n27 GNU.sparse.name=new.log\n")));
        archive.writeBytes(block('0', "GNUSparseFile.1/new.log", bytes("1\n0\n60\n")));
        archive.writeBytes(block('0', "threads.txt", bytes(PRINT)));
        var read = read(archive.toByteArray());
        assertThat(read.contents()).singleElement().matches(f -> f.name().endsWith("threads.txt"));
        assertThat(read.others())
                .extracting(Archive.Other::name)
                .containsExactly("old.log", "new.log");
        assertThat(read.end()).isEmpty();
    }

    /// As by a copy that was interrupted.
    @Test
    void of_an_archive_that_is_cut_off_the_files_before_are_read() throws IOException {
        var whole = tar(new Entry("1.txt", PRINT), new Entry("2.txt", PRINT));
        var cut = read(Arrays.copyOf(whole, whole.length - 3 * TarEntries.BLOCK - 100));
        assertThat(cut.contents().getFirst().name()).endsWith("1.txt");
        assertThat(cut.end()).isPresent();
        assertThat(cut.unread()).contains("the rest not read");
        var zip = zip(new Entry("1.txt", PRINT));
        assertRefused(Arrays.copyOf(zip, zip.length / 2), "damaged");
    }

    @Test
    void an_archive_without_any_file_that_is_read_is_refused_with_the_reasons() throws IOException {
        assertRefused(zip(new Entry("README.md", "Dear all,\n")), "\"README.md\"");
        assertRefused(tar(), "without any file");
        assertRefused(zip(new Entry("bomb", new byte[1 << 20])), "begins with zeros");
    }

    @Test
    void no_more_files_are_read_than_asked_for() throws IOException {
        var file = file(tar(new Entry("1", PRINT), new Entry("2", PRINT), new Entry("3", PRINT)));
        var archive = ArchiveReading.read(file, "", 2);
        assertThat(archive.contents()).hasSize(2);
        assertThat(archive.end()).isPresent();
        assertThat(archive.isWhole()).isFalse();
    }

    /// A ticket may have files of several JVMs.
    @Test
    void the_files_of_one_folder_may_be_read() throws IOException {
        var file = file(tar(new Entry("./pod-1/threads", PRINT), new Entry("pod-2/a", PRINT)));
        var archive = ArchiveReading.read(file, "pod-1/", MOST);
        assertThat(archive.contents())
                .extracting(FileContent::name)
                .containsExactly(folder.resolve("ticket") + "!/pod-1/threads");
        assertThat(archive.isWhole()).isTrue();
        assertThatThrownBy(() -> ArchiveReading.read(file, "pod-3/", MOST))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("below \"pod-3/\"");
    }

    /// 1 KiB that holds 1 MiB.
    @Test
    void an_archive_that_holds_too_much_is_read_up_to_the_limit() throws IOException {
        var bomb = new Entry("2", "a".repeat(1 << 20));
        var file = file(zip(new Entry("1", PRINT), bomb, new Entry("3", PRINT)));
        var reader = new EntryReader(file, "", new EntryReader.Limits(MOST, MOST, 1 << 16));
        ZipEntries.forEach(file, reader);
        var archive = reader.archive();
        assertThat(archive.contents()).hasSize(1);
        assertThat(archive.others()).extracting(Archive.Other::name).containsExactly("2");
        assertThat(archive.end()).isPresent();
        var few = new EntryReader(file, "", new EntryReader.Limits(MOST, 1, 1 << 20));
        ZipEntries.forEach(file, few);
        assertThat(few.archive().contents()).hasSize(1);
        assertThat(few.archive().end()).isPresent();
    }

    @Test
    void other_files_are_no_archives() throws IOException {
        assertThat(ArchiveReading.isArchive(file(bytes(PRINT)))).isFalse();
        var packed = gzip(bytes(PRINT));
        assertThat(ArchiveReading.isArchive(file(packed))).isFalse();
        assertThat(ArchiveReading.isArchive(file(Arrays.copyOf(packed, 5)))).isFalse();
    }
}
