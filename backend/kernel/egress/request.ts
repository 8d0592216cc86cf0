import { queryText } from '../ground/query_text.js'
import type { Readable } from 'node:stream'
import { EgressRefused } from './errors.js'

/** Client certificate and additional authorities for TLS, as PEM. */
export interface EgressTls {
  /** The client's certificate, followed by those of its issuers. */
  certificate?: string
  privateKey?: string
  passphrase?: string
  /** Certificates of issuers that are trusted in addition to the public ones. */
  authorities?: string
}

/** An HTTP call, whether its answer is buffered or streamed. */
export interface EgressCall {
  method: string
  url: string
  headers?: Record<string, string>
  /** A stream is sent while it is read. Set `content-length` when its size is known. */
  body?: string | Uint8Array | Readable | AsyncIterable<Uint8Array>
  /** The external system that is called: some ranges may be allowed for it only. */
  systemId?: string
  /** Only for `https:` addresses. */
  tls?: EgressTls
  /** Aborting rejects with the signal's own reason. */
  signal?: AbortSignal
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/i
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
/** These headers describe the connection, which Crossdock controls. */
const CONNECTION_HEADERS = new Set([
  'connection',
  // One address may serve further hosts that the operator has not allowed.
  'host',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'expect',
  'te',
  'trailer',
  'proxy-authorization',
  'proxy-connection',
])

/** Checks method, URL and headers, and returns the parsed URL. Refusals never repeat a header's value. */
export function checkRequest(request: EgressCall): URL {
  const url = URL.canParse(request.url) ? new URL(request.url) : null
  if (!url) throw new EgressRefused('', 'The address to call is not a complete URL.')
  const host = url.host

  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new EgressRefused(
      host,
      `Crossdock calls only http:// and https:// addresses, not ${url.protocol}//.`
    )
  }
  if (request.tls && url.protocol !== 'https:') {
    throw new EgressRefused(
      host,
      `A client certificate needs TLS: use an address of ${host} that begins with https://.`
    )
  }
  if (url.username !== '' || url.password !== '') {
    throw new EgressRefused(
      host,
      `The address of ${host} contains a user name or password. Set these in the system's authentication.`
    )
  }
  if (!METHODS.has(request.method.toUpperCase())) {
    throw new EgressRefused(host, `Crossdock does not send the method "${request.method}".`)
  }
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    if (!TOKEN.test(name) || CONNECTION_HEADERS.has(name.toLowerCase())) {
      throw new EgressRefused(host, `A request to ${host} may not carry the header "${name}".`)
    }
    if (!HEADER_VALUE.test(value)) {
      throw new EgressRefused(
        host,
        `The header "${name}" for ${host} contains a character that is not allowed in headers.`
      )
    }
  }
  return url
}

export function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
}

/** The host of a URL, without brackets, as a connection needs it. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

/**
 * Path and query of a URL as sent. The query is taken from the original text: `URL` would also encode an
 * apostrophe and drop an empty query.
 */
export function targetOf(url: URL, address: string): string {
  const [beforeFragment = ''] = address.split('#')
  const start = beforeFragment.indexOf('?')
  return url.pathname + (start === -1 ? '' : `?${queryText(beforeFragment.slice(start + 1))}`)
}
