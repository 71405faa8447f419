package dev.loombench.run.remote;

import dev.loombench.agent.CallFailed;
import dev.loombench.agent.ServerAgent;
import dev.loombench.agent.wire.ServerAction;
import dev.loombench.launch.LaunchFailed;
import dev.loombench.observe.ProcessEndedException;
import dev.loombench.result.store.ResultJson;
import dev.loombench.run.backend.AgentLost;
import dev.loombench.text.WrongInput;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/// The calls for one server of an agent, or for a run, with the failures that this machine's own
/// servers have.
///
/// @param server its number; 0 for the run
record AgentCalls(ServerAgent agent, int server) {

    /// @param text for the action; empty for none
    /// @throws WrongInput when the user can fix the failure
    /// @throws LaunchFailed when a server does not start
    /// @throws ProcessEndedException when the server has ended
    /// @throws AgentLost when the agent is lost
    String call(ServerAction action, long argument, String text) throws InterruptedException {
        try {
            return agent.call(action, server, argument, text);
        } catch (CallFailed e) {
            var message = "agent %s: %s".formatted(agent, e.getMessage());
            throw switch (e.cause()) {
                case USAGE -> new WrongInput(message);
                case LAUNCH -> new LaunchFailed(e.getMessage(), e.logTail());
                case ENDED -> new ProcessEndedException(0);
                case DEFECT -> new IllegalStateException(message);
            };
        } catch (AgentLost e) {
            if (server == 0) {
                throw new WrongInput(e.getMessage()); // no trial has started that could fail
            }
            throw e;
        }
    }

    String call(ServerAction action, String text) throws InterruptedException {
        return call(action, 0, text);
    }

    String call(ServerAction action) throws InterruptedException {
        return call(action, 0, "");
    }

    /// A call within a method that cannot be interrupted: empty after an interrupt, which the next
    /// wait of this thread then reports.
    Optional<String> callUnlessInterrupted(ServerAction action, long argument) {
        try {
            return Optional.of(call(action, argument, ""));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /// A call that ends something: it is made after an interrupt too, and an agent that is lost
    /// ends everything by itself.
    Optional<String> end(ServerAction action) {
        boolean interrupted = Thread.interrupted();
        try {
            return Optional.of(call(action));
        } catch (InterruptedException _) {
            interrupted = true;
            return Optional.empty();
        } catch (AgentLost | WrongInput _) {
            return Optional.empty();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// Reads a reply.
    static <T> T read(String reply, Class<T> type) {
        try {
            return ResultJson.MAPPER.readValue(reply, type);
        } catch (JacksonException e) {
            throw new IllegalStateException(
                    "an agent sent a reply that cannot be read: " + e.getOriginalMessage(), e);
        }
    }
}
