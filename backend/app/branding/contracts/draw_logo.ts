import { createHash } from 'node:crypto'
import { pictureDrawing } from '@crossdock/backend/assets'
import { invalid, text } from '@crossdock/kernel/ground'

/** Longest side in pixels. High-resolution screens show 80, and mails contain the whole picture. */
const side = 320

/** A logo as it is stored. */
export interface DrawnLogo {
  /** SHA-256 of the bytes. */
  hash: string
  mimeType: string
  /** In base64. */
  bytes: string
}

/**
 * Redraws a picture from its pixels, and keeps nothing else of the file.
 * @param admit runs once the bytes are known to be a picture; throws when the limit is reached
 * @throws Problem 422 for an unsupported picture, 503
 */
export async function drawLogo(bytes: Buffer, admit: () => Promise<unknown>): Promise<DrawnLogo> {
  if (looksLikeSvg(bytes)) throw svg()
  if (!isSupportedPicture(bytes)) throw noPicture()
  await admit()
  const drawn = await pictureDrawing.use().redraw(bytes, { side })
  if (!drawn) throw noPicture()
  return {
    hash: createHash('sha256').update(drawn).digest('hex'),
    mimeType: 'image/png',
    bytes: Buffer.from(drawn).toString('base64'),
  }
}

const looksLikeSvg = (bytes: Buffer): boolean =>
  /^\s*<|<svg[\s>]/i.test(
    bytes
      .subarray(0, 1024)
      .toString('latin1')
      .replace(/^\xef\xbb\xbf/, '')
  ) ||
  // The first bytes of gzip: a compressed SVG.
  bytes.subarray(0, 2).equals(Buffer.from([0x1f, 0x8b]))

/** Detects PNG, JPEG or WebP by the first bytes; decoding checks the rest. */
function isSupportedPicture(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 12).toString('latin1')
  return (
    head.startsWith('\x89PNG\r\n\x1a\n') ||
    head.startsWith('\xff\xd8\xff') ||
    (head.startsWith('RIFF') && head.slice(8) === 'WEBP')
  )
}

const svg = () =>
  invalid(
    'logo',
    text(
      'SVG is not supported, because it can contain scripts. Export the logo as PNG, at least 80 pixels high, and send that.'
    ),
    'picture'
  )

const noPicture = () =>
  invalid(
    'logo',
    text(
      'This is not a supported picture. Send a complete PNG, JPEG or WebP of at most 25 million pixels.'
    ),
    'picture'
  )
