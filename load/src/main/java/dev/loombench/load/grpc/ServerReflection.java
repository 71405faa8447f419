package dev.loombench.load.grpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.WireFormat;
import dev.loombench.http.TimedExchange;
import dev.loombench.load.http2.Http2Exchange;
import dev.loombench.load.request.EncodedRequest;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Descriptors from the reflection service of a server, version 1 or its predecessor.
///
/// Source: grpc/reflection/v1/reflection.proto.
public final class ServerReflection implements GrpcSchema.Source {
    private static final List<String> SERVICES =
            List.of(
                    "grpc.reflection.v1.ServerReflection",
                    "grpc.reflection.v1alpha.ServerReflection");

    private static final int UNIMPLEMENTED = 12;
    private static final int PREFIX = 5;

    /// The longest response, bytes: more than the descriptors of any sensible service.
    private static final int MAX_RESPONSE = 1 << 24;

    /// Characters that are shown of the message of an error.
    private static final int MAX_MESSAGE = 200;

    // The fields of the messages.
    private static final int FILE_BY_FILENAME = 3;
    private static final int FILE_CONTAINING_SYMBOL = 4;
    private static final int LIST_SERVICES = 7;
    private static final int FILE_DESCRIPTOR_RESPONSE = 4;
    private static final int LIST_SERVICES_RESPONSE = 6;
    private static final int ERROR_RESPONSE = 7;
    private static final int FILE_DESCRIPTOR_PROTO = 1;
    private static final int ERROR_MESSAGE = 2;
    private static final int SERVICE = 1;
    private static final int SERVICE_NAME = 1;

    private static final String INSTEAD =
            "; --protoset FILE has the descriptors, as protoc --include_imports --descriptor_set_out=FILE"
                    + " writes them";

    private final Connector connector;
    private final CallEncoder calls;
    private final String server;
    private final Duration timeout;
    private final UnaryOperator<String> mask;

    /// Opens connections to the server.
    @FunctionalInterface
    public interface Connector {
        /// A connected socket.
        Socket connect() throws IOException;

        /// The same with TLS, after its handshake, where the server speaks it.
        default Socket secured(Socket connected) throws IOException {
            return connected;
        }
    }

    /// Encodes calls as the server expects them.
    @FunctionalInterface
    public interface CallEncoder {
        /// A call.
        ///
        /// @param path as in `/package.Service/Method`
        /// @param content its message with the prefix
        EncodedRequest encode(String path, byte[] content);
    }

    /// @param server its name in messages
    /// @param timeout of each handshake, and of each response
    /// @param mask of what the server says, which may be a secret of the calls
    public ServerReflection(
            Connector connector,
            CallEncoder calls,
            String server,
            Duration timeout,
            UnaryOperator<String> mask) {
        this.connector = connector;
        this.calls = calls;
        this.server = server;
        this.timeout = timeout;
        this.mask = mask;
    }

    @Override
    public List<FileDescriptorProto> ofSymbol(String name) {
        return ask(FILE_CONTAINING_SYMBOL, name);
    }

    @Override
    public List<FileDescriptorProto> ofFile(String name) {
        return ask(FILE_BY_FILENAME, name);
    }

    /// Without those of the reflection itself.
    @Override
    public List<String> services() {
        try {
            for (var service : SERVICES) {
                var answer = call(service, LIST_SERVICES, "*");
                if (answer.isPresent()) {
                    return names(answer.get()).stream()
                            .filter(name -> !SERVICES.contains(name))
                            .toList();
                }
            }
        } catch (IOException | UncheckedIOException _) {
            return List.of(); // they are asked for a message, which is of use without them
        }
        return List.of();
    }

