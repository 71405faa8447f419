package dev.loombench.zoo.bank;

import java.util.List;

/// Accounts and the transfers between them. Blocks while it waits; thread-safe.
interface Ledger extends AutoCloseable {
    /// Number of accounts; they are numbered from 1.
    int ACCOUNTS = 10_000;

    /// Initial balance of each account.
    long OPENING_CENTS = 1_000_000;

    /// Maximum number of movements in a statement.
    int LISTED = 10;

    /// @param owner a made-up name
    record Account(int account, String owner, long cents) {}

    /// @param other the other account
    /// @param cents above 0 for a credit, below 0 for a debit
    record Movement(int other, long cents) {}

    /// @param cents above 0
    record Transfer(int from, int to, long cents) {}

    Account account(int number) throws BankException;

    /// Returns the latest movements, newest first, at most `LISTED`.
    List<Movement> movements(int number) throws BankException;

    /// Transfers atomically.
    ///
    /// @return the paying account after the transfer
    Account transfer(Transfer transfer) throws BankException;

    @Override
    void close();
}
