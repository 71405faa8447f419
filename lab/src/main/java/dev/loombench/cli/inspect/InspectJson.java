package dev.loombench.cli.inspect;

import dev.loombench.analysis.defect.KnownDefects.Applicable;
import dev.loombench.diagnose.Diagnosis;
import dev.loombench.diagnose.evidence.CarrierEvidence;
import dev.loombench.diagnose.evidence.CarrierHistory;
import dev.loombench.diagnose.evidence.CollectionHistory;
import dev.loombench.diagnose.evidence.ContainerUse;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.MemoryEvidence;
import dev.loombench.diagnose.evidence.PlatformPool;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.diagnose.evidence.RequestThreads;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.rule.Finding;
import dev.loombench.observe.jvm.ClassHistogram;
import dev.loombench.observe.jvm.JvmIdentity;
import dev.loombench.observe.jvm.ThreadLocalSample;
import dev.loombench.observe.result.Library;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.spec.text.RecordJson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.json.JsonMapper;

/// A diagnosis for other programs, format 1. Missing evidence is `null`, with its reason under
/// `notObserved`. Secrets of the command line are masked.
final class InspectJson {
    private static final int FORMAT = 1;
    /// Text from a service or a file may hold what a terminal obeys.
    private static final JsonMapper MAPPER =
            JsonMapper.builder(
                            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build())
                    .build();

    private InspectJson() {}

    static String of(Diagnosis diagnosis) {
        var evidence = diagnosis.evidence();
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("format", FORMAT);
        json.put("pid", number(diagnosis.target().pid()));
        json.put("program", diagnosis.target().program());
        json.put("jdk", jdk(evidence.jvm()));
        json.put("files", diagnosis.target().files());
        json.put("seconds", evidence.window().toMillis() / 1e3);
        json.put("findings", diagnosis.findings().stream().map(InspectJson::finding).toList());
        json.put("knownDefects", diagnosis.defects().stream().map(InspectJson::defect).toList());
        json.put(
                "activity",
                evidence.printed()
                        .value()
                        .map(history -> activity(history, evidence))
                        .orElse(null));
        json.put("carriers", carriers(evidence.carriers()));
        json.put("threads", evidence.threads().value().map(InspectJson::threads).orElse(null));
        json.put(
                "pools",
                evidence.pools()
                        .value()
                        .map(pools -> pools.stream().map(InspectJson::pool).toList())
                        .orElse(null));
        json.put(
                "container",
                evidence.container().value().map(use -> container(use, evidence)).orElse(null));
        json.put(
                "collections",
                evidence.memory().collections().value().map(InspectJson::collections).orElse(null));
        json.put("memory", memory(evidence.memory()));
        json.put(
                "libraries",
                evidence.libraries()
                        .value()
                        .map(all -> all.stream().map(InspectJson::library).toList())
                        .orElse(null));
        json.put("notObserved", evidence.missing());
        return diagnosis
                .target()
                .mask()
                .of(MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(json));
    }

