/*
 * The minimal responder: sends the same 12-byte body for every request at the lowest cost possible for a server, with
 * optional delays that are known exactly. One thread, epoll, HTTP/1.1 keep-alive, loopback only.
 *
 * A blank line ends a request; headers may arrive in pieces, bodies are not supported. It prints READY port=N once it
 * accepts connections, and exits when its standard input closes.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <math.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define HEAD "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 12\r\n"
static const char RESPONSE[] = HEAD "Connection: keep-alive\r\n\r\nHello world!";
static const char LAST_RESPONSE[] = HEAD "Connection: close\r\n\r\nHello world!";

static const uint32_t BLANK_LINE = 0x0d0a0d0a; /* CR LF CR LF */
static const int64_t SECOND = 1000000000;
static const int64_t NEVER = INT64_MAX;

static const char USAGE[] =
    "usage: responder [options]\n"
    "  --port N         port to listen on (default 0: any free port)\n"
    "  --counter FILE   memory-mapped file of two 64-bit words: responses sent, connections open\n"
    "  --delay-us N     delay of each response after its request\n"
    "  --hold-ms N      the same in ms, for connections that are held open\n"
    "  --queue-us N     one request after the other, each for a random time of this mean (exponential)\n"
    "  --stall-ms N     length of a stall, in which nothing is processed ...\n"
    "  --every-ms N     ... and its period since READY (both or none)\n"
    "  --close-every N  close each connection after its N-th response\n";

struct options {
    int port;
    const char *counter;
    int64_t delay, stall, every; /* ns; 0: none */
    int64_t service;             /* mean time of service of a queue, ns; 0: none */
    long close_every;            /* 0: never */
};

/* The shared counters: written by this process only, readable by every process that maps the file. */
struct counters {
    uint64_t responses, open;
};

/* A connection, indexed by its descriptor. */
struct connection {
    uint32_t last_bytes; /* the last four bytes of the current header, to find its end across reads */
    uint32_t generation; /* number of this connection on the descriptor */
    long responses;
};

/* A delayed response. All have the same delay, or are served in order, so a queue is in order of send time: no heap is
 * needed. */
struct delayed {
    int64_t send_at;
    int fd;
    uint32_t generation;
};

static struct options options;
static struct counters *counters;
static struct connection *connections;
static size_t connections_size;
static int poller, listener;
static int64_t next_stall = INT64_MAX;

static struct delayed *queue; /* ring buffer, size a power of two */
static size_t queue_size = 1024, queue_head, queue_tail;

static void die(const char *what) {
    fprintf(stderr, "responder: %s: %s\n", what, strerror(errno));
    exit(1);
}

static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * SECOND + t.tv_nsec;
}

static struct timespec timespec_of(int64_t ns) {
    return (struct timespec){.tv_sec = ns / SECOND, .tv_nsec = ns % SECOND};
}

static void publish(uint64_t *word, uint64_t change) {
    __atomic_store_n(word, *word + change, __ATOMIC_RELAXED);
}

static void close_connection(int fd) {
    connections[fd].generation++;
    publish(&counters->open, -1);
    close(fd);
}

/* Sends one response. A response that does not fit into the socket's buffer ends its connection: the peer does not read. */
static void respond(int fd) {
    struct connection *c = &connections[fd];
    bool last = options.close_every && ++c->responses % options.close_every == 0;
    const char *bytes = last ? LAST_RESPONSE : RESPONSE;
    ssize_t size = (last ? sizeof LAST_RESPONSE : sizeof RESPONSE) - 1;
    bool complete = send(fd, bytes, size, MSG_NOSIGNAL) == size;
    if (complete) {
        publish(&counters->responses, 1);
    }
    if (last || !complete) {
        close_connection(fd);
    }
}

