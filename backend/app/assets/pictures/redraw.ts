import { Readable } from 'node:stream'
import { Problem, text } from '@crossdock/kernel/http'
import { previewPictures } from './preview.js'
import { PictureLost } from './picture_process.js'

/** A logo or a portrait has less. */
const mostPixels = 25e6

/** See `pictureDrawing`. */
export async function redraw(
  bytes: Buffer,
  { side }: { side: number }
): Promise<Uint8Array | null> {
  try {
    const order = { size: bytes.length, side, page: 1, plain: { pixels: mostPixels } }
    const told = await previewPictures().draw(async () => Readable.from([bytes]), order)
    if ('missing' in told) throw cannot()
    return 'picture' in told ? told.picture : null
  } catch (error) {
    // It took the process down.
    if (error instanceof PictureLost) return null
    throw error
  }
}

const cannot = () =>
  new Problem(
    503,
    'E_NO_PICTURES',
    text(
      'This server cannot draw pictures: what draws them is not installed for its kind of machine.'
    )
  )
