package dev.loombench.result.store;

import dev.loombench.traffic.LoadProfile;
import dev.loombench.traffic.ThinkTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.OptionalDouble;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.module.SimpleModule;

/// The JSON form of the parts of a load: a constant is a plain value, everything else an object.
final class LoadMixins {
    private LoadMixins() {}

    static SimpleModule module() {
        return new SimpleModule("load")
                .addSerializer(LoadProfile.class, new LoadProfileWriter())
                .addDeserializer(LoadProfile.class, new LoadProfileReader())
                .addSerializer(ThinkTime.class, new ThinkTimeWriter())
                .addDeserializer(ThinkTime.class, new ThinkTimeReader());
    }

    /// A number, or `points` with `atNanos` and `level`, and `warmUp` where it is set.
    private static final class LoadProfileWriter extends ValueSerializer<LoadProfile> {
        @Override
        public void serialize(
                LoadProfile profile, JsonGenerator out, SerializationContext context) {
            if (profile.points().size() == 1 && profile.warmUp().isEmpty()) {
                out.writeNumber(profile.points().getFirst().level());
                return;
            }
            out.writeStartObject();
            out.writeArrayPropertyStart("points");
            for (var point : profile.points()) {
                out.writeStartObject();
                out.writeNumberProperty("atNanos", point.at().toNanos());
                out.writeNumberProperty("level", point.level());
                out.writeEndObject();
            }
            out.writeEndArray();
            if (profile.warmUp().isPresent()) {
                out.writeNumberProperty("warmUp", profile.warmUp().getAsDouble());
            }
            out.writeEndObject();
        }
    }

    private static final class LoadProfileReader extends ValueDeserializer<LoadProfile> {
        @Override
        public LoadProfile deserialize(JsonParser in, DeserializationContext context) {
            var tree = context.readTree(in);
            if (tree.isNumber()) {
                return LoadProfile.constant(tree.asDouble());
            }
            var points = new ArrayList<LoadProfile.Point>();
            for (JsonNode point : tree.path("points")) {
                var at = Duration.ofNanos(point.path("atNanos").asLong());
                points.add(new LoadProfile.Point(at, point.path("level").asDouble()));
            }
            var warmUp = tree.path("warmUp");
            return new LoadProfile(
                    points,
                    warmUp.isNumber()
                            ? OptionalDouble.of(warmUp.asDouble())
                            : OptionalDouble.empty());
        }
    }

    /// A duration, or `mean` and `distribution`.
    private static final class ThinkTimeWriter extends ValueSerializer<ThinkTime> {
        @Override
        public void serialize(ThinkTime time, JsonGenerator out, SerializationContext context) {
            switch (time.distribution()) {
                case CONSTANT -> out.writePOJO(time.mean());
                case EXPONENTIAL -> {
                    out.writeStartObject();
                    out.writePOJOProperty("mean", time.mean());
                    out.writePOJOProperty("distribution", time.distribution());
                    out.writeEndObject();
                }
            }
        }
    }

    private static final class ThinkTimeReader extends ValueDeserializer<ThinkTime> {
        @Override
        public ThinkTime deserialize(JsonParser in, DeserializationContext context) {
            var tree = context.readTree(in);
            if (!tree.isObject()) {
                return ThinkTime.constant(context.readTreeAsValue(tree, Duration.class));
            }
            return new ThinkTime(
                    context.readTreeAsValue(tree.path("mean"), Duration.class),
                    context.readTreeAsValue(
                            tree.path("distribution"), ThinkTime.Distribution.class));
        }
    }
}
