package dev.loombench.zoo.bank;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// Accounts in a database over a fixed number of connections; a thread waits if none is free.
final class JdbcLedger implements Ledger {
    private static final String TABLES =
            """
            drop table if exists bank_entry, bank_account;
            create table bank_account (id int primary key, owner varchar(40) not null, cents bigint not null);
            create table bank_entry (id bigint generated always as identity primary key,
                account int not null, other int not null, cents bigint not null);
            create index bank_entry_latest on bank_entry (account, id desc);
            """;

    private static final String ACCOUNT = "select owner, cents from bank_account where id = ?";

    private static final String MOVEMENTS =
            "select other, cents from bank_entry where account = ? order by id desc limit "
                    + LISTED;

    /// Locks in the order of the accounts, so that transfers cannot deadlock.
    private static final String LOCK =
            "select id from bank_account where id in (?, ?) order by id for update";

    private static final String ADD_CENTS =
            "update bank_account set cents = cents + ? where id = ? and cents + ? >= 0";

    private static final String INSERT_ENTRIES =
            "insert into bank_entry (account, other, cents) values (?, ?, ?), (?, ?, ?)";

    private final HikariDataSource pool;

    private JdbcLedger(HikariDataSource pool) {
        this.pool = pool;
    }

    /// Accounts in PostgreSQL. Creates the tables again, so that every start has the same accounts.
    ///
    /// @param url JDBC URL
    /// @param connections number of connections to the database, all opened at the start
    static JdbcLedger postgresql(String url, int connections) throws SQLException {
        return open(url, connections, "generate_series");
    }

    /// Accounts in H2, a database in this process that writes a file of the folder. A commit writes
    /// the file at once; by default H2 collects the commits of half a second. By default, too, a
    /// transaction gives up after a second where another holds an account.
    ///
    /// @param connections number of connections to the database, all opened at the start
    static JdbcLedger h2(Path folder, int connections) throws SQLException {
        var file = folder.resolve("bank").toAbsolutePath();
        var url = "jdbc:h2:file:" + file + ";WRITE_DELAY=0;LOCK_TIMEOUT=30000";
        return open(url, connections, "system_range");
    }

    /// @param series the database's function for the numbers from one to another
    private static JdbcLedger open(String url, int connections, String series) throws SQLException {
        var config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(connections);
        config.setPoolName("bank");
        var pool = new HikariDataSource(config);
        try (var connection = pool.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(TABLES);
            statement.execute(
                    "insert into bank_account select n, 'customer ' || n, %d from %s(1, %d) as series(n)"
                            .formatted(OPENING_CENTS, series, ACCOUNTS));
        }
        return new JdbcLedger(pool);
    }

    @Override
    public Account account(int number) throws BankException {
        try (var connection = pool.getConnection()) {
            return account(connection, number);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private static Account account(Connection connection, int number)
            throws SQLException, BankException {
        try (var query = connection.prepareStatement(ACCOUNT)) {
            query.setInt(1, number);
            try (var row = query.executeQuery()) {
                if (!row.next()) {
                    throw BankException.noAccount(number);
                }
                return new Account(number, row.getString(1), row.getLong(2));
            }
        }
    }

    @Override
    public List<Movement> movements(int number) throws BankException {
        try (var connection = pool.getConnection();
                var query = connection.prepareStatement(MOVEMENTS)) {
            query.setInt(1, number);
            var movements = new ArrayList<Movement>();
            try (var rows = query.executeQuery()) {
                while (rows.next()) {
                    movements.add(new Movement(rows.getInt(1), rows.getLong(2)));
                }
            }
            return movements;
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    @Override
    public Account transfer(Transfer transfer) throws BankException {
        try (var connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            try {
                lock(connection, transfer);
                add(connection, transfer.from(), -transfer.cents());
                add(connection, transfer.to(), transfer.cents());
                record(connection, transfer);
                var payer = account(connection, transfer.from());
                connection.commit();
                return payer;
            } catch (SQLException | BankException e) {
                connection.rollback();
                throw e;
            }
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    private static void lock(Connection connection, Transfer transfer) throws SQLException {
        try (var lock = connection.prepareStatement(LOCK)) {
            lock.setInt(1, transfer.from());
            lock.setInt(2, transfer.to());
            lock.executeQuery().close();
        }
    }

    private static void add(Connection connection, int number, long cents)
            throws SQLException, BankException {
        try (var add = connection.prepareStatement(ADD_CENTS)) {
            add.setLong(1, cents);
            add.setInt(2, number);
            add.setLong(3, cents);
            if (add.executeUpdate() == 0) {
                account(connection, number); // throws if there is no such account
                throw BankException.insufficientFunds(number, Math.abs(cents));
            }
        }
    }

    private static void record(Connection connection, Transfer transfer) throws SQLException {
        try (var insert = connection.prepareStatement(INSERT_ENTRIES)) {
            insert.setInt(1, transfer.from());
            insert.setInt(2, transfer.to());
            insert.setLong(3, -transfer.cents());
            insert.setInt(4, transfer.to());
            insert.setInt(5, transfer.from());
            insert.setLong(6, transfer.cents());
            insert.executeUpdate();
        }
    }

    private static BankException failed(SQLException e) {
        return new BankException(503, "the database failed: " + e.getMessage(), e);
    }

    @Override
    public void close() {
        pool.close();
    }
}
