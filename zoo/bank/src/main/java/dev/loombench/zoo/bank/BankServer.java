package dev.loombench.zoo.bank;

import dev.loombench.zoo.tomcat.TomcatServer;
import dev.loombench.zoo.work.Options;
import dev.loombench.zoo.work.ServerMain;
import dev.loombench.zoo.work.UsageException;
import dev.loombench.zoo.work.Work;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/// The bank: embedded Tomcat with an additional servlet.
public final class BankServer {
    private static final String LEDGER = "--ledger";
    private static final String POOL = "--pool";
    private static final String DATABASE = "--database";

    private static final int DEFAULT_CONNECTIONS = 20;
    private static final int MAX_CONNECTIONS = 500;

    private BankServer() {}

    public static void main(String[] args) {
        ServerMain.run(args, List.of(LEDGER, POOL, DATABASE), BankServer::start);
    }

    private static int start(Options options) throws Exception {
        var work = new Work(options);
        var bank = new BankServlet(ledger(options), work);
        return TomcatServer.serve(options, work, Map.of("/bank/*", bank));
    }

    private static Ledger ledger(Options options) throws IOException, SQLException {
        int connections = options.extraNumber(POOL, DEFAULT_CONNECTIONS, 1, MAX_CONNECTIONS);
        var kind = options.extraChoice(LEDGER, "memory", "h2", "postgresql").orElse("memory");
        return switch (kind) {
            case "h2" -> JdbcLedger.h2(Files.createTempDirectory("zoo-bank"), connections);
            case "postgresql" -> {
                var url = options.extra().get(DATABASE);
                // A URL of H2, which is here too, can name a program that it runs.
                if (url == null || !url.startsWith("jdbc:postgresql:")) {
                    throw new UsageException(
                            "--ledger postgresql needs --database jdbc:postgresql://HOST/DATABASE");
                }
                yield JdbcLedger.postgresql(url, connections);
            }
            default -> new MemoryLedger();
        };
    }
}
