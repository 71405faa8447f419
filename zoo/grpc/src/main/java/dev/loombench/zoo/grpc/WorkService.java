package dev.loombench.zoo.grpc;

import com.google.protobuf.DynamicMessage;
import dev.loombench.zoo.work.Work;
import dev.loombench.zoo.work.WorkResponse;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;

/// The service: a call names a path of the zoo, as in `/sleep?ms=10`, and the thread that runs the
/// handler does its work. A stream repeats it for each message. What fails over HTTP with a status
/// has one of gRPC.
final class WorkService {
    private static final int OK = 200;

    private final Work work;

    private WorkService(Work work) {
        this.work = work;
    }

    static ServerServiceDefinition of(Work work) {
        var service = new WorkService(work);
        var unary = method("Do", MethodType.UNARY);
        var stream = method("Stream", MethodType.SERVER_STREAMING);
        var descriptor =
                ServiceDescriptor.newBuilder(WorkSchema.SERVICE)
                        .setSchemaDescriptor(WorkSchema.INSTANCE)
                        .addMethod(unary)
                        .addMethod(stream)
                        .build();
        return ServerServiceDefinition.builder(descriptor)
                .addMethod(unary, ServerCalls.asyncUnaryCall(service::reply))
                .addMethod(stream, ServerCalls.asyncServerStreamingCall(service::stream))
                .build();
    }

    private static MethodDescriptor<DynamicMessage, DynamicMessage> method(
            String name, MethodType type) {
        var schema = WorkSchema.INSTANCE;
        return MethodDescriptor.newBuilder(
                        ProtoUtils.marshaller(DynamicMessage.getDefaultInstance(schema.request())),
                        ProtoUtils.marshaller(DynamicMessage.getDefaultInstance(schema.reply())))
                .setType(type)
                .setFullMethodName(
                        MethodDescriptor.generateFullMethodName(WorkSchema.SERVICE, name))
                .build();
    }

    private void reply(DynamicMessage request, StreamObserver<DynamicMessage> replies) {
        if (respond(request, replies)) {
            replies.onCompleted();
        }
    }

    private void stream(DynamicMessage request, StreamObserver<DynamicMessage> replies) {
        var field = WorkSchema.field(WorkSchema.INSTANCE.request(), "messages");
        int messages = Math.max(1, (int) request.getField(field));
        for (int i = 0; i < messages; i++) {
            if (!respond(request, replies)) {
                return;
            }
        }
        replies.onCompleted();
    }

    /// Sends one message, or ends the call with a status.
    ///
    /// @return whether the call goes on
    private boolean respond(DynamicMessage request, StreamObserver<DynamicMessage> replies) {
        var response = perform(request);
        if (response.status() != OK) {
            replies.onError(failure(response).asRuntimeException());
            return false;
        }
        var reply = WorkSchema.INSTANCE.reply();
        replies.onNext(
                DynamicMessage.newBuilder(reply)
                        .setField(WorkSchema.field(reply, "status"), response.status())
                        .setField(WorkSchema.field(reply, "text"), response.text())
                        .build());
        return true;
    }

    private static Status failure(WorkResponse response) {
        var status =
                switch (response.status()) {
                    case 400 -> Status.INVALID_ARGUMENT;
                    case 404 -> Status.NOT_FOUND;
                    default -> Status.UNAVAILABLE;
                };
        return status.withDescription(response.text());
    }

    private WorkResponse perform(DynamicMessage request) {
        var target =
                (String) request.getField(WorkSchema.field(request.getDescriptorForType(), "path"));
        int end = target.indexOf('?');
        return end < 0
                ? work.respond(target, null)
                : work.respond(target.substring(0, end), target.substring(end + 1));
    }
}
