package dev.loombench.load.grpc;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.AnyProto;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.MethodDescriptorProto;
import com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.GrpcPolicy;
import dev.loombench.traffic.Http2Policy;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.ValueSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Messages from JSON by descriptors of a file.
class GrpcTrafficTest {
    @TempDir Path folder;

    private Traffic traffic(Path protoset, String path, String body) {
        var policy = new GrpcPolicy(Optional.of(protoset));
        var connections =
                ConnectionPolicy.DEFAULT.withHttp2(
                        Optional.of(Http2Policy.DEFAULT.withGrpc(Optional.of(policy))));
        var request = new Request("POST", path, Map.of(), body, Duration.ofSeconds(1));
        Map<String, ValueSource> values =
                Map.of("id", new ValueSource.Counter(1), "photo", new ValueSource.Bytes("/9j/"));
        return new Traffic(List.of(request), values, connections);
    }

    private String encoded(Path protoset, String path, String body) {
        var traffic = encoded(traffic(protoset, path, body));
        var message = Base64.getDecoder().decode(traffic.traffic().requests().getFirst().body());
        return HexFormat.of().formatHex(message);
    }

    private Path protoset() throws IOException {
        return GreeterProto.write(
                folder.resolve("greeter.protoset"), GreeterProto.names(), GreeterProto.greeter());
    }

    /// Field 1 is a message of four bytes: its field 1, a string of two; field 2 is the number 3.
    @Test
    void a_message_is_encoded_with_its_prefix() throws IOException {
        assertThat(
                        encoded(
                                protoset(),
                                "/test.Greeter/Greet",
                                "{\"name\": {\"first\": \"Al\"}, \"times\": 3}"))
                .isEqualTo("00" + "00000008" + "0a040a02416c" + "1003");
    }

    @Test
    void no_body_is_an_empty_message() throws IOException {
        assertThat(encoded(protoset(), "/test.Greeter/Greet", "")).isEqualTo("0000000000");
    }

    /// Field 1 is a message whose field 1 is the name of a type, and field 2 a message of it.
    @Test
    void a_message_of_any_type_is_encoded_by_the_files_that_are_known() throws IOException {
        var type = "type.googleapis.com/test.Name";
        var body = "{\"content\": {\"@type\": \"%s\", \"first\": \"Al\"}}".formatted(type);
        var any = "0a1d" + HexFormat.of().formatHex(type.getBytes(US_ASCII)) + "12040a02416c";
        assertThat(encoded(envelopes(), "/test.Post/Send", body))
                .isEqualTo("00" + "00000027" + "0a25" + any);
        var other = body.replace("test.Name", "test.Other");
        var protoset = envelopes();
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> encoded(protoset, "/test.Post/Send", other))
                .withMessageContaining("the body is no test.Envelope")
                .withMessageContaining("test.Other");
    }

    /// A service whose message has one of any type; none of its files imports that of the name.
    private Path envelopes() throws IOException {
        var any = AnyProto.getDescriptor().toProto();
        var content =
                FieldDescriptorProto.newBuilder()
                        .setName("content")
                        .setNumber(1)
                        .setType(FieldDescriptorProto.Type.TYPE_MESSAGE)
                        .setTypeName(".google.protobuf.Any")
                        .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL);
        var send =
                MethodDescriptorProto.newBuilder()
                        .setName("Send")
                        .setInputType(".test.Envelope")
                        .setOutputType(".test.Envelope");
        var post =
                FileDescriptorProto.newBuilder()
                        .setName("post.proto")
                        .setPackage("test")
                        .addDependency(any.getName())
                        .addMessageType(
                                DescriptorProto.newBuilder().setName("Envelope").addField(content))
                        .addService(
                                ServiceDescriptorProto.newBuilder().setName("Post").addMethod(send))
                        .build();
        return GreeterProto.write(folder.resolve("post.protoset"), any, post, GreeterProto.names());
    }

    /// A stream of messages may have no end: it can be held.
    @Test
    void calls_have_streams_where_all_do() throws IOException {
        var greet = traffic(protoset(), "/test.Greeter/Greet", "{}");
        var follow = traffic(protoset(), "/test.Greeter/Follow", "{}");
        var first = follow.requests().getFirst();
        var other =
                new Request(
                        "greet", 1, "POST", "/test.Greeter/Greet", Map.of(), "{}", first.timeout());
        var mix = follow.withRequests(List.of(first, other));
        assertThat(streams(greet)).isFalse();
        assertThat(streams(follow)).isTrue();
        assertThat(streams(mix)).isFalse();
        assertThat(encoded(mix).unary()).containsExactly("greet");
    }

    private static boolean streams(Traffic traffic) {
        return encoded(traffic).hasStreams();
    }

    private static GrpcTraffic encoded(Traffic traffic) {
        return GrpcTraffic.encoded(
                traffic,
                () -> {
                    throw new AssertionError("the file has the descriptors");
                });
    }

    @Test
    void other_traffic_stays_as_it_is() {
        var other = Traffic.of(Request.get("/", Duration.ofSeconds(1)));
        assertThat(
                        GrpcTraffic.encoded(
                                other,
                                () -> {
                                    throw new AssertionError("no descriptors are needed");
                                }))
                .isEqualTo(new GrpcTraffic(other, Set.of()));
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "/test.Greeter/Meet | {} | test.Greeter has no method Meet; it has Greet, Upload",
                "/test.Other/Greet | {} | no service test.Other is known; known: test.Greeter",
                "/test.Greeter | {} | a method of gRPC is like /package.Service/Method",
                "/test.Greeter/Upload | {} | takes a stream of messages",
                "/test.Greeter/Greet | {\"nme\": {}} | the body is no test.Greeting of test.Greeter.Greet",
                "/test.Greeter/Greet | {\"times\": \"x\"} | the body is no test.Greeting",
                "/test.Greeter/Greet | nothing | the body is no test.Greeting",
                "/test.Greeter/Greet | {\"times\": ${id}} | has no values; it names ${id}",
                "/test.Greeter/Greet | ${photo} | the body of a call of gRPC is JSON in UTF-8"
            })
    void a_mistake_is_named(String path, String body, String message) throws IOException {
        var protoset = protoset();
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> encoded(protoset, path, body))
                .withMessageContaining(message);
    }

    @Test
    void a_file_without_its_imports_is_named() throws IOException {
        var alone = GreeterProto.write(folder.resolve("alone"), GreeterProto.greeter());
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> encoded(alone, "/test.Greeter/Greet", "{}"))
                .withMessageContaining("lacks names.proto")
                .withMessageContaining("--include_imports");
    }

    @Test
    void a_file_that_is_no_set_of_descriptors_is_named() throws IOException {
        var proto = Files.writeString(folder.resolve("greeter.proto"), "syntax = \"proto3\";");
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> encoded(proto, "/test.Greeter/Greet", "{}"))
                .withMessageContaining("--descriptor_set_out");
    }
}
