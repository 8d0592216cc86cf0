import { createRequire } from 'node:module'

interface Pixels {
  /** One byte each of red, green, blue and alpha for every pixel. */
  data: Uint8ClampedArray
  width: number
  height: number
}

interface HeifImage {
  get_width(): number
  get_height(): number
  is_primary(): boolean
  free(): void
  /** Fills `pixels` and passes it to `done`; passes null when the picture cannot be decoded. */
  display(pixels: Pixels, done: (pixels: Pixels | null) => void): void
}

interface HeifDecoder {
  /** The pictures of a file; none when the file cannot be read. Frees the previous file first. */
  decode(bytes: Uint8Array): HeifImage[]
}

const require = createRequire(import.meta.url)

/**
 * A HEIC decoder in WebAssembly: sharp has no decoder for HEVC, the compression of HEIC. The package has no
 * types, so this file declares the used ones (https://github.com/catdad-experiments/libheif-js#usage).
 */
export function openLibheif(): HeifDecoder {
  const { HeifDecoder } = require('libheif-js/wasm-bundle') as {
    HeifDecoder: new () => HeifDecoder
  }
  return new HeifDecoder()
}
