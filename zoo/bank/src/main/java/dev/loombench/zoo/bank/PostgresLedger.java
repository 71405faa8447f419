package dev.loombench.zoo.bank;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// Accounts in PostgreSQL over a fixed number of connections; a thread waits if none is free.
final class PostgresLedger implements Ledger {
    private static final String TABLES =
            """
            drop table if exists bank_entry, bank_account;
            create table bank_account (id int primary key, owner text not null, cents bigint not null);
            create table bank_entry (id bigserial primary key, account int not null, other int not null,
                cents bigint not null);
            insert into bank_account select n, 'customer ' || n, %d from generate_series(1, %d) n;
            create index on bank_entry (account, id desc);
            """
                    .formatted(OPENING_CENTS, ACCOUNTS);

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

    private PostgresLedger(HikariDataSource pool) {
        this.pool = pool;
    }

    /// Creates the tables again, so that every start has the same accounts.
    ///
    /// @param url JDBC URL
    /// @param connections number of connections to the database, all opened at the start
    static PostgresLedger open(String url, int connections) throws SQLException {
        var config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(connections);
        config.setPoolName("bank");
        var pool = new HikariDataSource(config);
        try (var connection = pool.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(TABLES);
        }
        return new PostgresLedger(pool);
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
