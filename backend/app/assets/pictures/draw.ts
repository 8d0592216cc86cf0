import type { Readable } from 'node:stream'
import { ContentDamaged, contentStore } from '@crossdock/kernel/storage'
import { Problem } from '@crossdock/kernel/ground'
import { registeredType } from '../mime_type.js'
import type { DrawRequest, Outcome } from './picture_main.js'
import { PictureLost } from './picture_process.js'
import { slowPictures, type Pictures } from './pictures.js'

/** Larger files are not drawn, because decoders hold the whole file in memory. */
const mostBytes = 100 * 1024 ** 2

const drawn = [
  ...['jpeg', 'png', 'webp', 'gif', 'tiff', 'heif', 'heic', 'avif'].map((kind) => `image/${kind}`),
  'application/pdf',
]

/** Whether a file of this type may be drawn. Its bytes decide the real type. */
export const canBeDrawn = (mimeType: string | null): boolean =>
  drawn.includes(registeredType(mimeType ?? '') ?? '')

type Drawing = Omit<DrawRequest, 'size'>

/**
 * Draws a content of the context's tenant, or one of its pages, in the given lane.
 * @throws PictureLost when the picture crashed the process; BudgetUsedUp; and errors of reading
 */
export async function draw(lane: Pictures, contentId: string, drawing: Drawing): Promise<Outcome> {
  const size = await contentStore.use().size(contentId)
  if (size === 0) return { impossible: 'damaged' }
  if (size > mostBytes) return { impossible: 'too_large' }
  return await lane.draw(() => contentStore.use().read(contentId), { ...drawing, size })
}

/** As `draw`, for a waiting caller: a picture that crashes the process of `lane` is tried again in the slow lane. */
export const drawAtOnce = (lane: Pictures, contentId: string, drawing: Drawing): Promise<Outcome> =>
  retryInSlowLane(lane, (one) => draw(one, contentId, drawing))

/** As `drawAtOnce`, for bytes that are not stored. */
export const drawBytes = (
  lane: Pictures,
  open: () => Promise<Readable>,
  request: DrawRequest
): Promise<Outcome> => retryInSlowLane(lane, (one) => one.draw(open, request))

/** A valid picture may exceed the limits of the first try. If it crashes both processes, it is too large. */
async function retryInSlowLane(
  quick: Pictures,
  drawIn: (lane: Pictures) => Promise<Outcome>
): Promise<Outcome> {
  for (const lane of [quick, slowPictures()]) {
    try {
      return await drawIn(lane)
    } catch (error) {
      if (!(error instanceof PictureLost)) throw error
    }
  }
  return { impossible: 'too_large' }
}

/** Whether an error means that the stored bytes are missing or incomplete. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof ContentDamaged ||
  (error instanceof Problem && ['E_CONTENT_NOT_FOUND', 'E_CONTENT_DAMAGED'].includes(error.code))
