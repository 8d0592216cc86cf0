import { service } from '@crossdock/kernel/plugin'

export { safeHeaders } from '../safe_headers.js'

/** Draws untrusted pictures in a process that gets only their bytes, with limits for time and memory. */
export interface PictureDrawing {
  /**
   * Redraws a PNG, JPEG or WebP as PNG. Only the pixels of the file remain.
   * @param side longest side in pixels; smaller ones stay as they are
   * @returns null for other formats, for incomplete pictures, and for pictures that are too large
   * @throws Problem 503 when this machine cannot draw
   */
  redraw(bytes: Buffer, options: { side: number }): Promise<Uint8Array | null>
}

export const pictureDrawing = service<PictureDrawing>('assets.pictures')
