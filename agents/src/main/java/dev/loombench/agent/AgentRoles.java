package dev.loombench.agent;

import java.util.Optional;

/// What an agent does for controllers.
///
/// @param load whether it drives load
/// @param server what it does with servers; empty when it has no server role
public record AgentRoles(boolean load, Optional<ServerRole> server) {}
