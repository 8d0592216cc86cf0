import { once } from 'node:events'
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { SharpOptions } from 'sharp'
import { openLibheif } from './libheif.js'

/** A request to draw; its `size` bytes follow on the standard input. */
export interface DrawRequest {
  size: number
  /** Longest side of the picture, in pixels. */
  side: number
  /** Page of a PDF, from 1. */
  page: number
  /** Accepts only PNG, JPEG and WebP of at most this many pixels. The result is a PNG, which mail programs support. */
  plain?: { pixels: number }
}

/** Why a file has no picture. `too_large`: it takes more memory or time than the server gives one picture. */
export const reasons = ['password', 'too_large', 'format', 'damaged'] as const
export type Reason = (typeof reasons)[number]

/** The result of a request. */
export type Outcome =
  | { picture: Uint8Array; pages: number }
  /** The document has only so many pages. */
  | { pages: number }
  /** The file cannot be drawn. A second try gives the same result. */
  | { impossible: Reason }
  /** The library that draws is not installed for this kind of machine. */
  | { missing: string }

/** The answer of the process: the outcome, and the used processor time. */
export type Report = Outcome & { usedMs: number }

// The program of the drawing process (picture_process.ts). It decodes untrusted files, so it gets only their
// bytes, and has limits for memory and processor time. The server kills it when it does not answer: a decoder
// blocks its own timers.

/** Phones take pictures of 200 megapixels. The memory and time limits of the process cover the rest. */
const mostPixels = 268e6
/** The decoder of AVIF takes 17 bytes for each pixel. */
const mostPixelsOfAvif = 16e6
/** The decoder of HEIC takes 14 bytes for each pixel. Phones take pictures of 48 megapixels. */
const mostPixelsOfHeic = 50e6
const [mostMemory, mostCpuMs, priority] = process.argv.slice(2).map(Number) as Bounds
type Bounds = [memory: number, cpuMs: number, priority: number]

/** Allowed decoders of libvips. SVG and formats of further libraries are excluded. */
const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif']

const reading: SharpOptions = {
  limitInputPixels: mostPixels,
  failOn: 'error',
  sequentialRead: true,
  pages: 1,
  autoOrient: true,
}

/** For headers only: accepts any picture size. */
const unbounded: SharpOptions = { ...reading, limitInputPixels: false }

async function openSharp() {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: loaders.map((name) => `VipsForeignLoad${name}`) })
  return sharp
}

async function openPdfium() {
  const { PDFiumLibrary } = await import('@hyzyla/pdfium')
  return await PDFiumLibrary.init()
}

let opened: ReturnType<typeof openSharp> | undefined
let pdfium: ReturnType<typeof openPdfium> | undefined
let libheif: ReturnType<typeof openLibheif> | undefined

const plainFormats: (string | undefined)[] = ['png', 'jpeg', 'webp']

async function draw({ size, side, page, plain }: DrawRequest): Promise<Outcome> {
  const bytes = await take(size)
  let sharp: Sharp
  try {
    sharp = await (opened ??= openSharp())
  } catch (error) {
    return { missing: messageOf(error) }
  }
  try {
    if (!plain && isPdf(bytes)) return await drawPage(sharp, bytes, side, page)
    const { format, width, height, compression } = await sharp(bytes, unbounded).metadata()
    const pixels = width * height
    if (plain && !plainFormats.includes(format)) return { impossible: 'format' }
    const isHeic = compression === 'hevc'
    const most =
      plain?.pixels ??
      (isHeic ? mostPixelsOfHeic : format === 'heif' ? mostPixelsOfAvif : mostPixels)
    if (pixels > most) return { impossible: 'too_large' }
    if (page > 1) return { pages: 1 }
    const whole = isHeic ? await decodeHeic(sharp, bytes) : sharp(bytes, reading)
    const small = whole.resize(side, side, { fit: 'inside', withoutEnlargement: true })
    const drawn = plain ? small.png({ compressionLevel: 9 }) : small.webp()
    return { picture: await drawn.toBuffer(), pages: 1 }
  } catch (error) {
    return { impossible: reasonOf(messageOf(error)) }
  }
}

type Sharp = Awaited<ReturnType<typeof openSharp>>

/** Reads the reason from the error messages of PDFium (password, encryption) and libvips (format, codec). */
function reasonOf(message: string): Reason {
  if (/password required|security scheme/i.test(message)) return 'password'
  return /unsupported|not been built in/i.test(message) ? 'format' : 'damaged'
}

/** The main picture of a HEIC file, rotated as the file says. */
async function decodeHeic(sharp: Sharp, bytes: Buffer) {
  const images = (libheif ??= openLibheif()).decode(bytes)
  const image = images.find((one) => one.is_primary()) ?? images[0]
  if (!image) throw new Error('The file holds no picture.')
  const [width, height] = [image.get_width(), image.get_height()]
  const data = new Uint8ClampedArray(width * height * 4)
  const isWhole = await new Promise((resolve) => image.display({ data, width, height }, resolve))
  for (const one of images) one.free()
  if (!isWhole) throw new Error('The picture cannot be decoded.')
  return sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: mostPixels })
}

/** PDF readers also accept some bytes before this mark. */
const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 1024).includes('%PDF-')

async function drawPage(
  sharp: Sharp,
  bytes: Buffer,
  side: number,
  number: number
): Promise<Outcome> {
  const document = await (await (pdfium ??= openPdfium())).loadDocument(bytes)
  try {
    const pages = document.getPageCount()
    if (number > pages) return { pages }
    const page = document.getPage(number - 1)
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const scale = side / Math.max(originalWidth, originalHeight, 1)
    const { data, width, height } = await page.render({
      width: Math.max(1, Math.round(originalWidth * scale)),
      height: Math.max(1, Math.round(originalHeight * scale)),
      render: 'bitmap',
      // Shows filled-in texts, ticked boxes and signatures.
      renderFormFields: true,
    })
    const raw = sharp(data, { raw: { width, height, channels: 4 } })
    return { picture: await raw.removeAlpha().webp().toBuffer(), pages }
  } finally {
    document.destroy()
  }
}

const messageOf = (error: unknown): string => (error as Error).message

/** The next bytes of the standard input. The server sends a request only after the answer to the previous one. */
async function take(size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(size)
  for (let at = 0; at < size;) {
    const piece = process.stdin.read() as Buffer | null
    if (piece) at += piece.copy(bytes, at)
    else await once(process.stdin, 'readable')
  }
  return bytes
}

// Threads started later inherit this priority.
setPriority(priority)

/**
 * A thread that ends the process if the server is gone, or a limit for memory or processor time is exceeded.
 * A decoder blocks the main thread. Wall-clock time would fail valid pictures on a busy machine.
 */
const watch = `
const { parentPort } = require('node:worker_threads')
const taken = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
let before = taken()
parentPort.on('message', () => (before = taken()))
setInterval(() => {
  const isFine =
    process.ppid === ${process.ppid} && process.memoryUsage.rss() < ${mostMemory} && taken() - before < ${mostCpuMs}
  if (!isFine) process.kill(process.pid, 'SIGKILL')
}, 100)`
const watcher = new Worker(watch, { eval: true, env: {}, execArgv: [] })
watcher.unref()

// Only the server ends this process, not Ctrl+C in its terminal.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())
process.on('message', (request: DrawRequest) => {
  watcher.postMessage('a new picture')
  const before = process.cpuUsage()
  void draw(request).then((outcome) => {
    const { user, system } = process.cpuUsage(before)
    process.send!({ ...outcome, usedMs: (user + system) / 1000 } satisfies Report)
  })
})