static void enqueue_response(int fd, int64_t send_at) {
    if (queue_tail - queue_head == queue_size) {
        struct delayed *bigger = malloc(2 * queue_size * sizeof *bigger);
        if (!bigger) {
            die("no memory for delayed responses");
        }
        for (size_t i = 0; i < queue_size; i++) {
            bigger[i] = queue[(queue_head + i) & (queue_size - 1)];
        }
        free(queue);
        queue = bigger;
        queue_head = 0;
        queue_tail = queue_size;
        queue_size *= 2;
    }
    queue[queue_tail++ & (queue_size - 1)] = (struct delayed){send_at, fd, connections[fd].generation};
}

static void send_delayed(void) {
    while (queue_head != queue_tail) {
        struct delayed d = queue[queue_head & (queue_size - 1)];
        if (d.send_at > now()) {
            return;
        }
        queue_head++;
        if (connections[d.fd].generation == d.generation) {
            respond(d.fd);
        }
    }
}

/* An exponential random number of mean 1, by xorshift64*. */
static double exponential(void) {
    static uint64_t x = 88172645463325252u;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    return -log(((x * 2685821657736338717u >> 11) + 1) * 0x1p-53);
}

/* When the service of a request ends that arrives now: it begins when that of the one before has ended. */
static int64_t served_at(void) {
    static int64_t busy_until;
    int64_t t = now();
    busy_until = (busy_until > t ? busy_until : t) + llround(exponential() * options.service);
    return busy_until;
}

static void on_request(int fd) {
    if (options.delay) {
        enqueue_response(fd, now() + options.delay);
    } else if (options.service) {
        enqueue_response(fd, served_at());
    } else {
        respond(fd);
    }
}

static void read_from(int fd) {
    static uint8_t bytes[65536];
    ssize_t n = recv(fd, bytes, sizeof bytes, 0);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) {
        return;
    }
    if (n <= 0) {
        close_connection(fd);
        return;
    }
    struct connection *c = &connections[fd];
    uint32_t generation = c->generation;
    for (ssize_t i = 0; i < n && c->generation == generation; i++) {
        c->last_bytes = c->last_bytes << 8 | bytes[i];
        if (c->last_bytes == BLANK_LINE) {
            c->last_bytes = 0;
            on_request(fd);
        }
    }
}

static void accept_all(void) {
    int fd, on = 1;
    while ((fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0) {
        if ((size_t)fd >= connections_size) {
            close(fd);
            continue;
        }
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        connections[fd].last_bytes = 0;
        connections[fd].responses = 0;
        publish(&counters->open, 1);
        struct epoll_event interest = {.events = EPOLLIN, .data.fd = fd};
        if (epoll_ctl(poller, EPOLL_CTL_ADD, fd, &interest) < 0) {
            die("epoll_ctl");
        }
    }
    if (errno != EAGAIN && errno != ECONNABORTED && errno != EINTR) {
        die("accept");
    }
}

/* A stall needs no timer: requests that arrive within it are read only after this sleep. */
static void stall_if_due(void) {
    int64_t t = now();
    while (t >= next_stall) {
        struct timespec end = timespec_of(next_stall + options.stall);
        if (t < next_stall + options.stall) {
            clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, NULL);
        }
        next_stall += options.every;
    }
}

static bool stdin_closed(void) {
    char ignored[64];
    return read(0, ignored, sizeof ignored) == 0;
}

static void serve(void) {
    struct epoll_event events[1024];
    for (;;) {
        struct timespec wait, *timeout = NULL;
        if (queue_head != queue_tail) {
            int64_t left = queue[queue_head & (queue_size - 1)].send_at - now();
            wait = timespec_of(left > 0 ? left : 0);
            timeout = &wait;
        }
        int n = epoll_pwait2(poller, events, sizeof events / sizeof *events, timeout, NULL);
        if (n < 0 && errno != EINTR) {
            die("epoll_pwait2 (Linux 5.11 or later)");
        }
        stall_if_due();
        send_delayed();
        for (int i = 0; i < n; i++) {
            int fd = events[i].data.fd;
            if (fd == listener) {
                accept_all();
            } else if (fd != 0) {
                read_from(fd);
            } else if (stdin_closed()) {
                return;
            }
        }
    }
}

