/*
 * What both floors share: their options, connecting, and how long an answer is.
 *
 * A floor sends one fixed request on each connection, and again whenever the answer is there. It learns the length of an
 * answer from the first one and then counts bytes; it looks at no status and takes no times. No generator that does more
 * can cost less, which is what a floor is for.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static const char USAGE[] = "usage: %s PORT CONNECTIONS SECONDS\n";

static int port;
static unsigned count; /* of connections */
static char request[128];
static size_t request_size;
static size_t answer_size;
static uint64_t answered;
static volatile sig_atomic_t over;

static void die(const char *what) {
    fprintf(stderr, "floor: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void on_alarm(int signal) {
    (void)signal;
    over = 1;
}

/* Also starts the clock: after SECONDS the system call under way is interrupted and `over` is set. */
static void read_options(int argc, char **argv) {
    if (argc != 4 || (port = atoi(argv[1])) < 1 || atoi(argv[2]) < 1 || atoi(argv[3]) < 1) {
        fprintf(stderr, USAGE, argv[0]);
        exit(2);
    }
    count = atoi(argv[2]);
    request_size = snprintf(request, sizeof request, "GET /hello HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n", port);
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    struct sigaction action = {.sa_handler = on_alarm};
    sigaction(SIGALRM, &action, NULL);
    alarm(atoi(argv[3]));
}

static int open_connection(void) {
    int on = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) < 0) {
        die("connect");
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return fd;
}

/* Asks once, and sets answer_size from the head that comes. */
static void learn_answer(int fd) {
    char answer[4096];
    size_t had = 0;
    if (send(fd, request, request_size, MSG_NOSIGNAL) != (ssize_t)request_size) {
        die("first request");
    }
    while (answer_size == 0 || had < answer_size) {
        ssize_t n = had < sizeof answer - 1 ? recv(fd, answer + had, sizeof answer - 1 - had, 0) : 0;
        if (n <= 0) {
            die("first answer: neither whole nor within 4 KB");
        }
        answer[had += n] = 0;
        const char *end = strstr(answer, "\r\n\r\n"), *length = strcasestr(answer, "\r\nContent-Length:");
        if (end && (!length || length > end)) {
            die("first answer: it has no Content-Length");
        }
        if (end) {
            answer_size = end + 4 - answer + strtoul(length + 17, NULL, 10);
        }
    }
    answered++;
}

static void print_result(void) {
    printf("answered %llu\n", (unsigned long long)answered);
}
