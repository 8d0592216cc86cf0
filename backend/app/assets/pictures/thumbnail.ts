import { draw, isUnreadable } from './draw.js'
import type { Reason } from './picture_main.js'
import { PictureLost } from './picture_process.js'
import type { Pictures } from './pictures.js'

/** Longest side in pixels; browsers scale it down. */
const side = 512

/** The result of drawing a thumbnail. `later`: the server cannot draw it now. `lost`: the picture ended its process. */
export type Drawn = { picture: Uint8Array } | { reason: Reason } | 'later' | 'lost'

/** Draws the thumbnail of a content as WebP in a lane. @throws BudgetUsedUp, and errors of reading except damage */
export async function drawThumbnail(lane: Pictures, contentId: string): Promise<Drawn> {
  try {
    const outcome = await draw(lane, contentId, { side, page: 1 })
    if ('missing' in outcome) return 'later'
    if ('impossible' in outcome) return { reason: outcome.impossible }
    // Without a picture, the document has no pages.
    return 'picture' in outcome ? outcome : { reason: 'damaged' }
  } catch (error) {
    if (isUnreadable(error)) return 'later'
    if (error instanceof PictureLost) return 'lost'
    throw error
  }
}
