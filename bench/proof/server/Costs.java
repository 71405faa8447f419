import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.Cleaner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/// The costs that the options of a [TruthServer] name, each by construction.
final class Costs {
    private static final long MICROS = 1_000;
    private static final long MILLIS = 1_000_000;

    private Costs() {}

    /// @param values of the option, as in `10,20,constant`
    static Cost of(String option, String[] values, TruthServer.Counted counted) {
        return switch (option) {
            case "--cpu" -> cpu(nanos(values[0], MICROS));
            case "--delay" -> delay(nanos(values[0], MILLIS), counted);
            case "--step" ->
                    step(
                            nanos(values[0], MICROS),
                            Long.parseLong(values[1]),
                            nanos(values[2], MICROS));
            case "--queue" -> queue(values, counted);
            case "--queue-of" ->
                    ofShare(
                            Double.parseDouble(values[0]),
                            queue(Arrays.copyOfRange(values, 1, values.length), counted));
            case "--later" -> later(nanos(values[0], MICROS), Long.parseLong(values[1]), counted);
            case "--later-after" ->
                    laterAfter(nanos(values[0], MICROS), nanos(values[1], MILLIS), counted);
            case "--appender" -> appender(nanos(values[0], MICROS), counted);
            case "--cleaner" -> cleaner(nanos(values[0], MICROS), counted);
            case "--cache" -> cache(nanos(values[0], MILLIS), nanos(values[1], MICROS), counted);
            case "--periodic" ->
                    periodic(Long.parseLong(values[0]), nanos(values[1], MICROS), counted);
            case "--stall" -> stall(nanos(values[0], MILLIS), nanos(values[1], MILLIS), counted);
            case "--garbage" ->
                    new Garbage(Integer.parseInt(values[0]), Integer.parseInt(values[1]));
            case "--leak" -> leak(Integer.parseInt(values[0]));
            case "--kinds" ->
                    cpuOfKind(
                            Path.of(values[0]),
                            Integer.parseInt(values[1]),
                            nanos(values[2], MICROS),
                            nanos(values[3], MICROS));
            default -> throw new IllegalArgumentException("unknown option: " + option);
        };
    }

    private static long nanos(String value, long unit) {
        return Math.round(Double.parseDouble(value) * unit);
    }

    private static Cost cpu(long nanos) {
        return () -> nanos;
    }

    /// The first requests cost something else.
    private static Cost step(long first, long requests, long later) {
        var served = new AtomicLong();
        return () -> served.incrementAndGet() <= requests ? first : later;
    }

    private static Cost queue(String[] values, TruthServer.Counted counted) {
        return new ServiceQueue(
                Integer.parseInt(values[0]),
                nanos(values[1], MILLIS),
                values[2].equals("exponential"),
                counted.lateNanos());
    }

    /// Of requests at random.
    private static Cost ofShare(double share, Cost cost) {
        return () -> ThreadLocalRandom.current().nextDouble() < share ? cost.spend() : 0;
    }

