package dev.loombench.analysis.profile;

import dev.loombench.text.TextTable;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// The frames that only start a thread or hand it a task, which are the outermost of a stack.
///
/// They differ between virtual threads, pools and event loops although the code that they run is
/// the same: with them, all of its cost would seem to have moved.
final class ThreadEntry {
    /// Names of a class and a method, whatever the package: web servers have copies of the JDK's.
    private static final Set<String> FRAMES =
            Set.copyOf(
                    TextTable.words(
                            """
                            Thread.run Thread.runWith VirtualThread.run VirtualThread.runWith
                            VirtualThread.runContinuation VirtualThread$$Lambda.run
                            VirtualThread$VThreadContinuation$1.run
                            ThreadBuilders$BoundVirtualThread.run Continuation.enterSpecial
                            Continuation.enter Continuation.enter0 Continuation.run
                            ThreadPerTaskExecutor$TaskRunner.run
                            ThreadPerTaskExecutor$ThreadBoundFuture.run
                            ContextPreservingExecutorService$ContextPreservingRunnable.run
                            ThreadPoolExecutor.runWorker ThreadPoolExecutor$Worker.run
                            TaskThread$WrappingRunnable.run QueuedThreadPool$Runner.run
                            QueuedThreadPool.runJob FastThreadLocalRunnable.run
                            ThreadLocalResettingRunnable.run DelegatingRunnable.run JBossThread.run
                            EnhancedQueueExecutor$ThreadBody.run EnhancedQueueExecutor.runThreadBody
                            EnhancedQueueExecutor$Task.run EnhancedQueueExecutor$Task.doRunWith
                            ContextHandler$1.runWith ForkJoinWorkerThread.run CarrierThread.run
                            ForkJoinPool.runWorker ForkJoinPool.scan
                            ForkJoinPool$WorkQueue.topLevelExec ForkJoinPool$WorkQueue.runTask
                            ForkJoinTask.doExec ForkJoinTask$AdaptedRunnableAction.exec
                            ForkJoinTask$RunnableExecuteAction.exec
                            ForkJoinTask$RunnableExecuteAction.compute
                            ForkJoinTask$InterruptibleTask.exec FutureTask.run
                            Executors$RunnableAdapter.call
                            """));

    /// That hands a request to the threads of Quarkus, with a number of the compiler.
    private static final Pattern QUARKUS = Pattern.compile("VertxCoreRecorder\\$\\d+\\.runWith");

    /// Of the C library and of HotSpot.
    private static final Set<String> NATIVE =
            Set.copyOf(
                    TextTable.words(
                            """
                            [unknown] clone clone3 __clone __clone3 start_thread thread_start start
                            _pthread_start thread_native_entry Thread::call_run JavaThread::run
                            JavaThread::thread_main_inner thread_entry JavaCalls::call_virtual
                            JavaCalls::call JavaCalls::call_helper os::os_exception_wrapper
                            call_stub
                            """));

    private ThreadEntry() {}

    /// The frames after them, at least the last one.
    ///
    /// @param frames from the outermost
    static List<String> trimmed(List<String> frames) {
        int first = 0;
        while (first < frames.size() - 1 && isEntry(frames.get(first))) {
            first++;
        }
        return frames.subList(first, frames.size());
    }

    private static boolean isEntry(String frame) {
        int method = frame.lastIndexOf('.');
        int type = frame.lastIndexOf('.', method - 1);
        var name = frame.substring(type + 1);
        return NATIVE.contains(frame) || FRAMES.contains(name) || QUARKUS.matcher(name).matches();
    }
}
