"""The mariadb command line at a terminal: start-up, completion by TAB, status, source, warnings, another database.

Arguments: the client's path and its options. Prints what the terminal showed.
"""

import os
import pty
import re
import select
import sys
import tempfile
import time

import job

LIMIT_SECONDS = 30


class Terminal:
    def __init__(self, command):
        self.shown = ""
        pid, self.descriptor = pty.fork()
        if pid == 0:
            os.environ["TERM"] = "dumb"
            os.execv(command[0], command)

    def read(self):
        ready, _, _ = select.select([self.descriptor], [], [], 0.2)
        if ready:
            self.shown += os.read(self.descriptor, 65536).decode("utf-8", "replace")

    def wait(self, pattern, seen):
        """Until the pattern is shown behind position `seen`; returns what was shown up to its end."""
        deadline = time.monotonic() + LIMIT_SECONDS
        while True:
            found = re.search(pattern, self.shown[seen:])
            if found:
                return self.shown[seen : seen + found.end()]
            if time.monotonic() > deadline:
                raise AssertionError("no %r in %r" % (pattern, self.shown[seen:]))
            try:
                self.read()
            except OSError:
                raise AssertionError("ended without %r: %r" % (pattern, self.shown[seen:])) from None

    def type(self, text, pattern):
        seen = len(self.shown)
        os.write(self.descriptor, text.encode())
        return self.wait(pattern, seen)


script = tempfile.NamedTemporaryFile("w", suffix=".sql")
script.write("select 'from a file';\nselect 1 + 1 as two;\n")
script.flush()

terminal = Terminal(sys.argv[1:] + [job.DATABASE])
prompt = r"\[%s\]> " % job.DATABASE
terminal.wait(prompt, 0)
# Table and column are completed from what show tables and COM_FIELD_LIST answered at the start.
terminal.type("select answ\t", "answer_column")
terminal.type(" from quest\t", "question_table")
assert "42" in terminal.type(";\n", "1 row in set[^\n]*\n(.|\n)*> ")
status = terminal.type("\\s\n", "Uptime:(.|\n)*> ")
assert "Current database:\t" + job.DATABASE in status.replace("\r", ""), status
assert "Threads:" in status and "utf8mb4" in status, status
assert "from a file" in terminal.type("source %s\n" % script.name, "two(.|\n)*> ")
terminal.type("\\C utf8mb4\n", "> ")
terminal.type("show warnings;\n", "Empty set(.|\n)*> ")
terminal.type("selec 1;\n", r"ERROR 1064 \(42000\)(.|\n)*> ")
terminal.type("use information_schema\n", r"\[information_schema\]> ")
terminal.type("use %s\n" % job.DATABASE, prompt)
terminal.type("quit\n", "Bye")
