package dev.loombench.report.inspect;

import dev.loombench.diagnose.evidence.CarrierEvidence;
import dev.loombench.diagnose.evidence.CarrierHistory;
import dev.loombench.diagnose.evidence.CollectionHistory;
import dev.loombench.diagnose.evidence.ContainerUse;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.evidence.MemoryEvidence;
import dev.loombench.diagnose.evidence.PlatformPool;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.rule.resource.WebServerThreads;
import dev.loombench.observe.result.ClassHistogram;
import dev.loombench.observe.result.JvmIdentity;
import dev.loombench.observe.result.LimitedMemory;
import dev.loombench.observe.result.LimitedMemory.Use;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.ThreadLocalSample;
import dev.loombench.observe.result.ThreadLocalSample.ValueClass;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The evidence of a diagnosis for other programs.
final class EvidenceJson {
    private EvidenceJson() {}

    /// What threads did, by their stacks at a few moments.
    ///
    /// @param cpuSeconds of the threads between the first and the last moment
    record ActivityJson(
            int moments,
            OptionalDouble cpuSeconds,
            boolean idle,
            List<RequestsJson> requests,
            List<PlatformPoolJson> platformPools) {
        static ActivityJson of(ThreadHistory history, Evidence evidence) {
            return new ActivityJson(
                    history.moments().size(),
                    history.cpuSeconds(),
                    history.isIdle(),
                    WebServerThreads.of(evidence, history).stream()
                            .map(r -> new RequestsJson(r.server(), r.kind().label()))
                            .toList(),
                    PlatformPool.of(history.last()).stream()
                            .filter(PlatformPool::isPool)
                            .map(p -> new PlatformPoolJson(p.name(), p.size(), p.busy()))
                            .toList());
        }
    }

    /// @param threads `virtual`, `platform`, `probably-virtual` or `unknown`
    record RequestsJson(String server, String threads) {}

    record PlatformPoolJson(String name, int threads, int busy) {}

    /// @param parallelism where it is known: files show the carriers that exist, which may be fewer
    /// @param ranShare and the other shares: of the carriers' time while saturated
    record CarriersJson(
            OptionalLong parallelism,
            long existing,
            long mounted,
            OptionalLong queuedMedian,
            OptionalLong queuedMost,
            double saturatedShare,
            OptionalDouble ranShare,
            OptionalDouble runQueueShare,
            OptionalDouble blockedShare,
            OptionalLong pinnedWaits,
            OptionalDouble pinnedMillis) {
        static Optional<CarriersJson> of(CarrierEvidence carriers) {
            return carriers.history().value().map(history -> of(history, carriers));
        }

        private static CarriersJson of(CarrierHistory history, CarrierEvidence carriers) {
            var last = history.samples().getLast();
            var times = history.timesWhileSaturated();
            var pinned = carriers.pinned().value();
            return new CarriersJson(
                    carriers.exact() ? OptionalLong.of(last.parallelism()) : OptionalLong.empty(),
                    last.carriers(),
                    last.mounted(),
                    history.typicalQueued(),
                    history.mostQueued(),
                    history.saturatedShare(),
                    times.isKnown() ? OptionalDouble.of(times.ran()) : OptionalDouble.empty(),
                    times.isKnown() ? OptionalDouble.of(times.waited()) : OptionalDouble.empty(),
                    times.isKnown() ? OptionalDouble.of(times.blocked()) : OptionalDouble.empty(),
                    pinned.map(p -> OptionalLong.of(p.count())).orElse(OptionalLong.empty()),
                    pinned.map(p -> OptionalDouble.of(p.nanos() / 1e6))
                            .orElse(OptionalDouble.empty()));
        }
    }

    /// @param waits by the first call of the application, most threads first
    record ThreadsJson(long platform, long virtual, List<WaitsJson> waits) {
        static ThreadsJson of(ThreadDump dump) {
            return new ThreadsJson(
                    dump.platform(),
                    dump.virtual(),
                    Waits.of(dump).stream()
                            .map(wait -> new WaitsJson(wait.call(), wait.count()))
                            .toList());
        }
    }

    record WaitsJson(String call, long threads) {}

