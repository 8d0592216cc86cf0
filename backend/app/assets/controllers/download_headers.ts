import { safeHeaders } from '../safe_headers.js'
import type { Validators } from './preconditions.js'

/** Types that browsers run as a script in a page, whatever other headers say. */
const scriptTypes = /^[^;]*(javascript|ecmascript|livescript|jscript|wasm)/i

/**
 * Headers for stored bytes. They come from untrusted people, so a browser must never treat them as a page of
 * this server. Only safe types are shown, without any rights; others are downloads. Browsers must not guess
 * another type.
 * @param shownAs the type to show them as; undefined for a download
 */
export function downloadHeaders(
  name: string,
  mimeType: string,
  { etag, modifiedAt }: Validators,
  shownAs?: string
): Record<string, string> {
  return {
    'content-type': shownAs ?? (scriptTypes.test(mimeType) ? 'application/octet-stream' : mimeType),
    'content-disposition': contentDisposition(name, shownAs ? 'inline' : 'attachment'),
    ...safeHeaders,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    ...(modifiedAt ? { 'last-modified': modifiedAt.toUTCString() } : {}),
    etag,
  }
}

/** RFC 6266: the name in UTF-8, and in ASCII for older clients. */
export function contentDisposition(
  name: string,
  disposition: 'attachment' | 'inline' = 'attachment'
): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\]/g, '\\$&')
  const utf8 = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
  )
  return `${disposition}; filename="${ascii}"; filename*=UTF-8''${utf8}`
}
