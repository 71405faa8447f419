package dev.loombench.launch;

import java.nio.file.Path;
import java.util.List;

/// A lab that starts one fake server and waits to be killed: what is left of its server then?
final class LabStandIn {
    private LabStandIn() {}

    /// @param args home of a fake zoo, model
    public static void main(String[] args) throws Exception {
        var home = Path.of(args[0]);
        var launcher = new ServerLauncher(Zoo.at(home));
        var server = launcher.start(FakeZoo.variant(args[1]), List.of(), home.resolve("trial"));
        System.out.println(server.pid());
        Thread.sleep(Long.MAX_VALUE);
    }
}
