/* The epoll baseline: the lower bound of a load generator over readiness events. See baseline.h. */
#include "baseline.h"
#include <sys/epoll.h>

int main(int argc, char **argv) {
    read_options(argc, argv);
    int poller = epoll_create1(EPOLL_CLOEXEC);
    size_t *pending = NULL; /* bytes of the current response, by descriptor */
    for (unsigned i = 0; i < count; i++) {
        int fd = open_connection();
        if (i == 0) {
            learn_response(fd);
        }
        if (i == 0 || (fd & 1023) == 0) { /* descriptors are assigned in order: make room for the next 1024 */
            pending = realloc(pending, (fd / 1024 + 2) * 1024 * sizeof *pending);
            if (!pending) {
                die("no memory");
            }
        }
        pending[fd] = 0;
        struct epoll_event interest = {.events = EPOLLIN, .data.fd = fd};
        if (epoll_ctl(poller, EPOLL_CTL_ADD, fd, &interest) < 0
            || send(fd, request, request_size, MSG_NOSIGNAL) != (ssize_t)request_size) {
            die("first requests");
        }
    }
    static char bytes[65536];
    struct epoll_event events[1024];
    while (!over) {
        int n = epoll_wait(poller, events, sizeof events / sizeof *events, -1);
        if (n < 0 && errno != EINTR) {
            die("epoll_wait");
        }
        for (int i = 0; i < n; i++) {
            int fd = events[i].data.fd;
            ssize_t got = recv(fd, bytes, sizeof bytes, MSG_DONTWAIT);
            if (got <= 0) {
                die("a connection ended");
            }
            pending[fd] += got;
            if (pending[fd] >= response_size) {
                pending[fd] -= response_size;
                responses++;
                if (send(fd, request, request_size, MSG_NOSIGNAL) != (ssize_t)request_size) {
                    die("send");
                }
            }
        }
    }
    print_result();
    return 0;
}
