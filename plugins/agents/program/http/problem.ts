import { AgentError } from '../errors.js'

/** An unsuccessful answer of the server. */
export class HttpProblem extends AgentError {
  constructor(
    readonly status: number,
    code: string,
    message: string,
    readonly retryAfterMs: number | undefined
  ) {
    super(code, message)
  }

  /** Returns whether the same request can succeed later. */
  get isPassing(): boolean {
    return [423, 429, 502, 503, 504].includes(this.status)
  }
}

/** The server is unreachable, or stopped answering. */
export class Unreachable extends AgentError {
  constructor(server: string, cause: unknown) {
    super('E_UNREACHABLE', `The agent cannot reach ${server}: ${why(cause)}.`, { cause })
  }
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  EPIPE: 'the connection was closed',
  ENOTFOUND: 'the name is not known',
  EAI_AGAIN: 'the name could not be looked up',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no network',
  ETIMEDOUT: 'it did not answer in time',
  CERT_HAS_EXPIRED: 'its certificate has expired, or the clock of this machine is wrong',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet, or the clock of this machine is wrong',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
}

/** Node.js error codes for a certificate from an unknown authority. */
const unknownAuthority = /SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)/

function why(error: unknown): string {
  const root = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  if (!(root instanceof Error)) return String(root)
  const code = 'code' in root ? String(root.code) : ''
  if (unknownAuthority.test(code)) return 'its certificate comes from an unknown authority'
  return REASONS[code] ?? root.message.replace(/\.$/, '')
}

/**
 * Converts an unsuccessful answer into an error.
 * @param retryAfter the header, in seconds
 */
export function problemOf(
  status: number,
  body: string,
  retryAfter: string | undefined,
  path: string
): HttpProblem {
  const { code, message } = parseBody(body)
  const seconds = retryAfter && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined
  return new HttpProblem(
    status,
    code ?? `E_HTTP_${status}`,
    message ?? `The server answered with status ${status} to ${path}.`,
    seconds === undefined ? undefined : seconds * 1000
  )
}

function parseBody(body: string): { code?: string; message?: string } {
  try {
    const { code, message } = JSON.parse(body) as Record<string, unknown>
    return {
      ...(typeof code === 'string' ? { code } : {}),
      ...(typeof message === 'string' ? { message } : {}),
    }
  } catch {
    return {}
  }
}
