package dev.loombench.observe;

import dev.loombench.result.Observation;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Looks at one JVM through its management beans, and waits for no answer longer than a limit: a
/// look that takes longer goes on by itself, and until it is back there is no other.
final class JmxWatch implements Watch {
    /// Figures that move slowly are looked at on each fifth beat.
    private static final int SLOW = 5;

    /// A list of a hundred thousand threads takes a few seconds to write.
    private static final Duration DUMP_LIMIT = Duration.ofSeconds(20);

    private final Target target;
    private final JmxLink link;
    private final ExecutorService worker;
    private final Duration limit;
    private final Notebook notebook = new Notebook(JmxObserver.NAME);
    private final JvmFigures figures = new JvmFigures(notebook);
    private Future<?> pending = CompletableFuture.completedFuture(null);
    private long beats;
    private boolean ended;

    /// @param worker the one thread that talks to the JVM; ends with the watch
    JmxWatch(Target target, JmxLink link, ExecutorService worker, Duration limit) {
        this.target = target;
        this.link = link;
        this.worker = worker;
        this.limit = limit;
    }

    @Override
    public synchronized void sample() {
        look(figures::lookAtAll, limit);
    }

    @Override
    public synchronized void beat() {
        beats++;
        look(beats % SLOW == 0 ? figures::lookAtAll : figures::lookAtWhatMovesFast, limit);
    }

    @Override
    public synchronized void afterWindow() {
        var threads = new ThreadLister(target.trialDirectory());
        look(link -> notebook.add(threads.list(link)), DUMP_LIMIT);
    }

    @Override
    public List<Observation> read() {
        return notebook.observations();
    }

    @Override
    public synchronized void close() {
        if (!worker.isShutdown()) {
            ended = true;
            worker.execute(link::close);
            worker.shutdown();
        }
    }

    private void look(Look what, Duration patience) {
        if (ended || !pending.isDone()) {
            return;
        }
        pending =
                worker.submit(() -> {
                    what.at(link);
                    return null;
                });
        try {
            pending.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException hung) {
            notebook.missing(
                    JmxObserver.SUBJECT,
                    "no answer within %d ms: a gap".formatted(patience.toMillis()));
        } catch (ExecutionException failed) {
            end(reason(failed));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void end(String why) {
        ended = true;
        notebook.missing(
                JmxObserver.SUBJECT,
                ProcessHandle.of(target.pid()).isPresent()
                        ? "the connection failed: " + why
                        : new ProcessGone(target.pid()).getMessage());
    }

    static String reason(ExecutionException failed) {
        var cause = failed.getCause() == null ? failed : failed.getCause();
        var message = cause.getMessage();
        return message == null ? cause.toString() : message;
    }

    private interface Look {
        void at(JmxLink link) throws IOException;
    }
}
