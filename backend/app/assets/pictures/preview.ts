import { clock } from '@crossdock/kernel/database'
import { Problem, text } from '@crossdock/kernel/ground'
import { perApplication } from '@crossdock/kernel/plugin'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { findThumbnail } from './find_thumbnail.js'
import { drawAtOnce } from './draw.js'
import type { Outcome } from './picture_main.js'
import { BudgetUsedUp, previewPictures } from './pictures.js'

/** Longest side in pixels: large enough to read a page. */
const side = 1600

/** Limit of waiting previews for one tenant, so that other tenants get theirs. */
const mostWaiting = 8

/** A picture that crashed its processes is not tried again for this time. Otherwise each reload would crash them. */
const lostForMs = 10 * 60_000
const mostLost = 1_000

const lost = perApplication(() => new Map<string, number>())

const waiting = perApplication(() => new Map<string, number>())

/**
 * Draws a page of a content as WebP for a caller who waits. Does not try a content whose thumbnail already
 * failed.
 * @returns a picture, the number of pages if the content lacks this one, or a reason
 * @throws Problem 503 when too many wait, or the tenant has used up its budget; and errors of reading
 */
export async function drawPreview(contentId: string, page: number): Promise<Outcome> {
  const [tenantId, counts] = [currentTenantId(), waiting()]
  const wanted = `${tenantId} ${contentId} ${page}`
  if (isLost(wanted)) return { impossible: 'too_large' }
  const thumbnail = await findThumbnail(contentId)
  if (thumbnail?.reason) return { impossible: thumbnail.reason }
  const before = counts.get(tenantId) ?? 0
  if (before >= mostWaiting) throw busy()
  counts.set(tenantId, before + 1)
  try {
    const outcome = await refuseIfUsedUp(drawAtOnce(previewPictures(), contentId, { side, page }))
    if ('impossible' in outcome && outcome.impossible === 'too_large') rememberLost(wanted)
    return outcome
  } finally {
    const left = counts.get(tenantId)! - 1
    if (left > 0) counts.set(tenantId, left)
    else counts.delete(tenantId)
  }
}

/** Waits for a picture. @throws Problem 503 when the tenant has used up its budget, and what `drawing` throws */
export async function refuseIfUsedUp(drawing: Promise<Outcome>): Promise<Outcome> {
  try {
    return await drawing
  } catch (error) {
    if (!(error instanceof BudgetUsedUp)) throw error
    // Wait at most a minute: the budget is new then, and later values of `until` are for jobs.
    const seconds = Math.ceil((error.until.getTime() - clock.now()) / 1000)
    throw busy(Math.min(60, Math.max(1, seconds)))
  }
}

const isLost = (wanted: string): boolean => (lost().get(wanted) ?? 0) > clock.now()

function rememberLost(wanted: string): void {
  const all = lost()
  all.delete(wanted)
  all.set(wanted, clock.now() + lostForMs)
  const [oldest] = all.keys()
  if (all.size > mostLost) all.delete(oldest!)
}

const busy = (seconds = 2) =>
  new Problem(
    503,
    'E_PREVIEWS_BUSY',
    text('Too many previews are being drawn at the moment. Try again.'),
    { headers: { 'retry-after': String(seconds) } }
  )
