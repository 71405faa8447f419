/*
 * The io_uring baseline: the lower bound of a load generator over completions. See baseline.h.
 *
 * baseline-uring PORT CONNECTIONS SECONDS [RATE]: with a rate it sends as many requests per second, those of each
 * millisecond as a burst, on connections that are free.
 *
 * Plain system calls, no library. Each connection has one multishot receive, whose memory comes from a provided buffer
 * ring; sockets are registered once (fixed files); a successful send posts no completion; all sends of one round are
 * submitted by the call that waits for the next.
 *
 * Needs Linux 6.1. Exits 3, with the reason, where the kernel forbids io_uring.
 */
#include "baseline.h"
#include <linux/io_uring.h>
#include <linux/time_types.h>
#include <sys/mman.h>
#include <sys/syscall.h>

enum { BUFFER = 256, MAX_BUFFERS = 4096, GROUP = 0 };
static const uint64_t SEND = 1u << 31; /* marks the user data of a send; the rest is the connection */
static const uint64_t TICK = 1u << 30; /* the user data of the timer */
static const long TICKS_PER_SECOND = 1000, SECOND = 1000000000;

struct ring {
    int fd;
    unsigned entries, mask;             /* of the submission queue */
    unsigned tail, submitted;           /* local copies; the kernel gets the tail with each call */
    unsigned *kernel_tail;
    struct io_uring_sqe *sqes;
    unsigned *cq_head, *cq_tail, cq_mask;
    struct io_uring_cqe *cqes;
};

struct buffers {
    struct io_uring_buf_ring *ring;
    char *memory;
    unsigned entries;
    uint16_t tail;
};

/* Of a fixed rate. */
struct pace {
    uint64_t rate; /* requests per second; 0 without one */
    uint64_t ticks, sent;
    struct __kernel_timespec at; /* the next tick, which the kernel reads as it takes the submission */
    unsigned *free; /* a ring of connections */
    uint64_t taken, returned;
};

static struct ring ring;
static struct buffers buffers;
static struct pace pace;

static unsigned power_of_two(unsigned least) {
    unsigned n = 1;
    while (n < least) {
        n *= 2;
    }
    return n;
}

static int io_uring_register(unsigned what, void *argument, unsigned n) {
    return syscall(SYS_io_uring_register, ring.fd, what, argument, n);
}

static void *map(size_t size, int64_t offset) {
    int flags = offset < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED | MAP_POPULATE;
    void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, flags, offset < 0 ? -1 : ring.fd, offset < 0 ? 0 : offset);
    if (at == MAP_FAILED) {
        die("mmap");
    }
    return at;
}

static void open_ring(void) {
    unsigned entries = power_of_two(count);
    struct io_uring_params p = {
        .flags = IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN | IORING_SETUP_CQSIZE | IORING_SETUP_CLAMP,
        .cq_entries = 2 * entries};
    ring.fd = syscall(SYS_io_uring_setup, entries < 4096 ? entries : 4096, &p);
    if (ring.fd < 0) {
        fprintf(stderr, "baseline: io_uring is unavailable (needs Linux 6.1 or later, and must be allowed): %s\n", strerror(errno));
        exit(3);
    }
    char *sq = map(p.sq_off.array + p.sq_entries * sizeof(unsigned), IORING_OFF_SQ_RING);
    char *cq = map(p.cq_off.cqes + p.cq_entries * sizeof(struct io_uring_cqe), IORING_OFF_CQ_RING);
    ring.sqes = map(p.sq_entries * sizeof(struct io_uring_sqe), IORING_OFF_SQES);
    ring.entries = p.sq_entries;
    ring.mask = p.sq_entries - 1;
    ring.kernel_tail = (unsigned *)(sq + p.sq_off.tail);
    unsigned *array = (unsigned *)(sq + p.sq_off.array);
    for (unsigned i = 0; i < p.sq_entries; i++) {
        array[i] = i;
    }
    ring.cq_head = (unsigned *)(cq + p.cq_off.head);
    ring.cq_tail = (unsigned *)(cq + p.cq_off.tail);
    ring.cq_mask = p.cq_entries - 1;
    ring.cqes = (struct io_uring_cqe *)(cq + p.cq_off.cqes);
}

/* Submits the queue to the kernel and optionally waits for a completion. */
static void enter(bool wait) {
    __atomic_store_n(ring.kernel_tail, ring.tail, __ATOMIC_RELEASE);
    unsigned flags = wait ? IORING_ENTER_GETEVENTS : 0;
    int n = syscall(SYS_io_uring_enter, ring.fd, ring.tail - ring.submitted, wait, flags, NULL, 0);
    if (n >= 0) {
        ring.submitted += n;
    } else if (errno != EINTR && errno != EBUSY && errno != EAGAIN) {
        die("io_uring_enter");
    }
}

static struct io_uring_sqe *next_sqe(unsigned connection, uint8_t operation) {
    while (ring.tail - ring.submitted == ring.entries) {
        enter(false);
    }
    struct io_uring_sqe *sqe = &ring.sqes[ring.tail++ & ring.mask];
    memset(sqe, 0, sizeof *sqe);
    sqe->opcode = operation;
    sqe->fd = connection;
    sqe->flags = IOSQE_FIXED_FILE;
    sqe->user_data = connection;
    return sqe;
}

static void queue_send(unsigned connection) {
    struct io_uring_sqe *sqe = next_sqe(connection, IORING_OP_SEND);
    sqe->flags |= IOSQE_CQE_SKIP_SUCCESS;
    sqe->addr = (uint64_t)request;
    sqe->len = request_size;
    sqe->msg_flags = MSG_NOSIGNAL | MSG_WAITALL;
    sqe->user_data |= SEND;
}

