package dev.loombench.diagnose.rule.pool;

import dev.loombench.analysis.concurrency.ConfiguredLimits;
import dev.loombench.analysis.concurrency.Framework;
import dev.loombench.analysis.concurrency.PoolLibrary;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.finding.ServiceFinding.Setting;
import java.util.Optional;
import java.util.OptionalLong;

/// What sets the size of a pool, and the size to try.
final class PoolSize {
    /// The largest size to try, as a multiple of the present one: as after a run.
    private static final int MOST_TIMES = 5;

    private PoolSize() {}

    /// `5 in its configuration; spring.datasource.hikari.maximum-pool-size`.
    static String describe(PoolLibrary library, OptionalLong configured, Evidence evidence) {
        return (configured.isPresent()
                        ? "%,d in its configuration".formatted(configured.getAsLong())
                        : "unknown; "
                                + (library.defaultCapacity() == Integer.MAX_VALUE
                                        ? "no limit where nothing sets it"
                                        : "%d%s where nothing sets it"
                                                .formatted(
                                                        library.defaultCapacity(),
                                                        library.otherDefault())))
                + property(library, evidence).map(name -> "; " + name).orElse("");
    }

    /// The property that sets the size of a pool, in words: where neither settings nor jars are
    /// known, that of Spring Boot under its condition.
    static Optional<String> property(PoolLibrary library, Evidence evidence) {
        return evidence.application()
                .property(library)
                .or(() ->
                        library.property(Framework.SPRING_BOOT)
                                .filter(_ -> evidence.application().libraries().value().isEmpty())
                                .filter(_ -> evidence.application().frameworks().isEmpty())
                                .map("with Spring Boot "::concat));
    }

    /// The same with the setting that enlarges the pool, where a property does.
    ///
    /// @param present its size
    /// @param waiting requests or threads
    static ServiceFinding withSetting(
            ServiceFinding finding,
            PoolLibrary library,
            long present,
            long waiting,
            Evidence evidence) {
        return evidence.application()
                .property(library)
                .filter(ConfiguredLimits::isWhole)
                .map(property ->
                        finding.withSetting(
                                new Setting(property, present, larger(present, waiting))))
                .orElse(finding);
    }

    /// The size of a pool to try, with room for what waits.
    static long larger(long present, long waiting) {
        return Math.min(MOST_TIMES * present, present + Math.max(present, waiting));
    }
}
