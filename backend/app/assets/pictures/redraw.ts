import { Readable } from 'node:stream'
import { Problem, text } from '@crossdock/kernel/http'
import { drawBytes } from './draw.js'
import { previewPictures } from './pictures.js'
import { unlessUsedUp } from './preview.js'

/** A logo or a portrait has less. */
const mostPixels = 25e6

/** See `pictureDrawing`. */
export async function redraw(
  bytes: Buffer,
  { side }: { side: number }
): Promise<Uint8Array | null> {
  const order = { size: bytes.length, side, page: 1, plain: { pixels: mostPixels } }
  const open = async () => Readable.from([bytes])
  const outcome = await unlessUsedUp(drawBytes(previewPictures(), open, order))
  if ('missing' in outcome) throw cannot()
  return 'picture' in outcome ? outcome.picture : null
}

const cannot = () =>
  new Problem(
    503,
    'E_NO_PICTURES',
    text(
      'This server cannot draw pictures: what draws them is not installed for its kind of machine.'
    )
  )
