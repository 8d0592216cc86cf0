import { CliError, ExitCode } from '../errors.js'

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  ENOTFOUND: 'the name is not known',
  EAI_AGAIN: 'the name could not be looked up',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no network',
  ETIMEDOUT: 'it did not answer in time',
  EPIPE: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
  UND_ERR_CONNECT_TIMEOUT: 'it did not answer in time',
  UND_ERR_HEADERS_TIMEOUT: 'it did not answer in time',
  UND_ERR_BODY_TIMEOUT: 'it stopped sending',
}

/** Turns what fetch throws when there is no answer into one sentence that names the server. */
export function unreachable(server: string, error: unknown): CliError {
  if (error instanceof CliError) return error
  return new CliError(ExitCode.unreachable, `Cannot reach ${server}: ${reason(error)}.`, {
    hint: 'Check that the server runs and that --server or the profile names the right address.',
    cause: error,
  })
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'it did not answer in time'
  const cause = error.cause instanceof Error ? error.cause : error
  // Several addresses behind one name fail as one AggregateError without a message of its own.
  const first = cause instanceof AggregateError ? (cause.errors[0] as Error) : cause
  const code = 'code' in first ? String(first.code) : ''
  return REASONS[code] ?? (first.message || code)
}
