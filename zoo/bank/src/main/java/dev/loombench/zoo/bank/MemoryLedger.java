package dev.loombench.zoo.bank;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/// Accounts on the heap with a lock each: threads wait only for each other.
final class MemoryLedger implements Ledger {
    private final Row[] rows = new Row[ACCOUNTS];

    /// An account; its lock guards the other fields.
    private static final class Row {
        final ReentrantLock lock = new ReentrantLock();
        final Deque<Movement> latest = new ArrayDeque<>(LISTED);
        long cents = OPENING_CENTS;

        void add(Movement movement) {
            cents += movement.cents();
            if (latest.size() == LISTED) {
                latest.removeLast();
            }
            latest.addFirst(movement);
        }
    }

    MemoryLedger() {
        for (int i = 0; i < ACCOUNTS; i++) {
            rows[i] = new Row();
        }
    }

    @Override
    public Account account(int number) throws BankException {
        var row = row(number);
        row.lock.lock();
        try {
            return account(number, row);
        } finally {
            row.lock.unlock();
        }
    }

    @Override
    public List<Movement> movements(int number) throws BankException {
        var row = row(number);
        row.lock.lock();
        try {
            return List.copyOf(row.latest);
        } finally {
            row.lock.unlock();
        }
    }

    /// Locks the account with the lower number first, so that transfers cannot deadlock.
    @Override
    public Account transfer(Transfer transfer) throws BankException {
        var from = row(transfer.from());
        var to = row(transfer.to());
        var first = transfer.from() < transfer.to() ? from : to;
        var second = first == from ? to : from;
        first.lock.lock();
        try {
            second.lock.lock();
            try {
                return transferLocked(transfer, from, to);
            } finally {
                second.lock.unlock();
            }
        } finally {
            first.lock.unlock();
        }
    }

    private static Account transferLocked(Transfer transfer, Row from, Row to)
            throws BankException {
        if (from.cents < transfer.cents()) {
            throw BankException.insufficientFunds(transfer.from(), transfer.cents());
        }
        from.add(new Movement(transfer.to(), -transfer.cents()));
        to.add(new Movement(transfer.from(), transfer.cents()));
        return account(transfer.from(), from);
    }

    private static Account account(int number, Row row) {
        return new Account(number, "customer " + number, row.cents);
    }

    private Row row(int number) throws BankException {
        if (number < 1 || number > ACCOUNTS) {
            throw BankException.noAccount(number);
        }
        return rows[number - 1];
    }

    @Override
    public void close() {
        // holds no resources
    }
}
