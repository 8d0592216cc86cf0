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
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
}

/** Error codes of Node.js for a certificate from an unknown authority. */
const ofAuthority = /SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)/

/** Turns what fetch throws when there is no answer into one sentence that names the server. */
export function unreachable(server: string, error: unknown): CliError {
  if (error instanceof CliError) return error
  return new CliError(ExitCode.unreachable, `Cannot reach ${server}: ${reason(error)}.`, {
    hint: ofAuthority.test(codeOf(error))
      ? 'If you trust the server, name the file with its CA certificate: export NODE_EXTRA_CA_CERTS=/path/to/ca.pem'
      : 'Check that the server runs and that --server or the profile names the right address.',
    cause: error,
  })
}

/** The cause of an error of fetch. Several addresses of one name fail as one error without a message: its first cause counts. */
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
  if (ofAuthority.test(code)) return 'its certificate comes from an unknown authority'
  return REASONS[code] ?? (rootOf(error).message || code)
}
