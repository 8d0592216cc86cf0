"""A hand-written download: serves one file with sendfile(2), used when nginx is not installed."""
import os
import socket
import sys

path = sys.argv[1]
size = os.stat(path).st_size
head = f"HTTP/1.1 200 OK\r\ncontent-type: application/octet-stream\r\ncontent-length: {size}\r\nconnection: close\r\n\r\n"
server = socket.create_server(("127.0.0.1", 0))
print(server.getsockname()[1], flush=True)
while True:
    client, _ = server.accept()
    with client, open(path, "rb") as file:
        request = b""
        while b"\r\n\r\n" not in request:
            request += client.recv(4096)
        client.sendall(head.encode())
        client.sendfile(file)
