package dev.loombench.diagnose.rule.resource;

import static dev.loombench.diagnose.RuleFindings.findings;
import static dev.loombench.diagnose.RuleFindings.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.ServiceFinding.Setting;
import dev.loombench.observe.result.ClassHistogram;
import dev.loombench.observe.result.ClassHistogram.Count;
import dev.loombench.observe.result.LimitedMemory;
import dev.loombench.observe.result.LimitedMemory.Kind;
import dev.loombench.observe.result.ThreadLocalSample;
import dev.loombench.observe.result.ThreadLocalSample.ValueClass;
import dev.loombench.text.RecordJson;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemoryRulesTest {
    private static ClassHistogram histogram(long threads, long maps, long stackBytes) {
        var classes = new LinkedHashMap<String, Count>();
        classes.put("[B", new Count(threads, 64 << 20));
        classes.put("java.lang.VirtualThread", new Count(threads, threads * 104));
        classes.put("java.lang.ThreadLocal$ThreadLocalMap", new Count(maps, maps * 24));
        classes.put("jdk.internal.vm.StackChunk", new Count(threads, stackBytes));
        return new ClassHistogram(classes);
    }

    @Test
    void values_of_half_of_the_virtual_threads_are_found() {
        assertThat(only(new SampleEvidence().histogram(histogram(1_000, 522, 0))).id())
                .as("500 of virtual threads beside 22 of platform threads")
                .isEqualTo(MemoryRules.THREAD_LOCALS);
        assertThat(findings(new SampleEvidence().histogram(histogram(1_000, 521, 0)))).isEmpty();
        assertThat(findings(new SampleEvidence().histogram(histogram(999, 999, 0)))).isEmpty();
    }

    @Test
    void sampled_values_are_named_with_their_size() {
        var sample =
                new ThreadLocalSample(
                        1_000,
                        100,
                        100,
                        List.of(
                                new ValueClass("shop.Cache", 200, 200 << 20),
                                new ValueClass("shop.Config", 100, 0)));
        var finding =
                only(new SampleEvidence().histogram(histogram(1_000, 522, 0)).threadLocals(sample));
        assertThat(finding.evidence())
                .contains(
                        "shop.Cache: 200 values in a sample of 100 threads, 1,048,576 bytes each",
                        "shop.Config: 100 values in a sample of 100 threads, shared by threads");
        assertThat(finding.confidence()).isEqualTo(Confidence.HIGH);
    }

    @Test
    void stacks_of_a_quarter_of_the_heap_are_found() {
        assertThat(only(new SampleEvidence().histogram(histogram(10, 0, 256 << 20))).id())
                .isEqualTo(MemoryRules.STACKS);
        assertThat(findings(new SampleEvidence().histogram(histogram(10, 0, 255 << 20)))).isEmpty();
    }

    @Test
    void direct_buffers_near_their_limit_are_found() {
        var finding = only(new SampleEvidence().directBytes(1_000L << 20));
        assertThat(finding.id()).isEqualTo(MemoryRules.DIRECT);
        assertThat(finding.setting())
                .as("the limit is that of the heap")
                .contains(new Setting("-XX:MaxDirectMemorySize", 1L << 30, 2L << 30));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "METADATA | metaspace | metadata of classes take 90 % of their limit | raise -XX:MaxMetaspaceSize, or find | -XX:MaxMetaspaceSize",
                "CLASSES | metaspace | metadata of classes take 90 % of the compressed class space | raise -XX:CompressedClassSpaceSize, and -XX:MaxMetaspaceSize where it is set, or find | -XX:CompressedClassSpaceSize",
                "CODE | code-cache | compiled code takes 90 % of the code cache | raise -XX:ReservedCodeCacheSize | -XX:ReservedCodeCacheSize"
            })
    void metadata_and_code_near_their_limits_are_found(
            Kind kind, String id, String message, String remedy, String option) {
        var finding = only(new SampleEvidence().limited(new LimitedMemory(kind, 90, 100)));
        assertThat(finding.id()).isEqualTo(id);
        assertThat(finding.text().message()).isEqualTo(message);
        assertThat(finding.text().remedy()).startsWith(remedy);
        assertThat(finding.setting()).contains(new Setting(option, 100, 200));
        assertThat(findings(new SampleEvidence().limited(new LimitedMemory(kind, 89, 100))))
                .isEmpty();
    }

    /// That of the JVM, and for the class space the limit of all metadata.
    @Test
    void a_limit_is_raised_as_far_as_another_allows() {
        long most = 2L << 30;
        assertThat(only(code(most - 1)).setting())
                .contains(new Setting(Setting.CODE_CACHE, most - 1, most));
        assertThat(only(code(most)).setting()).isEmpty();
        var classes = new SampleEvidence().limited(new LimitedMemory(Kind.CLASSES, 90, 100));
        assertThat(only(classes.words("java", "-XX:MaxMetaspaceSize=2g", "Shop")).setting())
                .isEmpty();
    }

    private static SampleEvidence code(long limit) {
        return new SampleEvidence().limited(new LimitedMemory(Kind.CODE, limit, limit));
    }

    /// However much is in use later.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "METADATA | metaspace | metadata of classes found no room within their limit, 1 time",
                "CLASSES | metaspace | metadata of classes found no room within the compressed class space, 1 time",
                "CODE | code-cache | compiled code found no room within the code cache, 1 time"
            })
    void metadata_and_code_without_room_are_found(Kind kind, String id, String message) {
        var finding = only(new SampleEvidence().limited(new LimitedMemory(kind, 50, 100, 1)));
        assertThat(finding.id()).isEqualTo(id);
        assertThat(finding.text().message()).isEqualTo(message);
        assertThat(RecordJson.tree(finding.figures()).toString())
                .isEqualTo("{\"bytes\":50,\"limitBytes\":100,\"failures\":1}");
        assertThat(finding.evidence().getFirst()).endsWith("; 1 time without room");
    }
}
