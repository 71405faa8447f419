package dev.loombench.agent;

import dev.loombench.load.LoadPlan;
import dev.loombench.load.LoadSettings;
import dev.loombench.load.LoadShare;
import dev.loombench.load.grpc.GrpcTraffic;
import dev.loombench.load.pace.Pacing;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.requests.RecordedArrivals;
import dev.loombench.result.store.ResultJson;
import dev.loombench.text.EnvironmentValue;
import dev.loombench.text.TextFile;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.GrpcPolicy;
import dev.loombench.traffic.Http2Policy;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.TlsPolicy;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.ValueSource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;

/// A plan of a load as texts: the plan itself as JSON, the CSV files that its values come from, the
/// certificates and the key of TLS, and the descriptors of gRPC in Base64. Variables of the
/// environment and secrets are those of the controller: an agent reads neither its own files nor
/// its own environment for a controller.
final class PlanText {
    static final String PLAN = "plan";

    /// A number, and the name of a file, which is no way out of its folder.
    private static final Pattern SENT_FILE = Pattern.compile("\\d+/(?!\\.{1,2}$)[^/\\\\\\x00]+");

    private PlanText() {}

    private record Document(
            Target target,
            LoadModel model,
            Traffic traffic,
            long seed,
            Settings settings,
            LoadShare share,
            boolean beginsWithWindow,
            Map<String, String> environment,
            Map<String, String> secrets) {}

    /// @param address of the host as the controller knows it
    private record Target(String host, String address, int port) {
        static Target of(InetSocketAddress target) {
            return new Target(
                    target.getHostString(), target.getAddress().getHostAddress(), target.getPort());
        }

        InetSocketAddress resolved() throws UnknownHostException {
            var literal = InetAddress.ofLiteral(address).getAddress();
            return new InetSocketAddress(InetAddress.getByAddress(host, literal), port);
        }
    }

    /// @param transport and `pacing` by their names
    private record Settings(String transport, String pacing, int threads) {
        static Settings of(LoadSettings settings) {
            return new Settings(
                    settings.transport().label(), settings.pacing().label(), settings.threads());
        }

        LoadSettings parsed() {
            return new LoadSettings(
                    TransportChoice.named(transport), Pacing.named(pacing), threads);
        }
    }

    /// The texts of a plan by name; the plan is the last.
    ///
    /// @throws WrongInput when a file cannot be read, there are too many, they are too long, a
    ///   variable is not set or a secret is not known
    static Map<String, String> of(LoadPlan plan) {
        var texts = new LinkedHashMap<String, String>();
        var names = new LinkedHashMap<Path, String>();
        var values = new LinkedHashMap<String, ValueSource>();
        var environment = new LinkedHashMap<String, String>();
        var secrets = new LinkedHashMap<String, String>();
        plan.traffic()
                .values()
                .forEach((name, source) -> {
                    values.put(name, source);
                    switch (source) {
                        case ValueSource.Column(var file, var column, var random) -> {
                            var sent = sent(file, names, texts);
                            values.put(name, new ValueSource.Column(sent, column, random));
                        }
                        case ValueSource.Environment(var variable) ->
                                environment.put(
                                        variable,
                                        EnvironmentValue.of(variable, plan.environment()));
                        case ValueSource.Secret secret -> secrets.put(name, secret.known(name));
                        case ValueSource.Counter _, ValueSource.Uniform _, ValueSource.Bytes _ -> {}
                    }
                });
        var replay =
                plan.traffic()
                        .replay()
                        .map(recorded -> {
                            var sent = names.size() + "/arrivals";
                            names.put(recorded.file(), sent);
                            texts.put(sent, RecordedArrivals.of(recorded).text());
                            return recorded.in(Path.of(sent));
                        });
        var tls =
                plan.traffic()
                        .connections()
                        .tls()
                        .map(policy -> withFiles(policy, file -> sent(file, names, texts)));
        var descriptors = descriptors(plan.traffic());
        if (descriptors.isPresent()) {
            requireCalls(plan.traffic());
            var sent = names.size() + "/descriptors";
            names.put(descriptors.get(), sent);
            texts.put(sent, base64(grpc(plan.traffic()).orElseThrow()));
            descriptors = Optional.of(Path.of(sent));
        }
        if (names.size() >= ReceivedTexts.MAX_TEXTS) {
            throw new WrongInput(
                    "the values and the TLS of the load come from %,d files, and an agent accepts at most %,d"
                            .formatted(names.size(), ReceivedTexts.MAX_TEXTS - 1));
        }
        var document =
                new Document(
                        Target.of(plan.target()),
                        plan.model(),
                        plan.traffic()
                                .withValues(values)
                                .withTls(tls)
                                .withHttp2(withDescriptors(plan.traffic(), descriptors))
                                .withReplay(replay),
                        plan.seed(),
                        Settings.of(plan.settings()),
                        plan.share(),
                        plan.beginsWithWindow(),
                        environment,
                        secrets);
        texts.put(PLAN, ResultJson.MAPPER.writeValueAsString(document));
        ReceivedTexts.requireSize(texts);
        return texts;
    }

