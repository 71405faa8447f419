package dev.loombench.agent.link;

import org.jgroups.Message;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.FRAG4;
import org.jgroups.protocols.FragHeader;
import org.jspecify.annotations.Nullable;

/// Long messages in fragments, up to a limit: JGroups makes room for as many as the first one to
/// arrive announces.
final class Fragments extends FRAG4 {
    static final int BYTES = 60_000;

    /// Of one message: 192 MB, more than the longest text of a load.
    static final int MOST = 3_200;

    Fragments() {
        setId(ClassConfigurator.getProtocolId(FRAG4.class));
        setFragSize(BYTES);
    }

    @Override
    protected @Nullable Message unfragment(Message fragment, FragHeader header) {
        return header.num_frags > MOST ? null : super.unfragment(fragment, header);
    }
}