    private static Map<String, @Nullable Object> jdk(JvmIdentity jvm) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("version", jvm.release().orElse(null));
        json.put("vendor", jvm.vendor());
        return json;
    }

    private static Map<String, @Nullable Object> finding(Finding finding) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("id", finding.id());
        json.put("severity", finding.severity().label());
        json.put("confidence", finding.confidence().label());
        json.put("message", finding.text().message());
        json.put("impact", finding.text().impact());
        json.put("remedy", finding.text().remedy());
        json.put("evidence", finding.evidence());
        json.put("figures", finding.figures().map(RecordJson::tree).orElse(null));
        json.put("calls", finding.frames());
        json.put("lostShare", finding.lost());
        json.put(
                "setting",
                finding.setting()
                        .map(setting -> {
                            var flag = new LinkedHashMap<String, Object>();
                            flag.put("property", setting.property());
                            flag.put("present", setting.present());
                            flag.put("proposed", setting.proposed());
                            return flag;
                        })
                        .orElse(null));
        return json;
    }

    private static Map<String, Object> defect(Applicable applicable) {
        var defect = applicable.defect();
        var json = new LinkedHashMap<String, Object>();
        json.put("id", defect.id());
        json.put("subject", applicable.subject());
        json.put("message", defect.what());
        json.put("remedy", defect.remedy());
        json.put("source", defect.source());
        return json;
    }

    private static Map<String, @Nullable Object> activity(
            ThreadHistory history, Evidence evidence) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("moments", history.moments().size());
        json.put("cpuSeconds", number(history.cpuSeconds()));
        json.put("idle", history.isIdle());
        json.put(
                "requests",
                RequestThreads.of(history, evidence.carriers().used()).stream()
                        .map(r -> object("server", r.server(), "threads", r.kind().label()))
                        .toList());
        json.put(
                "platformPools",
                PlatformPool.of(history.last()).stream().map(InspectJson::platformPool).toList());
        return json;
    }

    private static Map<String, Object> platformPool(PlatformPool pool) {
        var json = new LinkedHashMap<String, Object>();
        json.put("name", pool.name());
        json.put("threads", pool.size());
        json.put("busy", pool.busy());
        return json;
    }

    private static @Nullable Map<String, @Nullable Object> carriers(CarrierEvidence carriers) {
        if (carriers.history().value().isEmpty()) {
            return null;
        }
        CarrierHistory history = carriers.history().value().get();
        var last = history.samples().getLast();
        var times = history.timesWhileSaturated();
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("parallelism", last.parallelism());
        json.put("existing", last.carriers());
        json.put("mounted", last.mounted());
        json.put("queuedMedian", number(history.typicalQueued()));
        json.put("queuedMost", number(history.mostQueued()));
        json.put("saturatedShare", history.saturatedShare());
        json.put("ranShare", times.isKnown() ? times.ran() : null);
        json.put("runQueueShare", times.isKnown() ? times.waited() : null);
        json.put("blockedShare", times.isKnown() ? times.blocked() : null);
        json.put("pinnedWaits", carriers.pinned().value().map(p -> p.count()).orElse(null));
        json.put("pinnedMillis", carriers.pinned().value().map(p -> p.nanos() / 1e6).orElse(null));
        return json;
    }

    private static Map<String, @Nullable Object> threads(ThreadDump dump) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("platform", dump.platform());
        json.put("virtual", dump.virtual());
        json.put(
                "waits",
                Waits.of(dump).stream()
                        .map(wait -> object("call", wait.call(), "threads", wait.count()))
                        .toList());
        return json;
    }

    private static Map<String, @Nullable Object> pool(PoolReading reading) {
        var pool = reading.last();
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("library", pool.library());
        json.put("name", pool.name());
        json.put("capacity", pool.capacity());
        json.put("inUse", number(pool.inUse()));
        json.put("waiting", number(pool.waiting()));
        json.put("perSecond", number(reading.perSecond()));
        var hold = reading.holdSeconds();
        json.put("holdMillis", hold.isPresent() ? (Object) (hold.getAsDouble() * 1e3) : null);
        json.put("limitPerSecond", number(reading.mostPerSecond()));
        json.put("exhaustedShare", reading.exhaustedShare());
        return json;
    }

    private static Map<String, @Nullable Object> container(ContainerUse use, Evidence evidence) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("processors", number(evidence.jvm().processors()));
        json.put("quotaCores", number(use.end().quotaCores()));
        json.put("throttledShare", number(use.throttledShare()));
        json.put("memoryBytes", number(use.end().memoryBytes()));
        json.put("maxHeapBytes", number(evidence.jvm().maxHeapBytes()));
        return json;
    }

    private static Map<String, @Nullable Object> collections(CollectionHistory history) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("count", number(history.count()));
        json.put("full", number(history.full()));
        json.put("fullInARow", number(history.fullInARow()));
        json.put("pauseShare", history.pauseShare());
        json.put("cycleShare", number(history.cycleShare()));
        json.put("stallShare", number(history.stallShare()));
        json.put("safepointShare", number(history.safepointShare()));
        json.put("heapAfterBytes", number(history.leastHeapAfter()));
        return json;
    }

    private static Map<String, @Nullable Object> memory(MemoryEvidence memory) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("directBytes", memory.directBytes().value().orElse(null));
        json.put("platformThreads", number(memory.platformThreads()));
        json.put("objects", memory.histogram().value().map(InspectJson::objects).orElse(null));
        json.put(
                "threadLocals",
                memory.threadLocals().value().map(InspectJson::threadLocals).orElse(null));
        return json;
    }

    private static Map<String, Object> threadLocals(ThreadLocalSample sample) {
        var json = new LinkedHashMap<String, Object>();
        json.put("virtualThreads", sample.threads());
        json.put("sampled", sample.sampled());
        json.put("withValues", sample.withValues());
        json.put("classes", sample.classes());
        return json;
    }

    private static Map<String, Object> objects(ClassHistogram histogram) {
        var json = new LinkedHashMap<String, Object>();
        json.put("virtualThreads", histogram.of("java.lang.VirtualThread").instances());
        json.put("stackBytes", histogram.of("jdk.internal.vm.StackChunk").bytes());
        json.put(
                "threadLocalMaps",
                histogram.of("java.lang.ThreadLocal$ThreadLocalMap").instances());
        return json;
    }

    private static Map<String, Object> library(Library library) {
        return object("name", library.name(), "version", library.version());
    }

    private static Map<String, Object> object(
            String first, Object value, String second, Object other) {
        var json = new LinkedHashMap<String, Object>();
        json.put(first, value);
        json.put(second, other);
        return json;
    }

    private static @Nullable Object number(OptionalInt value) {
        return value.isPresent() ? value.getAsInt() : null;
    }

    private static @Nullable Object number(OptionalLong value) {
        return value.isPresent() ? value.getAsLong() : null;
    }

    private static @Nullable Object number(OptionalDouble value) {
        return value.isPresent() ? value.getAsDouble() : null;
    }
}
