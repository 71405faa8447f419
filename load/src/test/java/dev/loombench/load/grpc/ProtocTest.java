package dev.loombench.load.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.GrpcPolicy.ProtoFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Definitions of services; those that compile need protoc on the `PATH`.
class ProtocTest {
    private static final String NAMES =
            """
            syntax = "proto3";
            package test;
            message Name { string first = 1; }
            """;

    private static final String GREETER =
            """
            syntax = "proto3";
            package test;
            import "names.proto";
            message Greeting { Name name = 1; int32 times = 2; }
            service Greeter { rpc Greet(Greeting) returns (Greeting); }
            """;

    @TempDir private Path folder;

    private static void assumeProtoc() {
        var path = System.getenv("PATH");
        assumeTrue(
                path != null
                        && Arrays.stream(path.split(File.pathSeparator, -1))
                                .anyMatch(f -> Files.isExecutable(Path.of(f, Protoc.NAME))),
                "needs protoc");
    }

    private List<String> files(ProtoFile proto) throws IOException {
        var set = FileDescriptorSet.parseFrom(new Protoc(Protoc.NAME).descriptors(proto));
        return set.getFileList().stream().map(FileDescriptorProto::getName).toList();
    }

    @Test
    void a_definition_is_compiled_with_the_imports_of_its_folder() throws IOException {
        assumeProtoc();
        Files.writeString(folder.resolve("names.proto"), NAMES);
        var greeter = Files.writeString(folder.resolve("greeter.proto"), GREETER);
        var proto = new ProtoFile(greeter, List.of());
        assertThat(files(proto)).containsExactly("names.proto", "greeter.proto");
        var bytes = new Protoc(Protoc.NAME).descriptors(proto);
        var method = GrpcSchema.of(greeter, bytes).method("/test.Greeter/Greet");
        assertThat(method.getInputType().getFullName()).isEqualTo("test.Greeting");
    }

    @Test
    void imports_may_be_in_other_folders() throws IOException {
        assumeProtoc();
        var shared = Files.createDirectory(folder.resolve("shared files"));
        Files.writeString(shared.resolve("names.proto"), NAMES);
        var own = Files.createDirectory(folder.resolve("-own"));
        var greeter = Files.writeString(own.resolve("-greeter.proto"), GREETER);
        var proto = new ProtoFile(greeter, List.of(folder.resolve("none"), shared));
        assertThat(files(proto)).containsExactly("names.proto", "-greeter.proto");
    }

    @Test
    void a_mistake_is_told_as_protoc_does() throws IOException {
        assumeProtoc();
        var wrong = Files.writeString(folder.resolve("wrong.proto"), GREETER + "messag X {}");
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(
                        () -> new Protoc(Protoc.NAME).descriptors(new ProtoFile(wrong, List.of())))
                .withMessageStartingWith("protoc: ")
                .withMessageContaining("wrong.proto");
    }

    @Test
    void without_protoc_the_message_says_how_to_get_it() {
        var absent = folder.resolve("protoc").toString();
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() ->
                        new Protoc(absent)
                                .descriptors(new ProtoFile(Path.of("a.proto"), List.of())))
                .withMessageStartingWith("a .proto file is compiled by " + absent)
                .withMessageContaining("install it")
                .withMessageContaining("--protoset");
    }
}
