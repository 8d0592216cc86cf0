import type { Validators } from './preconditions.js'

/**
 * Headers of stored bytes. They come from anybody, so a browser must never take them for a page of
 * ours: always a download, never sniffed, and without any rights should one be shown after all.
 */
export function downloadHeaders(
  name: string,
  mimeType: string,
  { etag, modifiedAt }: Validators
): Record<string, string> {
  return {
    'content-type': mimeType,
    'content-disposition': contentDisposition(name),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    ...(modifiedAt ? { 'last-modified': modifiedAt.toUTCString() } : {}),
    etag,
  }
}

/** RFC 6266: the name in UTF-8, and an ASCII one for clients that do not read that. */
export function contentDisposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\]/g, '\\$&')
  const utf8 = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`
}
