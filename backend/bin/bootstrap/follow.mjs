// npm passes SIGTERM to the shell that runs a script, and some shells (dash) exit without passing it on. The
// program would then continue without npm and keep its port. So a program started by npm polls for its parent
// shell and ends when the shell is gone. On Windows npm's processes end together anyway.
if (process.env.npm_lifecycle_event && process.platform !== 'win32') {
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  watch.unref()
}
