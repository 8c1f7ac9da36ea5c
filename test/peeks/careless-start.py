# Starts a program the way a careless parent would: with a secret in its session keyring and a file left open.
# careless-start.py SECRET FILE PROGRAM ARGUMENT...
import ctypes
import os
import sys

secret, path, *command = sys.argv[1:]
add_key, keyctl = {"x86_64": (248, 250), "aarch64": (217, 219)}[os.uname().machine]
libc = ctypes.CDLL(None)
JOIN_SESSION, SESSION = 1, -3
libc.syscall(keyctl, JOIN_SESSION, None)
libc.syscall(add_key, b"user", b"peek", secret.encode(), len(secret), SESSION)
os.dup2(os.open(path, os.O_RDONLY), 40, inheritable=True)
os.execvp(command[0], command)