static int listen_on_loopback(int port) {
    int on = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof address) < 0 || listen(fd, 65535) < 0) {
        die("listen");
    }
    return fd;
}

static int port_of(int fd) {
    struct sockaddr_in address;
    socklen_t size = sizeof address;
    if (getsockname(fd, (struct sockaddr *)&address, &size) < 0) {
        die("getsockname");
    }
    return ntohs(address.sin_port);
}

static struct counters *map_counters(const char *file) {
    int fd = file ? open(file, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600) : -1;
    if (file && (fd < 0 || ftruncate(fd, sizeof(struct counters)) < 0)) {
        die(file);
    }
    int flags = file ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS;
    void *at = mmap(NULL, sizeof(struct counters), PROT_READ | PROT_WRITE, flags, fd, 0);
    if (at == MAP_FAILED) {
        die("mmap of the counters");
    }
    return at;
}

/* Raises the descriptor limit to its maximum, and allocates a connection for each descriptor. */
static void allocate(void) {
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    connections_size = limit.rlim_cur < 1 << 20 ? limit.rlim_cur : 1 << 20;
    connections = calloc(connections_size, sizeof *connections);
    queue = calloc(queue_size, sizeof *queue);
    if (!connections || !queue) {
        die("no memory for connections");
    }
}

static void watch(int fd) {
    struct epoll_event interest = {.events = EPOLLIN, .data.fd = fd};
    /* EPERM: a regular file or /dev/null as standard input, which never closes. */
    if (epoll_ctl(poller, EPOLL_CTL_ADD, fd, &interest) < 0 && errno != EPERM) {
        die("epoll_ctl");
    }
}

static int64_t number(const char *text) {
    char *end;
    errno = 0;
    long long n = strtoll(text, &end, 10);
    if (errno || *end || end == text || n < 0) {
        fprintf(stderr, "responder: expected a whole number of at least 0, was \"%s\"\n%s", text, USAGE);
        exit(2);
    }
    return n;
}

static void read_options(int argc, char **argv) {
    enum { PORT, COUNTER, DELAY, HOLD, QUEUE, STALL, EVERY, CLOSE };
    static const struct option names[] = {
        {"port", 1, NULL, PORT},     {"counter", 1, NULL, COUNTER},   {"delay-us", 1, NULL, DELAY},
        {"hold-ms", 1, NULL, HOLD},  {"queue-us", 1, NULL, QUEUE},    {"stall-ms", 1, NULL, STALL},
        {"every-ms", 1, NULL, EVERY}, {"close-every", 1, NULL, CLOSE}, {NULL, 0, NULL, 0}};
    int name;
    while ((name = getopt_long(argc, argv, "", names, NULL)) >= 0) {
        switch (name) {
        case PORT: options.port = number(optarg); break;
        case COUNTER: options.counter = optarg; break;
        case DELAY: options.delay = number(optarg) * 1000; break;
        case HOLD: options.delay = number(optarg) * 1000000; break;
        case QUEUE: options.service = number(optarg) * 1000; break;
        case STALL: options.stall = number(optarg) * 1000000; break;
        case EVERY: options.every = number(optarg) * 1000000; break;
        case CLOSE: options.close_every = number(optarg); break;
        default: fputs(USAGE, stderr); exit(2);
        }
    }
    if (optind < argc || !options.stall != !options.every || options.stall > options.every ||
        (options.delay && options.service)) {
        fputs(USAGE, stderr);
        exit(2);
    }
}

int main(int argc, char **argv) {
    read_options(argc, argv);
    prctl(PR_SET_TIMERSLACK, 1); /* ns; the default would add up to 50 us to each delay */
    allocate();
    counters = map_counters(options.counter);
    poller = epoll_create1(EPOLL_CLOEXEC);
    listener = listen_on_loopback(options.port);
    watch(listener);
    watch(0);
    printf("READY port=%d\n", port_of(listener));
    fflush(stdout);
    next_stall = options.stall ? now() + options.every : NEVER;
    serve();
    return 0;
}
