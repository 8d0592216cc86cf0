import { spawn } from 'node:child_process'
import { ownExecutable } from '../program_path.js'

/** Restarts this program if no service manager does that. The new process waits until this process has ended. */
export function restartProgram(): void {
  const args = ownExecutable()
    ? process.argv.slice(2)
    : [...process.execArgv, ...process.argv.slice(1)]
  spawn(process.execPath, args, { stdio: 'inherit', detached: true }).unref()
}
