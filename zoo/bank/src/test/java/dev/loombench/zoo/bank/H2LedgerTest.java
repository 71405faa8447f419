package dev.loombench.zoo.bank;

import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.io.TempDir;

class H2LedgerTest extends LedgerContract {
    H2LedgerTest(@TempDir Path folder) throws SQLException {
        super(JdbcLedger.h2(folder, 4), 50);
    }
}
