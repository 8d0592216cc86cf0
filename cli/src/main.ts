import './prototypes.js'
import { ExitCode } from './errors.js'
import { Factory } from './factory.js'
import { pointAtHelp } from './help.js'
import { addCommandsOfPlugins } from './plugins.js'
import { buildProgram } from './program.js'
import { exitCodeOf, report } from './report.js'

/** Runs one command line; answers with the exit code. */
export async function runCommand(args: string[], factory: Factory): Promise<number> {
  try {
    const program = buildProgram(factory)
    await addCommandsOfPlugins(program, factory, args)
    pointAtHelp(program)
    if (args.length === 0) program.outputHelp()
    else await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    report(error, factory)
    return exitCodeOf(error)
  }
}

/** The process: its arguments, streams and environment. */
export async function run(): Promise<void> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader of a pipe may leave early, as `head` does; that is no failure of ours.
    if (error.code === 'EPIPE') process.exit(0)
    process.stderr.write(`error: The output cannot be written: ${error.message}.\n`)
    process.exit(ExitCode.failure)
  })
  // No stream is left for a message. The exit code shows the result.
  process.stderr.on('error', () => undefined)
  const { stdin, stdout, stderr, env } = process
  const factory = new Factory({ stdin, stdout, stderr }, env)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      factory.interrupt()
      // Again, and nobody listens: the process ends as one that was interrupted.
      process.kill(process.pid, signal)
    })
  }
  // Set, not called: a call would cut off what is still on its way into a pipe.
  process.exitCode = await runCommand(process.argv.slice(2), factory)
}
