package dev.loombench;

import dev.loombench.experiment.Criteria;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.variant.Endpoint;
import dev.loombench.experiment.variant.SameAnswers;
import dev.loombench.experiment.variant.Variant;
import java.util.List;
import java.util.OptionalLong;

/// The sample experiment on services that already run.
public final class SampleEndpoints {
    private SampleEndpoints() {}

    /// With the names of the sample's variants, so that its trials fit.
    public static Experiment experiment() {
        return SampleRun.experiment()
                .withVariants(
                        List.of(
                                Variant.of(
                                        SampleRun.POOL,
                                        endpoint("http://127.0.0.1:8081", OptionalLong.empty())),
                                Variant.of(
                                        SampleRun.VIRTUAL,
                                        endpoint(
                                                "http://127.0.0.1:8082/v2/sleep?ms=100",
                                                OptionalLong.of(4711)))));
    }

    /// Two variants, `a` and `b`.
    public static Experiment experiment(Metric metric) {
        return SampleRun.experiment()
                .withVariants(
                        List.of(
                                Variant.of("a", endpoint("http://a:1", OptionalLong.empty())),
                                Variant.of("b", endpoint("http://b:1", OptionalLong.empty()))))
                .withCriteria(new Criteria(metric, 0.05, List.of()));
    }

    private static Endpoint endpoint(String url, OptionalLong pid) {
        return new Endpoint(url, pid, SameAnswers.BODY);
    }
}
