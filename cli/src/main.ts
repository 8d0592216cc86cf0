import './prototypes.js'
import { ExitCode } from './errors.js'
import { Factory } from './factory.js'
import { referToHelp } from './help.js'
import { addCommandsOfPlugins } from './plugins.js'
import { buildProgram } from './program.js'
import { exitCodeOf, report } from './report.js'

/** Runs one command line and returns the exit code. */
export async function runCommand(args: string[], factory: Factory): Promise<number> {
  try {
    const program = buildProgram(factory)
    await addCommandsOfPlugins(program, factory, args)
    referToHelp(program)
    if (args.length === 0) program.outputHelp()
    else await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    report(error, factory)
    return exitCodeOf(error)
  }
}

/** Connects the command line to the process: its arguments, streams and environment. */
export async function run(): Promise<void> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader of a pipe may exit early, as `head` does. That is not a failure.
    if (error.code === 'EPIPE') process.exit(0)
    process.stderr.write(`error: The output cannot be written: ${error.message}.\n`)
    process.exit(ExitCode.failure)
  })
  // Without stderr no message can be shown. The exit code reports the result.
  process.stderr.on('error', () => undefined)
  const { stdin, stdout, stderr, env } = process
  const factory = new Factory({ stdin, stdout, stderr }, env)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      factory.interrupt()
      // Send the signal again without listeners: the process ends as interrupted.
      process.kill(process.pid, signal)
    })
  }
  // Set the exit code instead of calling exit, which would cut off output still in a pipe.
  process.exitCode = await runCommand(process.argv.slice(2), factory)
}
