import { deflateSync, crc32 } from 'node:zlib'
import sharp from 'sharp'

/** A picture in one color. */
export const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2563eb' } })

/**
 * A PDF of these objects, numbered from 1; the first one is the catalog.
 * @param trailer further entries of the trailer
 */
function pdfOf(objects: string[], trailer = ''): Buffer {
  let body = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  return Buffer.from(
    `${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1'
  )
}

const stream = (content: string, dictionary = '') =>
  `<< ${dictionary} /Length ${content.length} >>\nstream\n${content}\nendstream`

/** A PDF with this number of pages, 612 by 792 points, each with a rectangle. */
export function pdf(pages: number): Buffer {
  const numbers = Array.from({ length: pages }, (_, index) => 3 + 2 * index)
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${numbers.map((one) => `${one} 0 R`).join(' ')}] >>`,
    ...numbers.flatMap((one) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${one + 1} 0 R >>`,
      stream('0.1 0.4 0.9 rg 100 100 300 300 re f'),
    ]),
  ])
}

/**
 * A small PDF whose forms show one another: each shows the next one this many times, over twelve levels.
 * @param mark makes it different from others
 */
export function nestedPdf(times: number, mark = ''): Buffer {
  const depth = 12
  const formAt = (index: number) => 5 + index
  const shown = '/F Do '.repeat(times)
  const forms = Array.from({ length: depth }, (_, index) =>
    index === depth - 1
      ? stream('0 0 9 9 re f', '/Type /XObject /Subtype /Form /BBox [0 0 612 792]')
      : stream(
          shown,
          `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /F ${formAt(index + 1)} 0 R >> >>`
        )
  )
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /XObject << /F ${formAt(0)} 0 R >> >> >>`,
    stream(`${shown}%${mark}`),
    ...forms,
  ])
}

/** A small PDF that takes years to draw. */
export const endlessPdf = (): Buffer => nestedPdf(100)

/** A PDF that opens only with a password. */
export const lockedPdf = (): Buffer =>
  pdfOf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>',
      `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >>`,
    ],
    `/Encrypt 4 0 R /ID [<${'43'.repeat(16)}> <${'43'.repeat(16)}>]`
  )

/** A PDF of 300 by 200 points with one form field, whose dictionary holds these entries. The page itself is white. */
export const formPdf = (field: string, appearance = filled): Buffer =>
  pdfOf([
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] /DR << /Font << /F1 6 0 R >> >> /DA (/F1 12 Tf 0 0 1 rg) >> >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Annots [4 0 R] >>',
    `<< /Type /Annot /Subtype /Widget /T (a) /Rect [50 20 250 100] /F 4 /P 3 0 R ${field} >>`,
    appearance,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ])

const filled = stream(
  '0 0 1 rg 0 0 200 80 re f',
  '/Type /XObject /Subtype /Form /BBox [0 0 200 80]'
)

/** A HEIC of 96 by 64 pixels, as phones compress it (HEVC): blue, with a red quarter. Made by heif-enc 1.15. */
export const heic = (): Buffer =>
  Buffer.from(
    'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAkVtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAANGlsb2MAAAAAREAAAgABAAAAAAJpAAEAAAAAAAAAMQACAAAAAAKaAAEAAAAAAAAAEwAAADhpaW5mAAAAAAACAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAFWluZmUCAAAAAAIAAGh2YzEAAAABhGlwcnAAAAFfaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoDCBBZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAGAAAABAAAAAEHBpeGkAAAAAAwgICAAAAHJodmNDAQQIAAAAAAAAAAAAHvAA/Pz4+AAADwMgAAEAF0ABDAH//wQIAAADAJ/4AAADAAAeugJAIQABACZCAQEECAAAAwCf+AAAAwAAHsDCBBZbqSSmubAgAAADACAAAAMAISIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAGAAAABAAAAADnBpeGkAAAAAAQgAAAAnYXV4QwAAAAB1cm46bXBlZzpoZXZjOjIwMTU6YXV4aWQ6MQAAAAAdaXBtYQAAAAAAAAACAAEDgQKDAAIEhAWGhwAAABppcmVmAAAAAAAAAA5hdXhsAAIAAQABAAAATG1kYXQAAAAtKAGvGYD3fIU3//XJX+dSv+TYLtPg2x3jAJ/ohiAuVg6qBzn8/r8ieK7X0bP/AAAADygBrjPisOD2n6KOcM0I8A==',
    'base64'
  )

/** A PDF whose pages are their own parents. */
export const loopedPdf = (): Buffer =>
  pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 1 /Kids [2 0 R] >>'])

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG of 900 megapixels in a few hundred KiB. */
export function pngBomb(): Buffer {
  const side = 30_000
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  // One bit for each pixel.
  head[8] = 1
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(side * (side / 8 + 1)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** An AVIF that declares a size beyond its decoder's limit. */
export async function avifBomb(): Promise<Buffer> {
  const bytes = await picture(64, 64).avif({ effort: 0 }).toBuffer()
  const at = bytes.indexOf('ispe') + 8
  bytes.writeUInt32BE(9_000, at)
  bytes.writeUInt32BE(9_000, at + 4)
  return bytes
}

export const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
