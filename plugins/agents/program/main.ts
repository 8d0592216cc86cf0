// The executable `crossdock-agent`.
import { resolve } from 'node:path'
import { isSea } from 'node:sea'
import { setFlagsFromString } from 'node:v8'
import { Command, CommanderError } from 'commander'
import { addAgentCommands } from './commands.js'
import { AgentError, reasonOf } from './errors.js'
import type { Printer } from './printer.js'
import { agentVersion } from './version.js'

/**
 * Limits the memory pools of the Linux C library. The limit must be set before a program starts, so this program
 * starts itself again. With one pool for all threads, it releases memory after it has moved a folder.
 */
function limitMemoryPools(): void {
  if (process.platform !== 'linux' || process.env.MALLOC_ARENA_MAX || !process.execve) return
  if (!isSea() || process.argv[2] !== 'run') return
  const frugal = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' }
  const args = [process.execPath, ...process.argv.slice(2)]
  process.execve(process.execPath, args, { ...process.env, ...frugal } as Record<string, string>)
}

/** Node marks its SQLite and process replacement as experimental; suppress these warnings. */
function suppressExperimentalWarnings(): void {
  const emit = process.emitWarning.bind(process)
  process.emitWarning = ((warning: string | Error, ...rest: unknown[]) => {
    if (!/SQLite|execve/.test(String(warning)))
      (emit as (...all: unknown[]) => void)(warning, ...rest)
  }) as typeof process.emitWarning
}

async function main(): Promise<void> {
  suppressExperimentalWarnings()
  limitMemoryPools()
  // An agent is idle most of the time, and shares the machine.
  setFlagsFromString('--max-semi-space-size=1')
  const program = new Command('crossdock-agent')
    .description('Moves files between this machine and a Crossdock server.')
    .version(agentVersion, '-V, --version', 'print the version')
    .option('--json', 'print JSON, and nothing else, to stdout')
  const printer: Printer = {
    say: (line) => void process.stdout.write(`${line}\n`),
    note: (line) => void process.stderr.write(`${line}\n`),
    printJson: (value) => void process.stdout.write(`${JSON.stringify(value, null, 2)}\n`),
    isJson: () => program.opts<{ json?: boolean }>().json ?? false,
    env: process.env,
    path: (typed) => resolve(typed),
    failure: (error) => error,
  }
  addAgentCommands(program, printer)
  program.exitOverride()
  for (const command of program.commands) command.exitOverride()
  try {
    // In a single executable, `argv` has the executable itself in place of the script.
    await program.parseAsync(process.argv.slice(2), { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2
      return
    }
    const known = error instanceof AgentError
    const message = known ? error.message : `The agent failed: ${reasonOf(error)}.`
    printer.note(`error: ${message}`)
    if (known && error.hint) printer.note(`  ${error.hint}`)
    process.exitCode = 1
  }
}

void main()
