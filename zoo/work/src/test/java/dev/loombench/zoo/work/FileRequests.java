package dev.loombench.zoo.work;

import java.util.ArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// A program that does the work of 800 requests for `/file` on virtual threads, 100 at a time, and
/// prints the number of those that succeeded.
final class FileRequests {
    private static final int USERS = 100;
    private static final int ROUNDS = 8;

    private FileRequests() {}

    public static void main(String[] args) throws Exception {
        var work = new Work(Options.parse("--model", "any"));
        int succeeded = 0;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int round = 0; round < ROUNDS; round++) {
                var requests = new ArrayList<Future<WorkResponse>>();
                for (int i = 0; i < USERS; i++) {
                    requests.add(threads.submit(() -> work.respond("/file", "ms=2")));
                }
                for (var request : requests) {
                    succeeded += request.get().status() == 200 ? 1 : 0;
                }
            }
        }
        System.out.println(succeeded + " succeeded");
    }
}
