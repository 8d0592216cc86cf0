// The executable `crossdock-agent`.
import { resolve } from 'node:path'
import { isSea } from 'node:sea'
import { setFlagsFromString } from 'node:v8'
import { Command, CommanderError } from 'commander'
import { addAgentCommands } from './commands.js'
import { AgentError, reasonOf } from './errors.js'
import type { Teller } from './teller.js'
import { agentVersion } from './version.js'

/**
 * How the C library of Linux keeps memory is said before a program starts: one pool for all threads, which is given back.
 * An agent that has moved a folder is as small as before.
 */
function startSmall(): void {
  if (process.platform !== 'linux' || process.env.MALLOC_ARENA_MAX || !process.execve) return
  if (!isSea() || process.argv[2] !== 'run') return
  const frugal = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' }
  const args = [process.execPath, ...process.argv.slice(2)]
  process.execve(process.execPath, args, { ...process.env, ...frugal } as Record<string, string>)
}

/** Node calls its own SQLite, and starting another program in its place, experiments. */
function keepQuietAboutExperiments(): void {
  const emit = process.emitWarning.bind(process)
  process.emitWarning = ((warning: string | Error, ...rest: unknown[]) => {
    if (!/SQLite|execve/.test(String(warning)))
      (emit as (...all: unknown[]) => void)(warning, ...rest)
  }) as typeof process.emitWarning
}

async function main(): Promise<void> {
  keepQuietAboutExperiments()
  startSmall()
  // An agent is idle most of the time, and shares the machine.
  setFlagsFromString('--max-semi-space-size=1')
  const program = new Command('crossdock-agent')
    .description('Moves files between this machine and a Crossdock server.')
    .version(agentVersion, '-V, --version', 'print the version')
    .option('--json', 'print JSON, and nothing else, to stdout')
  const teller: Teller = {
    say: (line) => void process.stdout.write(`${line}\n`),
    note: (line) => void process.stderr.write(`${line}\n`),
    printJson: (value) => void process.stdout.write(`${JSON.stringify(value, null, 2)}\n`),
    isJson: () => program.opts<{ json?: boolean }>().json ?? false,
    env: process.env,
    path: (typed) => resolve(typed),
    failure: (error) => error,
  }
  addAgentCommands(program, teller)
  program.exitOverride()
  for (const command of program.commands) command.exitOverride()
  try {
    // An executable has itself at the place of the script.
    await program.parseAsync(process.argv.slice(2), { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2
      return
    }
    const known = error instanceof AgentError
    const message = known ? error.message : `The agent failed: ${reasonOf(error)}.`
    teller.note(`error: ${message}`)
    if (known && error.hint) teller.note(`  ${error.hint}`)
    process.exitCode = 1
  }
}

void main()
