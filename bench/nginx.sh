# An nginx with TLS 1.3 for the scripts that compare load generators, over HTTP/1.1 and, by ALPN, HTTP/2. Sourced by bench/*/run
# after paired.sh, with `set -euo pipefail`.

# Makes a certificate for localhost and starts nginx as one process, so that its processor, its signals and its memory are those
# of one.
start_nginx() { # folder for its files -> sets `nginx_pid`, `nginx_port` and `certificate`
    local folder=$1
    certificate=$folder/cert.pem
    nginx_port=$(free_port)
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost \
        -addext subjectAltName=DNS:localhost -keyout "$folder/key.pem" -out "$certificate" 2>/dev/null
    cat >"$folder/nginx.conf" <<CONF
daemon off;
master_process off;
pid $folder/nginx.pid;
error_log $folder/error.log;
events { worker_connections 20000; }
http {
    access_log off;
    keepalive_requests 1000000000;
    server {
        listen 127.0.0.1:$nginx_port ssl http2;
        ssl_certificate $certificate;
        ssl_certificate_key $folder/key.pem;
        ssl_protocols TLSv1.3;
        location / { return 200 "Hello world!"; }
    }
}
CONF
    taskset -c "$server_cpu" nginx -c "$folder/nginx.conf" -p "$folder" 2>/dev/null &
    nginx_pid=$!
    await_port "$nginx_port"
}
