import { ContentDamaged, contentStore } from '@crossdock/kernel/storage'
import { Problem } from '@crossdock/kernel/http'
import type { Order, Told } from './picture_main.js'
import type { Pictures } from './pictures.js'

/** Larger files are not drawn: decoders hold all of it. */
const mostBytes = 100 * 1024 ** 2

const drawn = [
  ...['jpeg', 'png', 'webp', 'gif', 'tiff', 'heif', 'heic', 'avif'].map((kind) => `image/${kind}`),
  'application/pdf',
]

/** Whether a file of this type may be drawn. What it really is, its bytes say. */
export const canBeDrawn = (mimeType: string | null): boolean => drawn.includes(mimeType ?? '')

/**
 * Draws a content of the context's tenant, or a page of it.
 * @throws PictureLost when it took the process down; and what reading throws
 */
export async function draw(
  pictures: Pictures,
  contentId: string,
  order: Omit<Order, 'size'>
): Promise<Told> {
  const size = await contentStore.use().size(contentId)
  if (size === 0 || size > mostBytes) return { impossible: `It has ${size} bytes.` }
  return await pictures.draw(() => contentStore.use().read(contentId), { ...order, size })
}

/** Whether an error says that the stored bytes are not there, or not whole. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof ContentDamaged ||
  (error instanceof Problem && ['E_CONTENT_NOT_FOUND', 'E_CONTENT_DAMAGED'].includes(error.code))
