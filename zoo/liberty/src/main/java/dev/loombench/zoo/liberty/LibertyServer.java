package dev.loombench.zoo.liberty;

import dev.loombench.zoo.work.Options;
import dev.loombench.zoo.work.ServerMain;
import dev.loombench.zoo.work.UsageException;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Prepares a server folder and starts Open Liberty in this process, so that the lab observes
/// Liberty itself.
public final class LibertyServer {
    /// The system property that passes the command line to the application, one word per line.
    static final String ARGUMENTS = "zoo.arguments";

    /// Settings of Liberty's pool; `server.xml` reads them as variables.
    private static final List<String> POOL = List.of("core-threads", "max-threads");

    private LibertyServer() {}

    public static void main(String[] args) {
        var words = new ArrayList<>(List.of(args));
        var pool = takePool(words);
        System.setProperty(ARGUMENTS, String.join("\n", words));
        ServerMain.run(words.toArray(String[]::new), options -> start(options, pool));
    }

    private static Map<String, String> takePool(List<String> words) {
        var pool = new HashMap<String, String>();
        for (var setting : POOL) {
            int at = words.indexOf("--" + setting);
            if (at >= 0 && at + 1 < words.size()) {
                words.remove(at);
                pool.put(setting, words.remove(at));
            }
        }
        return pool;
    }

    private static int start(Options options, Map<String, String> pool) throws Exception {
        switch (options.model()) {
            case "autonomic-pool", "virtual" -> pool.forEach(LibertyServer::requireThreads);
            default ->
                    throw UsageException.unknownModel(options.model(), "autonomic-pool", "virtual");
        }
        refuseTakenPort(options);
        return new EmbeddedLiberty(ServerFolder.prepare(options.address(), pool)).start();
    }

    private static void requireThreads(String setting, String threads) {
        if (!threads.matches("[1-9][0-9]{0,5}")) {
            throw new UsageException(
                    "--%s must be a whole number from 1 to 999999, was \"%s\""
                            .formatted(setting, threads));
        }
    }

    /// Throws if the port is taken; Liberty would run on without it.
    private static void refuseTakenPort(Options options) throws IOException {
        new ServerSocket(options.port(), 1, options.address().getAddress()).close();
    }
}
