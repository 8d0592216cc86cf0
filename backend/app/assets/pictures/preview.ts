import { clock } from '@crossdock/kernel/database'
import { constants } from 'node:os'
import { Problem, text } from '@crossdock/kernel/http'
import { perApplication } from '@crossdock/kernel/plugin'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { draw } from './draw.js'
import type { Told } from './picture_main.js'
import { PictureLost } from './picture_process.js'
import { pictureBounds, Pictures } from './pictures.js'

/** Longest side in pixels: a page can be read. */
const side = 1600

/** Of one tenant: the others want to see something, too. */
const mostWaiting = 8

/** Not those of the thumbnails: somebody waits for it. */
export const previewPictures = perApplication(
  () => new Pictures({ ...pictureBounds, priority: constants.priority.PRIORITY_NORMAL })
)

/** What took its process down is not tried again for so long: whoever looks at it again has the others wait. */
const lostForMs = 10 * 60_000
const mostLost = 1_000

const lost = perApplication(() => new Map<string, number>())

const waiting = perApplication(() => new Map<string, number>())

/**
 * Draws a page of a content for somebody who waits for it, a WebP.
 * @returns null when it cannot be drawn; without a picture when there is no such page
 * @throws Problem 503 when too many wait, and what reading throws
 */
export async function drawPreview(
  contentId: string,
  page: number
): Promise<{ pages: number; picture?: Uint8Array } | null> {
  const [tenantId, counts] = [currentTenantId(), waiting()]
  const wanted = `${tenantId} ${contentId} ${page}`
  if (isLost(wanted)) return null
  const before = counts.get(tenantId) ?? 0
  if (before >= mostWaiting) throw busy()
  counts.set(tenantId, before + 1)
  try {
    const told = await drawTwice(contentId, page)
    if (told === 'lost') rememberLost(wanted)
    return told !== 'lost' && 'pages' in told ? told : null
  } finally {
    const left = counts.get(tenantId)! - 1
    if (left > 0) counts.set(tenantId, left)
    else counts.delete(tenantId)
  }
}

/** What takes its process down once may be a good picture on a machine without time or memory, twice it is the picture. */
async function drawTwice(contentId: string, page: number): Promise<Told | 'lost'> {
  for (let attempt = 1; attempt <= 2; attempt++) {
    try {
      return await draw(previewPictures(), contentId, { side, page })
    } catch (error) {
      if (!(error instanceof PictureLost)) throw error
    }
  }
  return 'lost'
}

const isLost = (wanted: string): boolean => (lost().get(wanted) ?? 0) > clock.now()

function rememberLost(wanted: string): void {
  const all = lost()
  all.delete(wanted)
  all.set(wanted, clock.now() + lostForMs)
  const [oldest] = all.keys()
  if (all.size > mostLost) all.delete(oldest!)
}

const busy = () =>
  new Problem(
    503,
    'E_PREVIEWS_BUSY',
    text('Too many previews are being drawn at the moment. Try again.'),
    { headers: { 'retry-after': '2' } }
  )
