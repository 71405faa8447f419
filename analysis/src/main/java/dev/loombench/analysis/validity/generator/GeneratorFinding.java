package dev.loombench.analysis.validity.generator;

import dev.loombench.analysis.finding.Topic;
import dev.loombench.analysis.finding.VariantFinding;
import dev.loombench.finding.Kind;
import dev.loombench.load.result.LoadResult;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.Workload;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A limit or a disturbance of the load generator, which then affects the figures.
public sealed interface GeneratorFinding extends VariantFinding
        permits GeneratorSaturated,
                GeneratorStalled,
                GeneratorStarved,
                PacedInTicks,
                ScheduleLagged {
    @Override
    default Topic topic() {
        return Topic.GENERATOR;
    }

    @Override
    default Kind kind() {
        return switch (this) {
            case GeneratorSaturated _ -> GeneratorSaturated.KIND;
            case GeneratorStalled _ -> GeneratorStalled.KIND;
            case GeneratorStarved _ -> GeneratorStarved.KIND;
            case PacedInTicks _ -> PacedInTicks.KIND;
            case ScheduleLagged _ -> ScheduleLagged.KIND;
        };
    }

    /// All findings of some loads, but for those about the percentiles by which they are judged.
    ///
    /// @param timed as for `GeneratorStarved`
    static List<GeneratorFinding> of(
            String variant,
            Workload workload,
            Traffic traffic,
            boolean timed,
            List<LoadResult> loads) {
        return Stream.<Optional<? extends GeneratorFinding>>of(
                        GeneratorSaturated.of(variant, loads),
                        ScheduleLagged.of(variant, workload, traffic, loads),
                        GeneratorStarved.of(variant, timed, loads),
                        GeneratorStalled.of(variant, loads))
                .<GeneratorFinding>flatMap(Optional::stream)
                .toList();
    }
}
