package dev.loombench.load.grpc;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.TypeRegistry;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The services of a server, by descriptors of a file or of the server itself.
final class GrpcSchema {
    /// More than any sensible chain of imports.
    private static final int MAX_DEPTH = 100;

    /// More files than any sensible service has.
    static final int MAX_FILES = 10_000;

    /// Requests for a file by its name, each of which may last for the timeout. A server's own
    /// reflection sends the imports of a service with it.
    private static final int MAX_REQUESTS = 1_000;

    /// Bytes of a server's descriptors, which take many times as many when they are parsed.
    private static final long MAX_BYTES = 1 << 24;

    /// Services or methods that a message names.
    private static final int MAX_SHOWN = 20;

    /// Characters that are shown of each.
    private static final int MAX_NAME = 200;

    /// As in `"@type": "type.googleapis.com/test.Name"`; the name is what follows the last slash.
    private static final Pattern ANY_TYPE =
            Pattern.compile("\"@type\"\\s*:\\s*\"[^\"]*/([^\"/]+)\"");

    private final Source source;
    private final long maxBytes;
    private int requests;
    private long bytes;
    private final Map<String, FileDescriptorProto> known = new LinkedHashMap<>();
    private final Map<String, FileDescriptor> built = new HashMap<>();

    /// Where descriptors come from.
    interface Source {

        /// The files that define a service or a message; the first may be any of them.
        List<FileDescriptorProto> ofSymbol(String name);

        /// The file of a name.
        List<FileDescriptorProto> ofFile(String name);

        /// The names of the services that there are, for a message; empty where they are not known.
        default List<String> services() {
            return List.of();
        }
    }

    /// The schema of a server.
    GrpcSchema(Source source) {
        this(source, MAX_BYTES);
    }

    private GrpcSchema(Source source, long maxBytes) {
        this.source = source;
        this.maxBytes = maxBytes;
    }

    /// The schema of a set of descriptors, as protoc writes it.
    ///
    /// @param file that it comes from
    /// @throws WrongInput when it is none
    static GrpcSchema of(Path file, byte[] descriptors) {
        FileDescriptorSet set;
        try {
            set = FileDescriptorSet.parseFrom(descriptors);
        } catch (InvalidProtocolBufferException e) {
            throw new WrongInput(
                    "%s is no set of descriptors (%s): protoc --include_imports --descriptor_set_out=FILE writes one"
                            .formatted(file, e.getMessage()));
        }
        return new GrpcSchema(
                new Source() {
                    @Override
                    public List<FileDescriptorProto> ofSymbol(String name) {
                        return set.getFileList();
                    }

                    @Override
                    public List<FileDescriptorProto> ofFile(String name) {
                        throw new WrongInput(
                                "%s lacks %s, which it imports: write it with protoc --include_imports"
                                        .formatted(file, name));
                    }
                },
                Long.MAX_VALUE);
    }

    /// A method.
    ///
    /// @param path as in `/package.Service/Method`
    /// @throws WrongInput when there is none, or clients stream to it
    MethodDescriptor method(String path) {
        var parts = path.split("/", -1);
        if (parts.length != 3 || parts[1].isEmpty() || parts[2].isEmpty()) {
            throw new WrongInput(
                    "a method of gRPC is like /package.Service/Method, was \"" + path + "\"");
        }
        var service = service(parts[1]);
        var method = service.findMethodByName(parts[2]);
        if (method == null) {
            throw new WrongInput(
                    "%s has no method %s; it has %s"
                            .formatted(
                                    parts[1],
                                    parts[2],
                                    listed(
                                            service.getMethods().stream()
                                                    .map(MethodDescriptor::getName)
                                                    .toList())));
        }
        if (method.isClientStreaming()) {
            throw new WrongInput(
                    "%s takes a stream of messages: unary methods and server streaming are supported"
                            .formatted(path));
        }
        return method;
    }

    /// The types that the messages of `google.protobuf.Any` in a body name, as far as they are
    /// known: what looks like a name may be an ordinary text.
    ///
    /// @param json by protobuf's own rules for JSON
    TypeRegistry types(String json) {
        var types = TypeRegistry.newBuilder();
        var names = ANY_TYPE.matcher(json);
        while (names.find()) {
            type(names.group(1)).ifPresent(type -> types.add(type));
        }
        return types.build();
    }

