import { Problem } from '@crossdock/kernel/http'
import {
  contentStore,
  ContentTooLarge,
  smallBytes,
  type StoredContent,
} from '@crossdock/kernel/storage'
import type { SmallFiles } from './small_files.js'

/** Stores one file of several; small ones wait for others. @throws Problem 413 when it is too large, its bytes read */
export async function receiveFile(
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
  small: SmallFiles
): Promise<{ content: Promise<StoredContent> | StoredContent }> {
  const pieces = bytes[Symbol.asyncIterator]()
  const begun: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { value, done } = await pieces.next()
    if (done) return await small.add(Buffer.concat(begun))
    begun.push(value)
    size += value.length
    if (size > maxBytes || size > smallBytes) break
  }
  return { content: await storeFile(continued(begun, pieces), maxBytes) }
}

/** Stores one file of several by itself. @throws ContentTooLarge after reading the file to its end */
export async function storeFile(
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number
): Promise<StoredContent> {
  const pieces = bytes[Symbol.asyncIterator]()
  try {
    const options = { maxBytes, ownPieces: true }
    return await contentStore.use().write(continued([], pieces), options)
  } catch (error) {
    if (error instanceof ContentTooLarge) await drain(pieces)
    throw error
  }
}

/** Reads a file of which nothing will become, so that the next one can come. */
export async function passOver(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  await drain(bytes[Symbol.asyncIterator]())
}

async function drain(pieces: AsyncIterator<unknown>): Promise<void> {
  while (!(await pieces.next()).done);
}

/** Its consumer may leave it: the rest is still to be read then. */
async function* continued(begun: Uint8Array[], rest: AsyncIterator<Uint8Array>) {
  yield* begun
  for (let next; !(next = await rest.next()).done;) yield next.value
}

export const isRefusal = (error: unknown): error is Problem =>
  error instanceof Problem && error.status < 500