static void queue_receive(unsigned connection) {
    struct io_uring_sqe *sqe = next_sqe(connection, IORING_OP_RECV);
    sqe->flags |= IOSQE_BUFFER_SELECT;
    sqe->ioprio = IORING_RECV_MULTISHOT;
    sqe->buf_group = GROUP;
}

static void provide_buffer(uint16_t id) {
    struct io_uring_buf *buffer = &buffers.ring->bufs[buffers.tail++ & (buffers.entries - 1)];
    buffer->addr = (uint64_t)(buffers.memory + (size_t)id * BUFFER);
    buffer->len = BUFFER;
    buffer->bid = id;
}

static void publish_buffers(void) {
    __atomic_store_n(&buffers.ring->tail, buffers.tail, __ATOMIC_RELEASE);
}

static void open_buffers(void) {
    unsigned n = power_of_two(count < 16 ? 16 : count);
    buffers.entries = n < MAX_BUFFERS ? n : MAX_BUFFERS;
    buffers.ring = map(buffers.entries * sizeof(struct io_uring_buf), -1);
    buffers.memory = map((size_t)buffers.entries * BUFFER, -1);
    struct io_uring_buf_reg registration = {
        .ring_addr = (uint64_t)buffers.ring, .ring_entries = buffers.entries, .bgid = GROUP};
    if (io_uring_register(IORING_REGISTER_PBUF_RING, &registration, 1) < 0) {
        die("buffer ring");
    }
    for (unsigned i = 0; i < buffers.entries; i++) {
        provide_buffer(i);
    }
    publish_buffers();
}

static void open_connections(void) {
    int *fds = malloc(count * sizeof *fds);
    if (!fds) {
        die("no memory");
    }
    for (unsigned i = 0; i < count; i++) {
        fds[i] = open_connection();
        if (i == 0) {
            learn_response(fds[0]);
        }
    }
    if (io_uring_register(IORING_REGISTER_FILES, fds, count) < 0) {
        die("fixed files");
    }
    for (unsigned i = 0; i < count; i++) {
        close(fds[i]);
    }
    free(fds);
}

static void queue_tick(void) {
    pace.at.tv_nsec += SECOND / TICKS_PER_SECOND;
    if (pace.at.tv_nsec >= SECOND) {
        pace.at.tv_nsec -= SECOND;
        pace.at.tv_sec++;
    }
    struct io_uring_sqe *sqe = next_sqe(0, IORING_OP_TIMEOUT);
    sqe->fd = -1;
    sqe->flags = 0;
    sqe->addr = (uint64_t)&pace.at;
    sqe->len = 1;
    sqe->timeout_flags = IORING_TIMEOUT_ABS;
    sqe->user_data = TICK;
}

/* Sends what is due, as far as connections are free. */
static void ticked(void) {
    uint64_t due = ++pace.ticks * pace.rate / TICKS_PER_SECOND;
    for (; pace.sent < due && pace.taken < pace.returned; pace.sent++) {
        queue_send(pace.free[pace.taken++ % count]);
    }
    queue_tick();
}

static void start_pace(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    pace.at = (struct __kernel_timespec){.tv_sec = now.tv_sec, .tv_nsec = now.tv_nsec};
    pace.free = calloc(count, sizeof *pace.free);
    if (!pace.free) {
        die("no memory");
    }
    for (unsigned i = 0; i < count; i++) {
        pace.free[pace.returned++] = i;
    }
    queue_tick();
}

static void completed(const struct io_uring_cqe *cqe, uint32_t *pending) {
    if (cqe->user_data == TICK) {
        ticked();
        return;
    }
    unsigned connection = cqe->user_data & ~SEND;
    if (cqe->user_data & SEND || (cqe->res <= 0 && cqe->res != -ENOBUFS)) {
        errno = -cqe->res;
        die(cqe->user_data & SEND ? "send" : "a connection ended");
    }
    if (cqe->flags & IORING_CQE_F_BUFFER) {
        provide_buffer(cqe->flags >> IORING_CQE_BUFFER_SHIFT);
    }
    if (cqe->res > 0 && (pending[connection] += cqe->res) >= response_size) {
        pending[connection] -= response_size;
        responses++;
        if (pace.rate > 0) {
            pace.free[pace.returned++ % count] = connection;
        } else {
            queue_send(connection);
        }
    }
    if (!(cqe->flags & IORING_CQE_F_MORE)) {
        queue_receive(connection);
    }
}

int main(int argc, char **argv) {
    if (argc == 5) {
        pace.rate = strtoul(argv[--argc], NULL, 10);
    }
    read_options(argc, argv);
    open_ring();
    open_buffers();
    open_connections();
    uint32_t *pending = calloc(count, sizeof *pending); /* bytes of the current response */
    if (!pending) {
        die("no memory");
    }
    for (unsigned i = 0; i < count; i++) {
        queue_receive(i);
        if (pace.rate == 0) {
            queue_send(i);
        }
    }
    if (pace.rate > 0) {
        start_pace();
    }
    while (!over) {
        enter(true);
        unsigned head = *ring.cq_head, tail = __atomic_load_n(ring.cq_tail, __ATOMIC_ACQUIRE);
        for (; head != tail; head++) {
            completed(&ring.cqes[head & ring.cq_mask], pending);
        }
        publish_buffers();
        __atomic_store_n(ring.cq_head, head, __ATOMIC_RELEASE);
    }
    print_result();
    return 0;
}
