import { CommanderError } from 'commander'
import { CliError, ExitCode, SilentExit } from './errors.js'
import type { Factory } from './factory.js'
import { printable } from './output/format.js'

/** Prints an error on stderr: the message, one line per field, the hint, and the request id. */
export function report(error: unknown, factory: Factory): void {
  // Commander has already printed its own errors, and help is not an error.
  if (error instanceof CommanderError || error instanceof SilentExit) return

  const { stderr } = factory.streams
  const colors = factory.colorsFor(stderr)
  if (!(error instanceof CliError)) {
    stderr.write(`${colors.red('error:')} ${unexpectedMessage(error)}\n`)
    return
  }

  stderr.write(`${colors.red('error:')} ${printable(error.message)}\n`)
  for (const line of error.details) stderr.write(`  ${printable(line)}\n`)
  if (error.hint) stderr.write(`  ${printable(error.hint)}\n`)
  if (error.requestId)
    stderr.write(colors.dim(`  request id: ${printable(error.requestId)}`) + '\n')
}

/** A system error, such as a full disk, explains itself. Any other error is a bug. */
function unexpectedMessage(error: unknown): string {
  if (!(error instanceof Error)) return `crossdock failed unexpectedly: ${printable(String(error))}`
  if ('syscall' in error)
    return `The operating system refused an operation: ${printable(error.message)}`
  const lines = (error.stack ?? error.message).split('\n')
  return `crossdock failed unexpectedly. ${lines.map(printable).join('\n')}`
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof CliError) return error.exitCode
  if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.ok : ExitCode.usage
  return ExitCode.failure
}