    /// @param perSecond uses; it, `holdMillis` and `limitPerSecond` follow from Little's law
    /// @param exhaustedShare of the readings
    record PoolJson(
            String library,
            String name,
            long capacity,
            OptionalLong inUse,
            OptionalLong waiting,
            OptionalDouble perSecond,
            OptionalDouble holdMillis,
            OptionalDouble limitPerSecond,
            double exhaustedShare) {
        static PoolJson of(PoolReading reading, Evidence evidence) {
            var pool = reading.last();
            var hold = reading.holdSeconds();
            return new PoolJson(
                    pool.library(),
                    pool.name(),
                    pool.capacity(),
                    pool.inUse(),
                    pool.waiting(),
                    reading.perSecond(),
                    hold.isPresent() ? OptionalDouble.of(hold.getAsDouble() * 1e3) : hold,
                    evidence.mostPerSecond(reading),
                    reading.exhaustedShare());
        }
    }

    /// @param processors as the JVM counts them
    /// @param othersShare of the machine's processors, that other programs used
    /// @param runQueueSeconds for which its threads waited for a processor, added up
    record ContainerJson(
            OptionalInt processors,
            OptionalDouble quotaCores,
            OptionalDouble throttledShare,
            OptionalDouble othersShare,
            OptionalDouble runQueueSeconds,
            OptionalLong memoryBytes,
            OptionalLong maxHeapBytes) {
        static ContainerJson of(ContainerUse use, JvmIdentity jvm) {
            return new ContainerJson(
                    jvm.processors(),
                    use.end().quotaCores(),
                    use.throttledShare(),
                    use.others().busy(),
                    use.waitedSeconds(),
                    use.end().memoryBytes(),
                    jvm.maxHeapBytes());
        }
    }

    /// @param heapAfterBytes the least heap in use after collections
    record CollectionsJson(
            OptionalLong count,
            OptionalLong full,
            OptionalLong fullInARow,
            double pauseShare,
            OptionalDouble cycleShare,
            OptionalDouble stallShare,
            OptionalDouble safepointShare,
            OptionalLong heapAfterBytes) {
        static CollectionsJson of(CollectionHistory history) {
            return new CollectionsJson(
                    history.count(),
                    history.full(),
                    history.fullInARow(),
                    history.pauseShare(),
                    history.cycleShare(),
                    history.stallShare(),
                    history.safepointShare(),
                    history.leastHeapAfter());
        }
    }

    /// @param limited metadata and code, as far as they have limits
    /// @param objects and `threadLocals`: with `--memory`
    record MemoryJson(
            Optional<Long> directBytes,
            Optional<List<LimitedJson>> limited,
            OptionalLong platformThreads,
            Optional<ObjectsJson> objects,
            Optional<ThreadLocalsJson> threadLocals) {
        static MemoryJson of(MemoryEvidence memory) {
            return new MemoryJson(
                    memory.directBytes().value(),
                    memory.limited().map(all -> all.stream().map(LimitedJson::of).toList()),
                    memory.platformThreads(),
                    memory.histogram().value().map(ObjectsJson::of),
                    memory.threadLocals().value().map(ThreadLocalsJson::of));
        }
    }

    /// @param kind `metaspace`, `class-space` or `code`
    /// @param usedBytes and `maxBytes`: empty where only failures are known
    /// @param failures how often there was no room, as far as files show it
    record LimitedJson(
            String kind, Optional<Long> usedBytes, Optional<Long> maxBytes, long failures) {
        static LimitedJson of(LimitedMemory memory) {
            return new LimitedJson(
                    memory.kind().label(),
                    memory.use().map(Use::bytes),
                    memory.use().map(Use::maxBytes),
                    memory.failures());
        }
    }

    record ObjectsJson(long virtualThreads, long stackBytes, long threadLocalMaps) {
        static ObjectsJson of(ClassHistogram histogram) {
            return new ObjectsJson(
                    histogram.of("java.lang.VirtualThread").instances(),
                    histogram.of("jdk.internal.vm.StackChunk").bytes(),
                    histogram.of("java.lang.ThreadLocal$ThreadLocalMap").instances());
        }
    }

    record ThreadLocalsJson(
            long virtualThreads, long sampled, long withValues, List<ValueClass> classes) {
        static ThreadLocalsJson of(ThreadLocalSample sample) {
            return new ThreadLocalsJson(
                    sample.threads(), sample.sampled(), sample.withValues(), sample.classes());
        }
    }
}
