import { spawn } from 'node:child_process'
import { ownExecutable } from '../program_path.js'

/** Starts this program again, for who has no service manager that does it. The new one waits for this one to end. */
export function startAgain(): void {
  const args = ownExecutable()
    ? process.argv.slice(2)
    : [...process.execArgv, ...process.argv.slice(1)]
  spawn(process.execPath, args, { stdio: 'inherit', detached: true }).unref()
}