    /// Every n-th process that a file has counted costs something else.
    private static Cost cpuOfKind(Path file, int n, long usual, long ofTheNth) {
        try {
            Files.writeString(file, ".", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            return cpu(Files.size(file) % n == 0 ? ofTheNth : usual);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Cost delay(long nanos, TruthServer.Counted counted) {
        return () -> {
            counted.lateNanos().add(ServiceQueue.sleepUntil(System.nanoTime() + nanos));
            return 0;
        };
    }

    private static Cost later(long nanos, long everyMillis, TruthServer.Counted counted) {
        var owed = new AtomicLong();
        background(account -> {
            Thread.sleep(everyMillis);
            spend(account, owed.getAndSet(0), counted);
        });
        return () -> {
            owed.addAndGet(nanos);
            counted.owedNanos().add(nanos);
            return 0;
        };
    }

    /// As what a time-out, a flush of a single record or a delayed queue does.
    private static Cost laterAfter(long nanos, long delay, TruthServer.Counted counted) {
        var due = new LinkedTransferQueue<Long>();
        background(account -> {
            ServiceQueue.sleepUntil(due.take());
            spend(account, nanos, counted);
        });
        return () -> {
            due.add(System.nanoTime() + delay);
            counted.owedNanos().add(nanos);
            return 0;
        };
    }

    private static Cost appender(long nanos, TruthServer.Counted counted) {
        var records = new LinkedTransferQueue<Long>();
        background(account -> spend(account, records.take(), counted));
        return () -> {
            records.add(nanos);
            counted.owedNanos().add(nanos);
            return 0;
        };
    }

    /// Objects whose cleaner has work, which a garbage collection leaves to the cleaner's thread.
    private static Cost cleaner(long nanos, TruthServer.Counted counted) {
        var cleaner = Cleaner.create();
        var account = ThreadLocal.withInitial(CpuAccount::new); // of the cleaner's thread
        return () -> {
            cleaner.register(new byte[4096], () -> spend(account.get(), nanos, counted));
            counted.owedNanos().add(nanos);
            return 0;
        };
    }

    /// While one request refills it, the others use the old value.
    private static Cost cache(long timeToLive, long refill, TruthServer.Counted counted) {
        var expires = new AtomicLong(System.nanoTime());
        return () -> {
            long now = System.nanoTime();
            long expiry = expires.get();
            if (now < expiry || !expires.compareAndSet(expiry, now + timeToLive)) {
                return 0;
            }
            counted.refills().increment();
            return refill;
        };
    }

    private static Cost periodic(long everyMillis, long nanos, TruthServer.Counted counted) {
        background(account -> {
            long now = System.nanoTime() / MILLIS;
            Thread.sleep(everyMillis - now % everyMillis);
            counted.owedNanos().add(nanos);
            spend(account, nanos, counted);
        });
        return () -> 0;
    }

    private static Cost stall(long every, long length, TruthServer.Counted counted) {
        long origin = System.nanoTime();
        return () -> {
            long now = System.nanoTime();
            long into = (now - origin) % every;
            if (into < length) {
                counted.lateNanos().add(ServiceQueue.sleepUntil(now + length - into));
            }
            return 0;
        };
    }

    private static Cost leak(int bytes) {
        Queue<byte[]> kept = new ConcurrentLinkedQueue<>();
        return () -> {
            kept.add(new byte[bytes]);
            return 0;
        };
    }

    /// Arrays of 1 KB, of which each request leaves one in the live set.
    private static final class Garbage implements Cost {
        private static final int ARRAY_BYTES = 1_024;
        private final byte[][] live;
        private final int perRequest;

        Garbage(int kilobytes, int liveMegabytes) {
            perRequest = kilobytes;
            live = new byte[liveMegabytes * 1_024][];
            for (int i = 0; i < live.length; i++) {
                live[i] = new byte[ARRAY_BYTES];
            }
        }

        @Override
        public long spend() {
            var arrays = new byte[perRequest][];
            for (int i = 0; i < perRequest; i++) {
                arrays[i] = new byte[ARRAY_BYTES];
            }
            var random = ThreadLocalRandom.current();
            live[random.nextInt(live.length)] = arrays[random.nextInt(perRequest)];
            return 0;
        }
    }

    private interface Step {
        void run(CpuAccount account) throws InterruptedException;
    }

    private static void background(Step step) {
        Thread.ofPlatform()
                .daemon()
                .start(() -> {
                    var account = new CpuAccount();
                    try {
                        while (true) {
                            step.run(account);
                        }
                    } catch (InterruptedException _) {
                        Thread.currentThread().interrupt();
                    }
                });
    }

    private static void spend(CpuAccount account, long nanos, TruthServer.Counted counted) {
        if (nanos > 0) {
            account.spend(nanos);
            counted.laterNanos().add(nanos);
        }
    }
}
