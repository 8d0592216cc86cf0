import { service } from '@crossdock/kernel/plugin'

export { safeHeaders } from '../safe_headers.js'

/** Draws untrusted pictures in a process that has limits for time and memory and gets only their bytes. */
export interface PictureDrawing {
  /**
   * Redraws a PNG, JPEG or WebP as PNG. Metadata and everything but the pixels is dropped.
   * @param side maximum of the longest side in pixels; smaller pictures keep their size
   * @returns null for other formats, for incomplete pictures, and for pictures that are too large
   * @throws Problem 503 when the drawing library is not installed for this machine
   */
  redraw(bytes: Buffer, options: { side: number }): Promise<Uint8Array | null>
}

export const pictureDrawing = service<PictureDrawing>('assets.pictures')
