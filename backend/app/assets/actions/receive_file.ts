import { Problem } from '@crossdock/kernel/ground'
import {
  contentStore,
  ContentTooLarge,
  smallBytes,
  type StoredContent,
} from '@crossdock/kernel/storage'
import type { SmallFiles } from './small_files.js'

/**
 * Stores one of several files; small ones are grouped.
 * @throws Problem 413 when it is too large, after reading its bytes
 */
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
  return { content: await storeFile(concatenate(begun, pieces), maxBytes) }
}

/** Stores one of several files on its own. @throws ContentTooLarge after reading the file to its end */
export async function storeFile(
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number
): Promise<StoredContent> {
  const pieces = bytes[Symbol.asyncIterator]()
  try {
    const options = { maxBytes, ownPieces: true }
    return await contentStore.use().write(concatenate([], pieces), options)
  } catch (error) {
    if (error instanceof ContentTooLarge) await drain(pieces)
    throw error
  }
}

/** Reads and discards a file, so that the next one can arrive. */
export async function discardBytes(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  await drain(bytes[Symbol.asyncIterator]())
}

async function drain(pieces: AsyncIterator<unknown>): Promise<void> {
  while (!(await pieces.next()).done);
}

/** Yields the first pieces and then the rest. If the consumer stops early, `rest` stays open for the caller. */
async function* concatenate(begun: Uint8Array[], rest: AsyncIterator<Uint8Array>) {
  yield* begun
  for (let next; !(next = await rest.next()).done;) yield next.value
}

export const isRefusal = (error: unknown): error is Problem =>
  error instanceof Problem && error.status < 500
