import { createHash } from 'node:crypto'
import { pictureDrawing } from '@crossdock/backend/assets'
import { invalid, text } from '@crossdock/kernel/http'

/** Longest side in pixels: the sign of a high-resolution screen has 80, and mails carry it. */
const side = 320

/** A logo as it is kept. */
export interface DrawnLogo {
  /** SHA-256 of the bytes. */
  hash: string
  mimeType: string
  /** In base64. */
  bytes: string
}

/**
 * Draws a picture again from its pixels. Nothing else of the file is kept.
 * @param admit counts the drawing, once the bytes are those of a picture
 * @throws Problem 422 for what is no picture that can be taken, 503
 */
export async function drawLogo(bytes: Buffer, admit: () => Promise<unknown>): Promise<DrawnLogo> {
  if (looksLikeSvg(bytes)) throw svg()
  if (!isTaken(bytes)) throw noPicture()
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
  // Compressed.
  bytes.subarray(0, 2).equals(Buffer.from([0x1f, 0x8b]))

/** PNG, JPEG or WebP by their first bytes; whether they are whole, decoding says. */
function isTaken(bytes: Buffer): boolean {
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
      'SVG is not taken: it can hold scripts. Export the logo as PNG, at least 80 pixels high, and send that.'
    ),
    'picture'
  )

const noPicture = () =>
  invalid(
    'logo',
    text(
      'This is no picture that can be taken. Send a whole PNG, JPEG or WebP of at most 25 million pixels.'
    ),
    'picture'
  )
