import { service } from '@crossdock/kernel/plugin'

export { harmless } from '../controllers/download_headers.js'

/** Draws pictures anybody has sent in a process that has nothing but their bytes, and is bounded in time and memory. */
export interface PictureDrawing {
  /**
   * Draws a PNG, JPEG or WebP anew, as PNG: nothing of the file is left but its pixels.
   * @param side longest side in pixels; smaller ones stay as they are
   * @returns null for what is none of these, is not whole, or is too large
   * @throws Problem 503 where nothing can be drawn on this machine
   */
  redraw(bytes: Buffer, options: { side: number }): Promise<Uint8Array | null>
}

export const pictureDrawing = service<PictureDrawing>('assets.pictures')