    private Optional<Descriptor> type(String name) {
        var found = defined(name);
        if (found.isPresent()) {
            return found;
        }
        try {
            add(source.ofSymbol(name));
        } catch (WrongInput | UncheckedIOException _) {
            return Optional.empty(); // the parser names it, where it needs it
        }
        return defined(name);
    }

    /// The type of a name, or the one around it: its file defines both.
    private Optional<Descriptor> defined(String name) {
        for (var file : List.copyOf(known.values())) {
            for (var message : file.getMessageTypeList()) {
                var full = prefix(file) + message.getName();
                if (name.equals(full) || name.startsWith(full + ".")) {
                    var types = build(file, 0).getMessageTypes();
                    return types.stream().filter(t -> t.getFullName().equals(full)).findFirst();
                }
            }
        }
        return Optional.empty();
    }

    private List<FileDescriptorProto> ofService(String name) {
        try {
            return source.ofSymbol(name);
        } catch (WrongInput unknown) {
            var services = source.services();
            throw services.isEmpty()
                    ? unknown
                    : new WrongInput(
                            "%s; it has %s".formatted(unknown.getMessage(), listed(services)));
        }
    }

    /// The first of some names, which are untrusted text.
    private static String listed(List<String> names) {
        return names.stream()
                        .limit(MAX_SHOWN)
                        .map(name -> TextSanitizer.of(TextSanitizer.shortened(name, MAX_NAME)))
                        .collect(Collectors.joining(", "))
                + (names.size() > MAX_SHOWN ? " …" : "");
    }

    private ServiceDescriptor service(String name) {
        add(ofService(name));
        for (var file : List.copyOf(known.values())) {
            if (defines(file, name)) {
                return found(file, name)
                        .orElseThrow(() -> new IllegalStateException("no service " + name));
            }
        }
        throw new WrongInput(
                "no service %s is known; known: %s"
                        .formatted(
                                name,
                                listed(
                                        known.values().stream()
                                                .flatMap(file ->
                                                        file.getServiceList().stream()
                                                                .map(s ->
                                                                        prefix(file) + s.getName()))
                                                .toList())));
    }

    private Optional<ServiceDescriptor> found(FileDescriptorProto file, String name) {
        return build(file, 0).getServices().stream()
                .filter(service -> service.getFullName().equals(name))
                .findFirst();
    }

    private static boolean defines(FileDescriptorProto file, String service) {
        return file.getServiceList().stream()
                .anyMatch(s -> (prefix(file) + s.getName()).equals(service));
    }

    private static String prefix(FileDescriptorProto file) {
        return file.getPackage().isEmpty() ? "" : file.getPackage() + ".";
    }

    private void add(List<FileDescriptorProto> files) {
        for (var file : files) {
            if (known.putIfAbsent(file.getName(), file) == null) {
                bytes += file.getSerializedSize();
            }
        }
        if (known.size() > MAX_FILES) {
            throw new WrongInput("more than %,d files of descriptors".formatted(MAX_FILES));
        }
        if (bytes > maxBytes) {
            throw new WrongInput("more than %d MiB of descriptors".formatted(maxBytes >> 20));
        }
    }

    private FileDescriptor build(FileDescriptorProto file, int depth) {
        var done = built.get(file.getName());
        if (done != null) {
            return done;
        }
        if (depth > MAX_DEPTH) {
            throw new WrongInput("descriptors that import one another in a cycle");
        }
        var imports = new ArrayList<FileDescriptor>();
        for (var name : file.getDependencyList()) {
            imports.add(build(file(name), depth + 1));
        }
        try {
            var descriptor = FileDescriptor.buildFrom(file, imports.toArray(FileDescriptor[]::new));
            built.put(file.getName(), descriptor);
            return descriptor;
        } catch (DescriptorValidationException | RuntimeException e) {
            // The library expects descriptors of protoc, and a server may send any.
            throw new WrongInput(
                    "the descriptor of %s is not valid: %s"
                            .formatted(file.getName(), e.getMessage()));
        }
    }

    private FileDescriptorProto file(String name) {
        if (!known.containsKey(name)) {
            if (requests == MAX_REQUESTS) {
                throw new WrongInput(
                        "descriptors that need more than %,d requests for their imports"
                                .formatted(MAX_REQUESTS));
            }
            requests++;
            add(source.ofFile(name));
        }
        var file = known.get(name);
        if (file == null) {
            throw new WrongInput("no descriptor of " + name + ", which another one imports");
        }
        return file;
    }
}
