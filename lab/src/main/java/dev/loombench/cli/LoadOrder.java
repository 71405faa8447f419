package dev.loombench.cli;

import dev.loombench.spec.LoadModel;
import dev.loombench.spec.Request;
import java.time.Duration;

/// What `loombench load` was asked for, checked.
record LoadOrder(
        LoadUrl url,
        LoadModel model,
        Request request,
        Duration warmUp,
        Duration duration,
        long seed) {}
