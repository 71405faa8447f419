package dev.loombench.zoo.grpc;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Type;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.MethodDescriptorProto;
import com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import io.grpc.protobuf.ProtoFileDescriptorSupplier;

/// The messages and methods of the service, as protoc would describe them:
///
/// ```
/// syntax = "proto3";
/// package loombench;
/// message WorkRequest { string path = 1; int32 messages = 2; }
/// message WorkReply { int32 status = 1; string text = 2; }
/// service Work {
///   rpc Do(WorkRequest) returns (WorkReply);
///   rpc Stream(WorkRequest) returns (stream WorkReply);
/// }
/// ```
final class WorkSchema implements ProtoFileDescriptorSupplier {
    static final String SERVICE = "loombench.Work";
    static final WorkSchema INSTANCE = new WorkSchema();

    private static final String REQUEST = "WorkRequest";
    private static final String REPLY = "WorkReply";

    private final FileDescriptor file = file();

    private WorkSchema() {}

    @Override
    public FileDescriptor getFileDescriptor() {
        return file;
    }

    Descriptor request() {
        return file.findMessageTypeByName(REQUEST);
    }

    Descriptor reply() {
        return file.findMessageTypeByName(REPLY);
    }

    static FieldDescriptor field(Descriptor message, String name) {
        return message.findFieldByName(name);
    }

    private static FileDescriptor file() {
        var proto =
                FileDescriptorProto.newBuilder()
                        .setName("loombench/work.proto")
                        .setPackage("loombench")
                        .setSyntax("proto3")
                        .addMessageType(
                                message(
                                        REQUEST,
                                        field("path", 1, Type.TYPE_STRING),
                                        field("messages", 2, Type.TYPE_INT32)))
                        .addMessageType(
                                message(
                                        REPLY,
                                        field("status", 1, Type.TYPE_INT32),
                                        field("text", 2, Type.TYPE_STRING)))
                        .addService(
                                ServiceDescriptorProto.newBuilder()
                                        .setName("Work")
                                        .addMethod(method("Do", false))
                                        .addMethod(method("Stream", true)))
                        .build();
        try {
            return FileDescriptor.buildFrom(proto, new FileDescriptor[0]);
        } catch (DescriptorValidationException e) {
            throw new AssertionError(e);
        }
    }

    private static DescriptorProto message(String name, FieldDescriptorProto... fields) {
        var message = DescriptorProto.newBuilder().setName(name);
        for (var field : fields) {
            message.addField(field);
        }
        return message.build();
    }

    private static FieldDescriptorProto field(String name, int number, Type type) {
        return FieldDescriptorProto.newBuilder()
                .setName(name)
                .setNumber(number)
                .setType(type)
                .setLabel(Label.LABEL_OPTIONAL)
                .build();
    }

    private static MethodDescriptorProto method(String name, boolean streams) {
        return MethodDescriptorProto.newBuilder()
                .setName(name)
                .setInputType(".loombench." + REQUEST)
                .setOutputType(".loombench." + REPLY)
                .setServerStreaming(streams)
                .build();
    }
}