    /// The name under which a file is sent; its text is added when it is new.
    private static Path sent(Path file, Map<Path, String> names, Map<String, String> texts) {
        var sent = names.get(file);
        if (sent == null) {
            sent = names.size() + "/" + file.getFileName();
            names.put(file, sent);
            texts.put(sent, TextFile.read(file));
        }
        return Path.of(sent);
    }

    /// The file of descriptors or definitions that a load of gRPC has; empty for reflection and
    /// other loads. An agent gets descriptors, and compiles nothing.
    private static Optional<Path> descriptors(Traffic traffic) {
        return grpc(traffic).flatMap(GrpcPolicy::file);
    }

    private static Optional<GrpcPolicy> grpc(Traffic traffic) {
        return traffic.connections().http2().flatMap(Http2Policy::grpc);
    }

    private static Optional<Http2Policy> withDescriptors(
            Traffic traffic, Optional<Path> descriptors) {
        return traffic.connections()
                .http2()
                .map(policy ->
                        policy.withGrpc(policy.grpc().map(_ -> new GrpcPolicy(descriptors))));
    }

    /// Checks the file and the bodies here, where messages have the user's name of the file.
    ///
    /// @throws WrongInput when the file does not have a method, or a body is not its message
    private static void requireCalls(Traffic traffic) {
        var _ =
                GrpcTraffic.encoded(
                        traffic,
                        () -> {
                            throw new IllegalStateException("the file has the descriptors");
                        });
    }

    private static String base64(GrpcPolicy policy) {
        return Base64.getEncoder().encodeToString(GrpcTraffic.descriptors(policy));
    }

    private static TlsPolicy withFiles(TlsPolicy policy, UnaryOperator<Path> other) {
        return policy.withFiles(
                policy.authorities().map(other),
                policy.certificate().map(other),
                policy.key().map(other));
    }

    /// The plan that such texts contain, with its files in a folder.
    ///
    /// @param folder exists and is empty
    /// @throws WrongInput when they contain no plan
    static LoadPlan read(Map<String, String> texts, Path folder) throws IOException {
        Document document;
        try {
            document = ResultJson.MAPPER.readValue(texts.getOrDefault(PLAN, "{}"), Document.class);
        } catch (JacksonException e) {
            throw new WrongInput("the controller sent no plan: " + e.getOriginalMessage());
        }
        var values = new LinkedHashMap<String, ValueSource>();
        for (var entry : document.traffic().values().entrySet()) {
            var source =
                    switch (entry.getValue()) {
                        case ValueSource.Column(var file, var column, var random) ->
                                new ValueSource.Column(
                                        received(file, texts, folder), column, random);
                        case ValueSource.Secret _ ->
                                new ValueSource.Secret(
                                        Optional.ofNullable(
                                                document.secrets().get(entry.getKey())));
                        case ValueSource.Counter _,
                                ValueSource.Uniform _,
                                ValueSource.Bytes _,
                                ValueSource.Environment _ ->
                                entry.getValue();
                    };
            values.put(entry.getKey(), source);
        }
        var tls = new ArrayList<TlsPolicy>();
        for (var policy : document.traffic().connections().tls().stream().toList()) {
            tls.add(
                    policy.withFiles(
                            received(policy.authorities(), texts, folder),
                            received(policy.certificate(), texts, folder),
                            received(policy.key(), texts, folder)));
        }
        var descriptors = descriptors(document.traffic());
        if (descriptors.isPresent()) {
            var file = received(descriptors.get(), texts, folder);
            Files.write(file, decoded(Files.readString(file)));
            descriptors = Optional.of(file);
        }
        var recorded = document.traffic().replay();
        var replay =
                recorded.isEmpty()
                        ? recorded
                        : Optional.of(
                                recorded.get().in(received(recorded.get().file(), texts, folder)));
        return new LoadPlan(
                document.target().resolved(),
                document.model(),
                document.traffic()
                        .withValues(values)
                        .withTls(tls.stream().findFirst())
                        .withHttp2(withDescriptors(document.traffic(), descriptors))
                        .withReplay(replay),
                document.seed(),
                document.settings().parsed(),
                document.share(),
                document.beginsWithWindow(),
                document.environment());
    }

    private static byte[] decoded(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new WrongInput("the controller sent no descriptors: " + e.getMessage());
        }
    }

    private static Optional<Path> received(
            Optional<Path> sent, Map<String, String> texts, Path folder) throws IOException {
        return sent.isEmpty() ? sent : Optional.of(received(sent.get(), texts, folder));
    }

    /// A file that was sent, written to the folder under its name.
    private static Path received(Path sent, Map<String, String> texts, Path folder)
            throws IOException {
        var text = texts.get(sent.toString());
        if (text == null || !SENT_FILE.matcher(sent.toString()).matches()) {
            throw new WrongInput("the plan names the file %s, which was not sent".formatted(sent));
        }
        var file = folder.resolve(sent);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        return file;
    }
}
