import { Readable } from 'node:stream'
import { Problem, text } from '@crossdock/kernel/ground'
import { drawBytes } from './draw.js'
import { previewPictures } from './pictures.js'
import { refuseIfUsedUp } from './preview.js'

/** Logos and portraits have fewer pixels. */
const mostPixels = 25e6

/** See `pictureDrawing`. */
export async function redraw(
  bytes: Buffer,
  { side }: { side: number }
): Promise<Uint8Array | null> {
  const request = { size: bytes.length, side, page: 1, plain: { pixels: mostPixels } }
  const open = async () => Readable.from([bytes])
  const outcome = await refuseIfUsedUp(drawBytes(previewPictures(), open, request))
  if ('missing' in outcome) throw cannotDraw()
  return 'picture' in outcome ? outcome.picture : null
}

const cannotDraw = () =>
  new Problem(
    503,
    'E_NO_PICTURES',
    text(
      'This server cannot draw pictures: the drawing library is not installed for this kind of machine.'
    )
  )
