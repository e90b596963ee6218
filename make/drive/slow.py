"""A slow line between the window and an archive: bytes pass at a rate, and are counted."""

import socket
import threading
import time

PART = 16_384


class Slow:
    """Listens on a port of its own and passes on to the address it is told."""

    def __init__(self, to, rate):
        self.to, self.rate, self.through = to, rate, 0
        self.lock, self.ended = threading.Lock(), False
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.address = "127.0.0.1:%d" % self.socket.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while not self.ended:
            try:
                near, _ = self.socket.accept()
                host, port = self.to().split(":")
                far = socket.create_connection((host, int(port)))
            except OSError:
                continue
            threading.Thread(target=self.pass_on, args=(near, far, True), daemon=True).start()
            threading.Thread(target=self.pass_on, args=(far, near, False), daemon=True).start()

    def pass_on(self, source, sink, slow):
        try:
            while part := source.recv(PART):
                if slow:
                    with self.lock:  # one line for all connections
                        self.through += len(part)
                        time.sleep(len(part) / self.rate)
                sink.sendall(part)
        except OSError:
            pass
        for s in (source, sink):
            try:
                s.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def end(self):
        self.ended = True
        self.socket.close()
