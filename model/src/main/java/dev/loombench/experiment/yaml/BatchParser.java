package dev.loombench.experiment.yaml;

import dev.loombench.experiment.Defaults;
import dev.loombench.traffic.Workload;
import dev.loombench.yaml.MappingReader;
import dev.loombench.yaml.Node.Mapping;
import dev.loombench.yaml.Values;
import java.util.Optional;

/// Reads `load: {batch: …}`: a program that runs to its end.
final class BatchParser {
    private BatchParser() {}

    /// Whether the experiment is a batch: its load has the key `batch`.
    static boolean isBatch(MappingReader experiment) {
        return experiment
                .node("load")
                .filter(load -> load instanceof Mapping m && m.entries().containsKey("batch"))
                .isPresent();
    }

    /// The batch; empty when anything about it is wrong. Rejects all keys that concern requests.
    static Optional<Workload.Batch> read(MappingReader experiment, MappingReader load) {
        for (var key : Keys.LOAD) {
            if (!key.equals("batch")) {
                load.reject(key, key + " cannot be combined with batch, which sends no requests");
            }
        }
        experiment.reject(
                "phases",
                "phases cannot be combined with batch, which is measured from start to end");
        return load.section("batch", "a batch", Keys.BATCH)
                .flatMap(b ->
                        Optional.of(b.read("max", Values::durationAboveZero, Defaults.BATCH_MAX)))
                .map(Workload.Batch::new);
    }
}
