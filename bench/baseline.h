/*
 * Shared code of both baselines: options, connections, and the length of a response.
 *
 * A baseline sends one fixed request on each connection, and again after each response. It takes the length of a response
 * from the first one and then only counts bytes: no status, no times. A generator that does more cannot cost less, so the
 * baseline is the lower bound of a generator's CPU time.
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
static size_t response_size;
static uint64_t responses;
static volatile sig_atomic_t over;

static void die(const char *what) {
    fprintf(stderr, "baseline: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void on_alarm(int signal) {
    (void)signal;
    over = 1;
}

/* Also starts the timer: after SECONDS the pending system call is interrupted and `over` is set. */
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

/* Sends one request and sets response_size from the header of its response. */
static void learn_response(int fd) {
    char response[4096];
    size_t received = 0;
    if (send(fd, request, request_size, MSG_NOSIGNAL) != (ssize_t)request_size) {
        die("first request");
    }
    while (response_size == 0 || received < response_size) {
        ssize_t n = received < sizeof response - 1 ? recv(fd, response + received, sizeof response - 1 - received, 0) : 0;
        if (n <= 0) {
            die("first response: incomplete, or longer than 4 KB");
        }
        response[received += n] = 0;
        const char *end = strstr(response, "\r\n\r\n"), *length = strcasestr(response, "\r\nContent-Length:");
        if (end && (!length || length > end)) {
            die("first response: no Content-Length");
        }
        if (end) {
            response_size = end + 4 - response + strtoul(length + 17, NULL, 10);
        }
    }
    responses++;
}

static void print_result(void) {
    printf("responses %llu\n", (unsigned long long)responses);
}
