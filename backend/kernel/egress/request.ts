import { queryText } from '../ground/query_text.js'
import type { Readable } from 'node:stream'
import { EgressRefused } from './errors.js'

/** What a call shows and trusts in TLS besides the usual, as PEM. */
export interface EgressTls {
  /** The client's certificate, with those of its issuers behind it. */
  certificate?: string
  privateKey?: string
  passphrase?: string
  /** Certificates of issuers that are trusted besides the public ones. */
  authorities?: string
}

/** A call over HTTP, however its answer is taken. */
export interface EgressCall {
  method: string
  url: string
  headers?: Record<string, string>
  /** A stream is sent as it is read; give `content-length` when its size is known. */
  body?: string | Uint8Array | Readable | AsyncIterable<Uint8Array>
  /** The external system that is called: ranges may be open to it alone. */
  systemId?: string
  /** Only for `https:` addresses. */
  tls?: EgressTls
  /** Aborting rejects with the signal's own reason. */
  signal?: AbortSignal
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/i
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
/** They describe this connection, which is not the caller's to describe. */
const CONNECTION_HEADERS = new Set([
  'connection',
  // Behind one address there may be hosts nobody has opened.
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

/** Checks method, URL and headers, and answers the parsed URL. Refusals never repeat a header's value. */
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
      `A certificate is shown only over TLS: the address of ${host} has to begin with https://.`
    )
  }
  if (url.username !== '' || url.password !== '') {
    throw new EgressRefused(
      host,
      `The address of ${host} holds a user name or password. Set these in the system's authentication.`
    )
  }
  if (!METHODS.has(request.method.toUpperCase())) {
    throw new EgressRefused(host, `"${request.method}" is not a method Crossdock sends.`)
  }
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    if (!TOKEN.test(name) || CONNECTION_HEADERS.has(name.toLowerCase())) {
      throw new EgressRefused(host, `A request to ${host} may not carry the header "${name}".`)
    }
    if (!HEADER_VALUE.test(value)) {
      throw new EgressRefused(
        host,
        `The header "${name}" for ${host} holds a character that is not allowed in headers.`
      )
    }
  }
  return url
}

export function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
}

/** The host of a URL as a connection takes it. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

/**
 * Path and query of a URL as they are sent. The query is the text of the address: `URL` also encodes an apostrophe, and
 * drops an empty query.
 */
export function targetOf(url: URL, address: string): string {
  const [beforeFragment = ''] = address.split('#')
  const start = beforeFragment.indexOf('?')
  return url.pathname + (start === -1 ? '' : `?${queryText(beforeFragment.slice(start + 1))}`)
}
