import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { until } from '../../testing/index.js'
import type { JobLab } from './job_lab.js'

const script = fileURLToPath(new URL('./worker_process.js', import.meta.url))

/** A worker process; `lines` is its output so far. */
export function workerProcess(lab: JobLab, { task = 'work' } = {}) {
  const { dataDir, databaseUrl } = lab.database
  const child = spawn(
    process.execPath,
    [...process.execArgv, script, task, dataDir, databaseUrl ?? ''],
    { stdio: ['pipe', 'pipe', 'inherit'] }
  )
  const lines: string[] = []
  createInterface(child.stdout).on('line', (line) => void lines.push(line))
  const ended = once(child, 'exit')
  return {
    lines,
    child,
    said: (line: string) => until(`the worker to say ${line}`, () => lines.includes(line)),
    /** Lets held jobs continue. */
    goOn: () => void child.stdin.write('go on'),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
