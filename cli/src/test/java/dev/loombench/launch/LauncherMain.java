package dev.loombench.launch;

import java.nio.file.Path;
import java.util.List;

/// A lab process that starts one fake server and then sleeps until it is killed.
final class LauncherMain {
    private LauncherMain() {}

    /// @param args home of a fake zoo, model
    public static void main(String[] args) throws Exception {
        var home = Path.of(args[0]);
        var launcher = new ServerLauncher(Zoo.at(home));
        var server = launcher.start(FakeZoo.variant(args[1]), List.of(), home.resolve("trial"));
        System.out.println(server.pid());
        Thread.sleep(Long.MAX_VALUE);
    }
}
