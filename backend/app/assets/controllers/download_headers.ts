import type { Validators } from './preconditions.js'

/** A browser takes them for what they are said to be, and gives them no rights. */
export const harmless = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

/** Named as what it is, a page of ours would run it: scripts go by the type alone, whatever else a header says. */
const runs = /^[^;]*(javascript|ecmascript|livescript|jscript|wasm)/i

/**
 * Headers of stored bytes. They come from anybody, so a browser must never take them for a page of
 * ours: a download unless they are of a type that is safe to show, never sniffed, and without any rights when one is shown.
 * @param shownAs the type they are shown as; undefined for a download
 */
export function downloadHeaders(
  name: string,
  mimeType: string,
  { etag, modifiedAt }: Validators,
  shownAs?: string
): Record<string, string> {
  return {
    'content-type': shownAs ?? (runs.test(mimeType) ? 'application/octet-stream' : mimeType),
    'content-disposition': contentDisposition(name, shownAs ? 'inline' : 'attachment'),
    ...harmless,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    ...(modifiedAt ? { 'last-modified': modifiedAt.toUTCString() } : {}),
    etag,
  }
}

/** RFC 6266: the name in UTF-8, and an ASCII one for clients that do not read that. */
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
