package harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// CPU per request with every connection busy.
///
/// All generators are started and warmed, then paused; each round runs every one of them for one
/// short window, in random order, so that what disturbs the machine hits all alike. A lane is read
/// while it is paused, so its counts are exact.
final class Closed {
    private static final int LONGER_THAN_ANY_RUN = 86_000; // s

    private final Options options;
    private final Map<String, Lane> lanes = new LinkedHashMap<>();
    private final Map<String, List<Window>> windows = new LinkedHashMap<>();
    private final Map<String, Long> connected = new HashMap<>();
    private final Map<String, Long> resident = new HashMap<>();

    private Closed(Options options) {
        this.options = options;
    }

    static String run(Options options) {
        var comparison = new Closed(options);
        try {
            comparison.warm();
            comparison.rounds();
            comparison.lanes.forEach((name, lane) ->
                    comparison.resident.put(name, lane.generator().residentKilobytes()));
        } finally {
            comparison.lanes.values().forEach(Lane::close);
        }
        comparison.write();
        return comparison.table();
    }

    private void warm() {
        for (var peer : options.peers()) {
            if (peer.closed().isEmpty()) {
                continue;
            }
            Compare.say("warming " + peer.name());
            try {
                var lane =
                        Lane.open(
                                peer,
                                options,
                                options.connections(),
                                LONGER_THAN_ANY_RUN,
                                false,
                                Slowness.NONE);
                lanes.put(peer.name(), lane);
                Compare.sleep(options.warmUpSeconds() * 1000L);
                lane.pause();
                lane.requireAnswers();
                connected.put(peer.name(), lane.responder().open());
                windows.put(peer.name(), new ArrayList<>());
            } catch (Failed e) {
                drop(peer.name(), e);
            }
        }
    }

    private void rounds() {
        var random = new Random(options.seed());
        for (int round = 1; round <= options.rounds(); round++) {
            var order = new ArrayList<>(lanes.keySet());
            Collections.shuffle(order, random);
            for (var name : order) {
                try {
                    windows.get(name).add(window(lanes.get(name)));
                } catch (Failed e) {
                    drop(name, e);
                }
            }
            if (round % 10 == 0) {
                Compare.say("round %d of %d".formatted(round, options.rounds()));
            }
        }
    }

    private Window window(Lane lane) {
        var before = lane.read();
        lane.resume();
        Compare.sleep(options.windowMillis());
        lane.pause();
        var window = Window.between(before, lane.read());
        if (window.answered() == 0) {
            throw new Failed(lane.peer().name() + " got no answer within a window");
        }
        return window;
    }

    private void drop(String name, Failed why) {
        Compare.say("leaves the comparison: " + why.getMessage());
        windows.remove(name);
        var lane = lanes.remove(name);
        if (lane != null) {
            lane.close();
        }
    }

    private String table() {
        var table =
                new Table(
                        "generator",
                        "CPU us/request",
                        "of " + options.against(),
                        "quartiles",
                        "RSS MB",
                        "responder us",
                        "connections");
        var reference = windows.get(options.against());
        windows.entrySet().stream()
                .sorted((a, b) ->
                        Double.compare(cpu(a.getValue()).median(), cpu(b.getValue()).median()))
                .forEach(e -> {
                    var of = reference == null ? null : ratios(e.getValue(), reference);
                    table.row(
                            e.getKey(),
                            Table.figure(cpu(e.getValue()).median(), 2),
                            of == null ? "-" : Table.figure(of.median(), 2),
                            of == null
                                    ? "-"
                                    : Table.figure(of.lower(), 2)
                                            + " .. "
                                            + Table.figure(of.upper(), 2),
                            Table.figure(resident.get(e.getKey()) / 1024.0, 1),
                            Table.figure(responder(e.getValue()).median(), 2),
                            "" + connected.get(e.getKey()));
                });
        return "closed, %d connections, %d rounds of %d ms, responder on %s core%n%n%s"
                .formatted(
                        options.connections(),
                        options.rounds(),
                        options.windowMillis(),
                        options.place().sharedCore() ? "the generator's" : "its own",
                        table);
    }

    private static Quartiles cpu(List<Window> windows) {
        return Quartiles.of(windows.stream().mapToDouble(Window::cpuMicros).toArray());
    }

    private static Quartiles responder(List<Window> windows) {
        return Quartiles.of(windows.stream().mapToDouble(Window::responderMicros).toArray());
    }

    /// The ratio of each round by itself: both windows met the same weather.
    private static Quartiles ratios(List<Window> windows, List<Window> reference) {
        var ratios = new double[windows.size()];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = windows.get(i).cpuMicros() / reference.get(i).cpuMicros();
        }
        return Quartiles.of(ratios);
    }

    /// Every window to a file, for who wants to look closer.
    private void write() {
        var file =
                options.place()
                        .target()
                        .resolve(
                                "closed-c%d-seed%d.csv"
                                        .formatted(options.connections(), options.seed()));
        var lines =
                new ArrayList<>(List.of("generator,round,nanos,cpuNanos,responderNanos,answered"));
        windows.forEach((name, all) -> {
            for (int i = 0; i < all.size(); i++) {
                var w = all.get(i);
                lines.add(
                        "%s,%d,%d,%d,%d,%d"
                                .formatted(
                                        name,
                                        i + 1,
                                        w.nanos(),
                                        w.cpuNanos(),
                                        w.responderNanos(),
                                        w.answered()));
            }
        });
        try {
            Files.write(file, lines);
            Compare.say("every window: " + file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
