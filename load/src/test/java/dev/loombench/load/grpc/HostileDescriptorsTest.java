package dev.loombench.load.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import dev.loombench.http.FuzzRounds;
import dev.loombench.http2.FrameBytes;
import dev.loombench.text.WrongInput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Descriptors as a hostile server sends them: each is used, or refused as the server's fault, with
/// bounded work and memory.
class HostileDescriptorsTest {
    private static final int ROUNDS = 2_000;
    private static final String GREET = "/test.Greeter/Greet";
    private static final String BODY = "{\"name\": {\"first\": \"Al\"}, \"times\": 3}";

    /// A response of reflection: field 4 has the files, each its field 1.
    private static byte[] response(FileDescriptorProto... files) {
        var repeated = new ByteArrayOutputStream();
        for (var file : files) {
            repeated.writeBytes(field(1, file.toByteArray()));
        }
        return field(4, repeated.toByteArray());
    }

    /// A field of bytes, fewer than 2^14.
    private static byte[] field(int number, byte[] bytes) {
        int low = (bytes.length & 127) | 128;
        return new FrameBytes().raw(number << 3 | 2, low, bytes.length >> 7).raw(bytes).bytes();
    }

    /// The same response to each request.
    private static GrpcSchema.Source always(byte[] response) {
        return new GrpcSchema.Source() {
            @Override
            public List<FileDescriptorProto> ofSymbol(String name) {
                return ofFile(name);
            }

            @Override
            public List<FileDescriptorProto> ofFile(String name) {
                try {
                    return ServerReflection.files(response, name);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
    }

    @Test
    void damaged_descriptors_are_used_or_refused() {
        var good = response(GreeterProto.greeter(), GreeterProto.names());
        assertThat(encode(good)).isNotEmpty();
        FuzzRounds.run(
                ROUNDS,
                random -> {
                    try {
                        encode(FuzzRounds.damaged(good, random));
                    } catch (WrongInput | UncheckedIOException _) {
                        // refused
                    }
                });
    }

    private static byte[] encode(byte[] response) {
        var schema = new GrpcSchema(always(response));
        return GrpcMessage.encode(schema.method(GREET), BODY, schema.types(BODY));
    }

    /// A file that imports itself.
    @Test
    void imports_in_a_cycle_are_refused() {
        var file = GreeterProto.greeter().toBuilder().clearDependency();
        var cycle = response(file.addDependency("greeter.proto").build());
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> encode(cycle))
                .withMessageContaining("cycle");
    }

    /// 100 services, whose names would move the cursor of a terminal.
    @Test
    void of_many_services_a_message_names_a_few_in_printable_characters() {
        var file = FileDescriptorProto.newBuilder().setName("many.proto");
        for (int i = 0; i < 100; i++) {
            file.addServiceBuilder().setName("\u001b[2J" + i);
        }
        var many = response(file.build());
        assertThatThrownBy(() -> encode(many))
                .isInstanceOf(WrongInput.class)
                .hasMessageEndingWith("19 …")
                .hasMessageNotContaining("\u001b");
    }

    /// Each import is a request that may last for the timeout.
    @Test
    void many_requests_for_imports_are_refused() {
        var names = new ArrayList<String>();
        for (int i = 0; i < 2_000; i++) {
            names.add("import" + i + ".proto");
        }
        var asked = new ArrayList<String>();
        var schema =
                new GrpcSchema(
                        new GrpcSchema.Source() {
                            @Override
                            public List<FileDescriptorProto> ofSymbol(String name) {
                                return List.of(
                                        GreeterProto.greeter().toBuilder()
                                                .addAllDependency(names)
                                                .build(),
                                        GreeterProto.names());
                            }

                            @Override
                            public List<FileDescriptorProto> ofFile(String name) {
                                asked.add(name);
                                return List.of(
                                        FileDescriptorProto.newBuilder().setName(name).build());
                            }
                        });
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> schema.method(GREET))
                .withMessageContaining("more than 1,000 requests");
        assertThat(asked).hasSize(1_000);
    }

    /// 32 MiB, in files of 1 MiB that import one another.
    @Test
    void large_descriptors_are_refused_by_their_sum() {
        var asked = new ArrayList<String>();
        var padding = "x".repeat(1 << 20);
        var schema =
                new GrpcSchema(
                        new GrpcSchema.Source() {
                            @Override
                            public List<FileDescriptorProto> ofSymbol(String name) {
                                return List.of(GreeterProto.greeter());
                            }

                            @Override
                            public List<FileDescriptorProto> ofFile(String name) {
                                asked.add(name);
                                return List.of(
                                        FileDescriptorProto.newBuilder()
                                                .setName(name)
                                                .setSyntax(padding)
                                                .addDependency("after-" + asked.size())
                                                .build());
                            }
                        });
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> schema.method(GREET))
                .withMessageContaining("more than 16 MiB of descriptors");
        assertThat(asked).hasSize(16);
    }

    /// A file may have no bytes, and so a response any number of them.
    @Test
    void many_files_in_one_response_are_refused() {
        var files = new FileDescriptorProto[4_000];
        Arrays.fill(files, FileDescriptorProto.getDefaultInstance());
        var part = response(files);
        var whole = new FrameBytes().raw(part).raw(part).raw(part).bytes();
        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> encode(whole))
                .withMessageContaining("more than 10,000 files");
    }

    /// A field that protobuf requires and the body lacks, as version 2 has them.
    @Test
    void a_required_field_that_the_body_lacks_is_named() {
        var greeter = GreeterProto.greeter();
        var greeting = greeter.getMessageType(0);
        var times = greeting.getField(1).toBuilder().setLabel(Label.LABEL_REQUIRED);
        var file =
                greeter.toBuilder()
                        .setMessageType(0, greeting.toBuilder().setField(1, times))
                        .build();
        var required = response(file, GreeterProto.names());
        var schema = new GrpcSchema(always(required));
        var method = schema.method(GREET);
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> GrpcMessage.encode(method, "{}", schema.types("{}")))
                .withMessageContaining("times");
    }
}
