package dev.loombench.observe.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.jvm.LimitedMemory;
import dev.loombench.observe.jvm.LimitedMemory.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Parts of crash logs in public reports.
class PrintedLimitsTest {
    private static final long MIB = 1 << 20;
    private static final long GIB = 1 << 30;

    private static List<LimitedMemory> limited(String text) {
        var limits = new PrintedLimits();
        text.lines().forEach(limits::line);
        return limits.limited();
    }

    /// Source: netty/netty, pull request 13627. JDK 21.
    private static final String UNLIMITED =
            """
            Metaspace:

            Usage:
              Non-class:     18.27 MB used.
                  Class:      2.50 MB used.
                   Both:     20.77 MB used.

            Virtual space:
              Non-class space:       64.00 MB reserved,      18.38 MB ( 29%) committed,  1 nodes.
                  Class space:        1.00 GB reserved,       2.50 MB ( <1%) committed,  1 nodes.
                         Both:        1.06 GB reserved,      21.00 MB (  2%) committed.

            MaxMetaspaceSize: unlimited
            CompressedClassSpaceSize: 1.00 GB
            CodeHeap 'non-profiled nmethods': size=120036Kb used=1388Kb max_used=1388Kb free=118648Kb
             bounds [0x00007f79d038d000, 0x00007f79d05fd000, 0x00007f79d78c6000]
            CodeHeap 'profiled nmethods': size=120032Kb used=6466Kb max_used=6466Kb free=113565Kb
            """;

    @Test
    void metadata_without_a_limit_are_limited_in_the_class_space() {
        assertThat(limited(UNLIMITED))
                .containsExactly(
                        new LimitedMemory(Kind.CLASSES, 5 * MIB / 2, GIB),
                        new LimitedMemory(Kind.CODE, 7_854 << 10, 240_068 << 10));
    }

    @Test
    void a_limit_of_all_metadata_is_that_of_what_is_committed() {
        var text = UNLIMITED.replace("Size: unlimited", "Size: 64.00 MB");
        assertThat(limited(text)).contains(new LimitedMemory(Kind.METADATA, 21 * MIB, 64 * MIB));
    }

    /// Source: adoptium/adoptium-support, issue 429. JDK 11 prints the largest number so.
    @Test
    void a_limit_beyond_all_numbers_is_far() {
        var text = UNLIMITED.replace("Size: unlimited", "Size: 17179869184.00 GB");
        assertThat(limited(text))
                .contains(new LimitedMemory(Kind.METADATA, 21 * MIB, Long.MAX_VALUE));
    }

    /// The lines of JDK 11 and 17, and those of JDK 21.
    @Test
    void a_code_cache_that_was_full_had_no_room() {
        var segment = "CodeCache: size=49152Kb used=40960Kb max_used=49000Kb free=8192Kb\n";
        var full = new LimitedMemory(Kind.CODE, 40 * MIB, 48 * MIB, 2);
        assertThat(limited(segment + " full_count=2\n")).containsExactly(full);
        assertThat(limited(segment + " total_blobs=9, nmethods=4, adapters=2, full_count=2\n"))
                .containsExactly(full);
    }
}
