import { UsageError } from '../errors.js'

const LOCAL = /^(localhost|127\.|\[::1\])/

/** The normalized address of a server: with its scheme, without a final slash. */
export function serverUrl(input: string): string {
  const url = parseServerUrl(input)
  if (url) return url
  throw new UsageError(
    `"${input}" is not a server address.`,
    'Give one such as https://crossdock.example.com or http://localhost:3333 to --server or CROSSDOCK_SERVER.'
  )
}

/** Like `serverUrl`, but returns undefined for an invalid address. */
export function parseServerUrl(input: string): string | undefined {
  const text = input.trim()
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
  const url = URL.parse(hasScheme ? text : `${LOCAL.test(text) ? 'http' : 'https'}://${text}`)
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) return
  if (url.username || url.password) return
  return (url.origin + url.pathname).replace(/\/+$/, '')
}
