import { CommanderError } from 'commander'
import { CliError, ExitCode, SilentExit } from './errors.js'
import type { Factory } from './factory.js'
import { printable } from './output/format.js'

/** Tells an error on stderr: what, one line per field, what to do, and the request's id. */
export function report(error: unknown, factory: Factory): void {
  // Commander has printed its own already, and help is no error.
  if (error instanceof CommanderError || error instanceof SilentExit) return

  const { stderr } = factory.streams
  const colors = factory.colorsFor(stderr)
  if (!(error instanceof CliError)) {
    stderr.write(`${colors.red('error:')} ${unexpected(error)}\n`)
    return
  }

  stderr.write(`${colors.red('error:')} ${printable(error.message)}\n`)
  for (const line of error.details) stderr.write(`  ${printable(line)}\n`)
  if (error.hint) stderr.write(`  ${printable(error.hint)}\n`)
  if (error.requestId)
    stderr.write(colors.dim(`  request id: ${printable(error.requestId)}`) + '\n')
}

/** A full disk or a missing permission explains itself; anything else is ours to look into. */
function unexpected(error: unknown): string {
  if (!(error instanceof Error)) return `crossdock failed unexpectedly: ${printable(String(error))}`
  if ('syscall' in error) return `This computer refused something: ${printable(error.message)}`
  const lines = (error.stack ?? error.message).split('\n')
  return `crossdock failed unexpectedly. ${lines.map(printable).join('\n')}`
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof CliError) return error.exitCode
  if (error instanceof CommanderError) return error.exitCode === 0 ? ExitCode.ok : ExitCode.usage
  return ExitCode.failure
}
