package dev.loombench.zoo.netty;

import io.netty.channel.Channel;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

/// The kernel's interface that the event loops use, and the classes of its sockets.
record Transport(
        IoHandlerFactory handlers,
        Class<? extends ServerChannel> listener,
        Class<? extends Channel> connection) {

    /// Epoll where its library is available, otherwise NIO.
    static Transport best() {
        return Epoll.isAvailable()
                ? new Transport(
                        EpollIoHandler.newFactory(),
                        EpollServerSocketChannel.class,
                        EpollSocketChannel.class)
                : new Transport(
                        NioIoHandler.newFactory(),
                        NioServerSocketChannel.class,
                        NioSocketChannel.class);
    }
}
