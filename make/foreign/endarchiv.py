"""An archive to deliver to, for the scripts of this folder: one receiver of the program, serving until the script ends."""
import atexit, shutil, socket, subprocess, time


def serve(cli, root, env, keep=False):
    """Starts the receiver below root and gives its address and its register; at the end it is stopped and root removed, unless keep says otherwise."""
    with socket.socket() as s:
        s.bind(('127.0.0.1', 0))
        port = s.getsockname()[1]
    register = root + '/archive.db'
    log = open(root + '/archive.log', 'w')
    server = subprocess.Popen([cli, 'archive', 'serve', '--addr', '127.0.0.1:%d' % port, '--store', root + '/store', '--db', register, '--name', 'Endarchiv',
                               '--key-store', 'file'], stdout=log, stderr=log, env=env)

    def finish():
        server.terminate()
        server.wait(60)
        if not keep:
            shutil.rmtree(root, True)

    atexit.register(finish)
    for _ in range(600):
        try:
            socket.create_connection(('127.0.0.1', port), 1).close()
            break
        except OSError:
            time.sleep(0.1)
    return 'http://127.0.0.1:%d' % port, register
