import { CliError, ExitCode } from '../errors.js'

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be resolved',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no network',
  ETIMEDOUT: 'it did not answer in time',
  EPIPE: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
  UND_ERR_CONNECT_TIMEOUT: 'it did not answer in time',
  UND_ERR_HEADERS_TIMEOUT: 'it did not answer in time',
  UND_ERR_BODY_TIMEOUT: 'it stopped sending',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
}

/** Node.js error codes for a certificate from an unknown authority. */
const unknownAuthority = /SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)/

/** Turns the error that fetch throws without an answer into one sentence that names the server. */
export function unreachableError(server: string, error: unknown): CliError {
  if (error instanceof CliError) return error
  return new CliError(ExitCode.unreachable, `Cannot reach ${server}: ${reason(error)}.`, {
    hint: unknownAuthority.test(codeOf(error))
      ? 'If you trust the server, name the file with its CA certificate: export NODE_EXTRA_CA_CERTS=/path/to/ca.pem'
      : 'Check that the server runs and that --server or the profile names the right address.',
    cause: error,
  })
}

/**
 * Returns the cause of a fetch error. Several addresses of one name fail as one error without a message: use
 * its first cause.
 */
function rootOf(error: Error): Error {
  const cause = error.cause instanceof Error ? error.cause : error
  return cause instanceof AggregateError ? (cause.errors[0] as Error) : cause
}

function codeOf(error: unknown): string {
  const root = error instanceof Error ? rootOf(error) : {}
  return 'code' in root ? String(root.code) : ''
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'it did not answer in time'
  const code = codeOf(error)
  if (unknownAuthority.test(code)) return 'its certificate comes from an unknown authority'
  return REASONS[code] ?? (rootOf(error).message || code)
}
