import { Exception } from '@adonisjs/core/exceptions'
import { errors as undiciErrors } from 'undici'

export type EgressErrorCode =
  | 'E_EGRESS_REFUSED'
  | 'E_EGRESS_TIMEOUT'
  | 'E_EGRESS_TOO_LARGE'
  | 'E_EGRESS_UNREADABLE'
  | 'E_EGRESS_UNREACHABLE'

/**
 * An outgoing request that ended without an answer. Messages name the host but never the path, the query, a
 * header or the body: these may carry a credential, and messages are shown and logged.
 */
export class EgressError extends Exception {
  declare code: EgressErrorCode

  constructor(
    message: string,
    code: EgressErrorCode,
    status: number,
    readonly host: string
  ) {
    super(message, { code, status })
  }
}

/** Crossdock may not use the address or send the request. A retry does not help. */
export class EgressRefused extends EgressError {
  constructor(host: string, message: string) {
    super(message, 'E_EGRESS_REFUSED', 422, host)
  }
}

/** The deadline for connecting, headers and body passed, or a shorter one within it. */
export class EgressTimeout extends EgressError {
  constructor(
    host: string,
    timeoutMs: number,
    message = `${host} did not complete its answer within ${timeoutMs} ms.`
  ) {
    super(message, 'E_EGRESS_TIMEOUT', 504, host)
  }
}

/** The answer is larger than the caller accepts. */
export class EgressTooLarge extends EgressError {
  constructor(host: string, message: string) {
    super(message, 'E_EGRESS_TOO_LARGE', 502, host)
  }
}

/** An answer whose content contradicts its headers. */
export class EgressUnreadable extends EgressError {
  /**
   * @param answer status and headers of the answer
   * @param reason the end of a sentence: "its bytes do not fit its content coding"
   * @param isDamaged whether a retry may bring a valid answer
   */
  constructor(
    host: string,
    readonly answer: { status: number; headers: Record<string, string> },
    readonly reason: string,
    readonly isDamaged: boolean
  ) {
    super(`The answer of ${host} cannot be read: ${reason}.`, 'E_EGRESS_UNREADABLE', 502, host)
  }
}

/** No usable answer: name, connection, TLS or protocol failed. */
export class EgressUnreachable extends EgressError {
  constructor(
    host: string,
    reason: string,
    readonly reasonCode: string
  ) {
    super(`${host} could not be reached: ${reason}.`, 'E_EGRESS_UNREACHABLE', 502, host)
  }

  /** Whether the host answered and only TLS failed. */
  get isTls(): boolean {
    return tlsCode.test(this.reasonCode)
  }
}

const tlsCode =
  /^(ERR_(TLS|SSL|OSSL)_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|EPROTO$|INVALID_CA$|HOSTNAME_MISMATCH$)/

const REASONS: Record<string, string> = {
  ENOTFOUND: 'the name does not exist in DNS',
  EAI_AGAIN: 'DNS did not answer',
  ENODATA: 'the name has no address in DNS',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was closed while the request was sent',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'there is no route to the network',
  ETIMEDOUT: 'the connection attempt timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection attempt timed out',
  UND_ERR_SOCKET: 'the connection was closed before the answer was complete',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the answer is not as long as its Content-Length says',
  BAD_HEAD: 'its answer states its length twice, or has a malformed header',
  BAD_UPGRADE: 'its answer switches to another protocol, which the request did not ask for',
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: 'the request body is not as long as its Content-Length says',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate chain contains a self-signed certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate cannot be verified',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the issuer of its certificate is unknown',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'it asks for a client certificate',
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: 'it refused the TLS handshake',
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: 'it refused the client certificate',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: 'it refused the client certificate as expired',
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN: 'it refused the client certificate',
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: 'it does not know the issuer of the client certificate',
  HTTP_PARSER: 'its answer is not valid HTTP',
  EPROTO: 'it does not speak TLS correctly',
}

/** The first code found in an error or, for several attempted addresses, in the errors inside it. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  // undici leaves the code of this error undefined when the very first line is not HTTP.
  if (error instanceof undiciErrors.HTTPParserError) return 'HTTP_PARSER'
  // undici gives this error no code of its own, only this message.
  if (error instanceof undiciErrors.SocketError && error.message === 'bad upgrade')
    return 'BAD_UPGRADE'
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : 'UNKNOWN'
}

/** Like `translateError`, for a call that ended before the headers of its answer were read. */
export function translateBeforeAnswer(error: unknown, host: string): EgressError {
  // undici compares the length before it has validated the headers.
  return error instanceof undiciErrors.ResponseContentLengthMismatchError
    ? new EgressUnreachable(host, REASONS.BAD_HEAD!, 'BAD_HEAD')
    : translateError(error, host)
}

/** Turns an error of undici, Node or OpenSSL into an `EgressError`, without its original text. */
export function translateError(error: unknown, host: string): EgressError {
  if (error instanceof EgressError) return error
  const code = codeOf(error)
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new EgressTooLarge(host, `${host} sent more response headers than are accepted.`)
  }
  if (code === 'UND_ERR_INVALID_ARG') {
    return new EgressRefused(host, `The request to ${host} is malformed and was not sent.`)
  }
  return new EgressUnreachable(host, REASONS[code] ?? `the connection failed (${code})`, code)
}