    /// @throws UncheckedIOException when the server cannot be reached, or its reflection fails
    private List<FileDescriptorProto> ask(int field, String value) {
        try {
            for (var service : SERVICES) {
                var answer = call(service, field, value);
                if (answer.isPresent()) {
                    return files(answer.get(), value);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the reflection of %s failed (%s)%s".formatted(server, e.getMessage(), INSTEAD),
                    e);
        }
        throw new WrongInput(server + " has no reflection" + INSTEAD);
    }

    /// The message of the response; empty where the server lacks the service.
    private Optional<byte[]> call(String service, int field, String value) throws IOException {
        var content = new ByteArrayOutputStream();
        var exchange =
                new Http2Exchange(request(service, field, value), new LimitedOutput(content), mask);
        try (var socket = opened(connector::connect)) {
            var secured =
                    opened(() ->
                            TimedExchange.run(socket, timeout, () -> connector.secured(socket)));
            var _ =
                    TimedExchange.run(
                            socket,
                            timeout,
                            () -> {
                                exchange.run(secured.getInputStream(), secured.getOutputStream());
                                return exchange;
                            });
        }
        if (exchange.grpcStatus() == UNIMPLEMENTED || exchange.status() == 404) {
            return Optional.empty();
        }
        if (exchange.status() != 200 || exchange.grpcStatus() != 0) {
            throw new ReflectionStatus(exchange.status(), exchange.grpcStatus());
        }
        var bytes = content.toByteArray();
        if (bytes.length < PREFIX || bytes[0] != 0) {
            throw new IOException("no message, or a compressed one");
        }
        int length = ByteBuffer.wrap(bytes).getInt(1);
        if (length < 0 || length > bytes.length - PREFIX) {
            throw new IOException("a message that ends early");
        }
        return Optional.of(Arrays.copyOfRange(bytes, PREFIX, PREFIX + length));
    }

    /// @throws UncheckedIOException when there is no connection, whatever the server would respond
    private Socket opened(TimedExchange.Exchange<Socket> opening) {
        try {
            return opening.run();
        } catch (IOException e) {
            boolean isRefused =
                    e instanceof ConnectException
                            && String.valueOf(e.getMessage()).contains("refused");
            throw new UncheckedIOException(
                    (isRefused
                                    ? "no server listens at %s (%s)"
                                    : "no connection to %s, whose reflection has the descriptors (%s)")
                            .formatted(server, e.getMessage()),
                    e);
        }
    }

    private EncodedRequest request(String service, int field, String value) throws IOException {
        var message = new ByteArrayOutputStream();
        var coded = CodedOutputStream.newInstance(message);
        coded.writeString(field, value);
        coded.flush();
        return calls.encode(
                "/" + service + "/ServerReflectionInfo", GrpcMessage.framed(message.toByteArray()));
    }

    /// The files of a response, which may be any bytes.
    ///
    /// @throws IOException when it has no valid descriptors, or too many
    static List<FileDescriptorProto> files(byte[] response, String asked) throws IOException {
        var in = CodedInputStream.newInstance(response);
        var files = new ArrayList<FileDescriptorProto>();
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (WireFormat.getTagFieldNumber(tag)) {
                case FILE_DESCRIPTOR_RESPONSE -> addFiles(in.readBytes(), files);
                case ERROR_RESPONSE ->
                        throw new WrongInput(
                                "the server does not know %s: %s"
                                        .formatted(asked, errorMessage(in.readBytes())));
                default -> skip(in, tag);
            }
        }
        return files;
    }

    /// The names of services in a response, which may be any bytes.
    static List<String> names(byte[] response) throws IOException {
        var in = CodedInputStream.newInstance(response);
        var names = new ArrayList<String>();
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (WireFormat.getTagFieldNumber(tag) == LIST_SERVICES_RESPONSE) {
                for (var service : fields(in.readBytes(), SERVICE)) {
                    fields(service, SERVICE_NAME).forEach(name -> names.add(name.toStringUtf8()));
                }
            } else {
                skip(in, tag);
            }
        }
        return names;
    }

    /// The values of a repeated field of a message.
    private static List<ByteString> fields(ByteString message, int number) throws IOException {
        var in = message.newCodedInput();
        var values = new ArrayList<ByteString>();
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (WireFormat.getTagFieldNumber(tag) == number) {
                values.add(in.readBytes());
            } else {
                skip(in, tag);
            }
        }
        return values;
    }

    private static void skip(CodedInputStream in, int tag) throws IOException {
        if (!in.skipField(tag)) {
            throw new IOException("the end of a group that did not begin");
        }
    }

    private static void addFiles(ByteString response, List<FileDescriptorProto> files)
            throws IOException {
        var in = response.newCodedInput();
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (WireFormat.getTagFieldNumber(tag) == FILE_DESCRIPTOR_PROTO) {
                if (files.size() == GrpcSchema.MAX_FILES) {
                    throw new IOException(
                            "more than %,d files in a response".formatted(GrpcSchema.MAX_FILES));
                }
                files.add(FileDescriptorProto.parseFrom(in.readBytes()));
            } else {
                skip(in, tag);
            }
        }
    }

    private static String errorMessage(ByteString response) throws IOException {
        var messages = fields(response, ERROR_MESSAGE);
        return messages.isEmpty()
                ? ""
                : TextSanitizer.of(
                        TextSanitizer.shortened(messages.getLast().toStringUtf8(), MAX_MESSAGE));
    }

    /// Takes the content of a response up to the limit.
    private static final class LimitedOutput extends OutputStream {
        private final ByteArrayOutputStream to;

        LimitedOutput(ByteArrayOutputStream to) {
            this.to = to;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            if (count > MAX_RESPONSE - to.size()) {
                throw new IOException("a response of more than 16 MiB");
            }
            to.write(bytes, from, count);
        }
    }
}
