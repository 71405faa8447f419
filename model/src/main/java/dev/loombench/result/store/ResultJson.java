package dev.loombench.result.store;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.variant.Cpus;
import dev.loombench.experiment.variant.Jdk;
import dev.loombench.experiment.variant.Ready;
import dev.loombench.observe.result.Observation;
import dev.loombench.result.TrialOutcome;
import dev.loombench.text.RecordJson;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.ValueSource;
import dev.loombench.traffic.Workload;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Base64;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import org.HdrHistogram.Histogram;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/// The JSON form of the records of a run, with mixins for types that do not declare their own.
public final class ResultJson {
    public static final JsonMapper MAPPER =
            RecordJson.mapper()
                    .addMixIn(Workload.class, WorkloadMixin.class)
                    .addMixIn(Claim.Relation.class, RelationMixin.class)
                    .addMixIn(Claim.Target.class, TargetMixin.class)
                    .addMixIn(ValueSource.class, ValueSourceMixin.class)
                    .addMixIn(Ready.class, ReadyMixin.class)
                    .addMixIn(TrialOutcome.class, TrialOutcomeMixin.class)
                    .addMixIn(Observation.class, ObservationMixin.class)
                    .addModule(LoadMixins.module())
                    .addModule(
                            new SimpleModule()
                                    .addSerializer(Histogram.class, new HistogramWriter())
                                    .addDeserializer(Histogram.class, new HistogramReader())
                                    .addSerializer(Jdk.class, new JdkWriter())
                                    .addDeserializer(Jdk.class, new JdkReader())
                                    .addSerializer(Cpus.class, new CpusWriter())
                                    .addDeserializer(Cpus.class, new CpusReader())
                                    .addSerializer(Path.class, new PathWriter())
                                    .addDeserializer(Path.class, new PathReader()))
                    .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                    .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
                    .build();

    private ResultJson() {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "model")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = LoadModel.Open.class, name = "open"),
        @JsonSubTypes.Type(value = LoadModel.Closed.class, name = "closed"),
        @JsonSubTypes.Type(value = LoadModel.HeldConnections.class, name = "held-connections"),
        @JsonSubTypes.Type(value = Workload.Batch.class, name = "batch")
    })
    private interface WorkloadMixin {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "is")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Claim.Relation.Above.class, name = "above"),
        @JsonSubTypes.Type(value = Claim.Relation.Below.class, name = "below"),
        @JsonSubTypes.Type(value = Claim.Relation.Within.class, name = "within")
    })
    private interface RelationMixin {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "target")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Claim.Target.FixedValue.class, name = "value"),
        @JsonSubTypes.Type(value = Claim.Target.Times.class, name = "times")
    })
    private interface TargetMixin {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = ValueSource.Counter.class, name = "counter"),
        @JsonSubTypes.Type(value = ValueSource.Uniform.class, name = "random"),
        @JsonSubTypes.Type(value = ValueSource.Column.class, name = "csv"),
        @JsonSubTypes.Type(value = ValueSource.Bytes.class, name = "base64"),
        @JsonSubTypes.Type(value = ValueSource.Environment.class, name = "environment"),
        @JsonSubTypes.Type(value = ValueSource.Secret.class, name = "secret")
    })
    private interface ValueSourceMixin {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "by")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Ready.Http.class, name = "http"),
        @JsonSubTypes.Type(value = Ready.Port.class, name = "port"),
        @JsonSubTypes.Type(value = Ready.LogLine.class, name = "log")
    })
    private interface ReadyMixin {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "outcome")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = TrialOutcome.Completed.class, name = "completed"),
        @JsonSubTypes.Type(value = TrialOutcome.BatchCompleted.class, name = "batch-completed"),
        @JsonSubTypes.Type(value = TrialOutcome.Failed.class, name = "failed")
    })
    private interface TrialOutcomeMixin {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Observation.Series.class, name = "series"),
        @JsonSubTypes.Type(value = Observation.Events.class, name = "events"),
        @JsonSubTypes.Type(value = Observation.ThreadDump.class, name = "threads"),
        @JsonSubTypes.Type(value = Observation.Pinned.class, name = "pinned"),
        @JsonSubTypes.Type(value = Observation.Pool.class, name = "pool"),
        @JsonSubTypes.Type(value = Observation.Profile.class, name = "profile"),
        @JsonSubTypes.Type(value = Observation.ThreadCpu.class, name = "thread-cpu"),
        @JsonSubTypes.Type(value = Observation.Libraries.class, name = "libraries"),
        @JsonSubTypes.Type(value = Observation.Unavailable.class, name = "unavailable")
    })
    private interface ObservationMixin {}

    /// Writes the base64 of HdrHistogram's compressed form, as in its log files.
    private static final class HistogramWriter extends ValueSerializer<Histogram> {
        @Override
        public void serialize(
                Histogram histogram, JsonGenerator out, SerializationContext context) {
            var buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
            int length =
                    histogram.encodeIntoCompressedByteBuffer(buffer, Deflater.BEST_COMPRESSION);
            out.writeString(
                    Base64.getEncoder()
                            .encodeToString(java.util.Arrays.copyOf(buffer.array(), length)));
        }
    }

    private static final class HistogramReader extends ValueDeserializer<Histogram> {
        @Override
        public Histogram deserialize(JsonParser in, DeserializationContext context) {
            var text = in.getString();
            try {
                return Histogram.decodeFromCompressedByteBuffer(
                        ByteBuffer.wrap(Base64.getDecoder().decode(text)), 1);
            } catch (DataFormatException | RuntimeException e) {
                throw InvalidFormatException.from(
                        in, "not a compressed histogram: " + e.getMessage(), text, Histogram.class);
            }
        }
    }

    /// Writes a JDK as an experiment names it: a version or a path.
    private static final class JdkWriter extends ValueSerializer<Jdk> {
        @Override
        public void serialize(Jdk jdk, JsonGenerator out, SerializationContext context) {
            out.writeString(jdk.text());
        }
    }

    private static final class JdkReader extends ValueDeserializer<Jdk> {
        @Override
        public Jdk deserialize(JsonParser in, DeserializationContext context) {
            return Jdk.of(in.getString());
        }
    }

    /// Writes processors as an experiment names them.
    private static final class CpusWriter extends ValueSerializer<Cpus> {
        @Override
        public void serialize(Cpus cpus, JsonGenerator out, SerializationContext context) {
            out.writeString(cpus.text());
        }
    }

    private static final class CpusReader extends ValueDeserializer<Cpus> {
        @Override
        public Cpus deserialize(JsonParser in, DeserializationContext context) {
            return Cpus.of(in.getString());
        }
    }

    private static final class PathWriter extends ValueSerializer<Path> {
        @Override
        public void serialize(Path path, JsonGenerator out, SerializationContext context) {
            out.writeString(path.toString());
        }
    }

    private static final class PathReader extends ValueDeserializer<Path> {
        @Override
        public Path deserialize(JsonParser in, DeserializationContext context) {
            return Path.of(in.getString());
        }
    }
}
