import { perApplication } from '@crossdock/kernel/plugin'
import { draw, isUnreadable } from './draw.js'
import { PictureLost } from './picture_process.js'
import { Pictures } from './pictures.js'

/** Longest side in pixels; smaller ones are made of it by the browser. */
const side = 512

/** A picture that ended its process so often cannot be drawn: once may be the machine's fault. */
const mostLost = 2

export const thumbnailPictures = perApplication(() => new Pictures())

/**
 * Draws the thumbnail of a content, a WebP.
 * @param attempt which it is, from 1
 * @returns null when it cannot be drawn, and undefined when nothing can be said today
 */
export async function drawThumbnail(
  contentId: string,
  attempt: number
): Promise<Uint8Array | null | undefined> {
  try {
    const told = await draw(thumbnailPictures(), contentId, { side, page: 1 })
    if ('missing' in told) return undefined
    return 'picture' in told ? told.picture : null
  } catch (error) {
    if (isUnreadable(error)) return undefined
    if (error instanceof PictureLost && attempt >= mostLost) return null
    throw error
  }
}
