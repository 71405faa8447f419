package dev.loombench.load.grpc;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.DescriptorProtos.MethodDescriptorProto;
import com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Descriptors of a service in two files, as protoc writes them:
///
/// ```
/// // names.proto, package test
/// message Name { string first = 1; }
/// // greeter.proto, package test, imports names.proto
/// message Greeting { Name name = 1; int32 times = 2; }
/// service Greeter {
///   rpc Greet(Greeting) returns (Greeting);
///   rpc Upload(stream Greeting) returns (Greeting);
///   rpc Follow(Greeting) returns (stream Greeting);
/// }
/// ```
public final class GreeterProto {
    private GreeterProto() {}

    public static FileDescriptorProto names() {
        return FileDescriptorProto.newBuilder()
                .setName("names.proto")
                .setPackage("test")
                .addMessageType(
                        DescriptorProto.newBuilder()
                                .setName("Name")
                                .addField(field("first", 1, FieldDescriptorProto.Type.TYPE_STRING)))
                .build();
    }

    public static FileDescriptorProto greeter() {
        return FileDescriptorProto.newBuilder()
                .setName("greeter.proto")
                .setPackage("test")
                .addDependency("names.proto")
                .addMessageType(
                        DescriptorProto.newBuilder()
                                .setName("Greeting")
                                .addField(
                                        field("name", 1, FieldDescriptorProto.Type.TYPE_MESSAGE)
                                                .setTypeName(".test.Name"))
                                .addField(field("times", 2, FieldDescriptorProto.Type.TYPE_INT32)))
                .addService(
                        ServiceDescriptorProto.newBuilder()
                                .setName("Greeter")
                                .addMethod(method("Greet"))
                                .addMethod(method("Upload").setClientStreaming(true))
                                .addMethod(method("Follow").setServerStreaming(true)))
                .build();
    }

    public static Path write(Path file, FileDescriptorProto... files) throws IOException {
        var set = FileDescriptorSet.newBuilder();
        for (var one : files) {
            set.addFile(one);
        }
        return Files.write(file, set.build().toByteArray());
    }

    private static FieldDescriptorProto.Builder field(
            String name, int number, FieldDescriptorProto.Type type) {
        return FieldDescriptorProto.newBuilder()
                .setName(name)
                .setNumber(number)
                .setType(type)
                .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL);
    }

    private static MethodDescriptorProto.Builder method(String name) {
        return MethodDescriptorProto.newBuilder()
                .setName(name)
                .setInputType(".test.Greeting")
                .setOutputType(".test.Greeting");
    }
}
