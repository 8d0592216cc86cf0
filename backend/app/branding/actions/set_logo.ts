import { createHash } from 'node:crypto'
import { pictureDrawing } from '@crossdock/backend/assets'
import { now, transaction } from '@crossdock/kernel/database'
import { invalid, text } from '@crossdock/kernel/http'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { logosPerTenant } from '../limits.js'
import { TenantLogo } from '../models/tenant_logo.js'
import { heldBranding, tellChanged } from './write_branding.js'

/** Longest side in pixels: the sign of a high-resolution screen has 80, and mails carry it. */
const side = 320

/**
 * Makes a picture the logo of the context's tenant. What is kept is drawn anew from its pixels, so that nothing else that was
 * in the file is left.
 * @throws Problem 422 for what is no picture that can be taken, 429, 503
 */
export async function setLogo(bytes: Buffer): Promise<void> {
  if (looksLikeSvg(bytes)) throw svg()
  if (!isTaken(bytes)) throw noPicture()
  await logosPerTenant.use(currentTenantId())
  const drawn = await pictureDrawing.use().redraw(bytes, { side })
  if (!drawn) throw noPicture()
  const logo = {
    ...{ hash: createHash('sha256').update(drawn).digest('hex'), mimeType: 'image/png' },
    bytes: Buffer.from(drawn).toString('base64'),
  }
  await transaction(async () => {
    const row = await heldBranding()
    const former = await TenantLogo.query().first()
    if (former?.hash === logo.hash) return
    if (former) await former.merge(logo).save()
    else await TenantLogo.create(logo)
    await row.merge({ updatedAt: now() }).save()
    await tellChanged(['logo'])
  })
}

/** Takes the logo away. */
export function removeLogo(): Promise<void> {
  return transaction(async () => {
    const row = await heldBranding()
    const former = await TenantLogo.query().first()
    if (!former) return
    await former.delete()
    await row.merge({ updatedAt: now() }).save()
    await tellChanged(['logo'])
  })
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
