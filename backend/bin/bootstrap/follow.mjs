// npm passes SIGTERM to the shell it runs a script in, and some shells (dash) die of it without passing it on: the
// program would live on without npm and keep its port. So a program started by npm ends when that shell is gone.
// A process is not told that its parent ended; on Windows npm's processes end together anyway.
if (process.env.npm_lifecycle_event && process.platform !== 'win32') {
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  watch.unref()
}
