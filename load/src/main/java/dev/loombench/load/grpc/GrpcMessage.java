package dev.loombench.load.grpc;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.TypeRegistry;
import com.google.protobuf.util.JsonFormat;
import dev.loombench.text.WrongInput;
import java.nio.ByteBuffer;

/// The message of a call, encoded before a load.
final class GrpcMessage {
    /// A prefix: not compressed, and the length.
    private static final int PREFIX = 5;

    private GrpcMessage() {}

    /// The message of a method as bytes, with its prefix.
    ///
    /// @param json by protobuf's own rules for JSON
    /// @param types those that it names
    /// @throws WrongInput when it is not a message of the method
    static byte[] encode(MethodDescriptor method, String json, TypeRegistry types) {
        var builder = DynamicMessage.newBuilder(method.getInputType());
        try {
            JsonFormat.parser().usingTypeRegistry(types).merge(json, builder);
        } catch (InvalidProtocolBufferException e) {
            throw new WrongInput(
                    "the body is no %s of %s: %s"
                            .formatted(
                                    method.getInputType().getFullName(),
                                    method.getFullName(),
                                    e.getMessage()));
        }
        if (!builder.isInitialized()) {
            throw new WrongInput(
                    "the body is no %s of %s: it lacks %s"
                            .formatted(
                                    method.getInputType().getFullName(),
                                    method.getFullName(),
                                    builder.getInitializationErrorString()));
        }
        return framed(builder.build().toByteArray());
    }

    static byte[] framed(byte[] message) {
        return ByteBuffer.allocate(PREFIX + message.length)
                .put((byte) 0)
                .putInt(message.length)
                .put(message)
                .array();
    }
}
