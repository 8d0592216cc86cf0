import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Passes every `datasync` of this process through `around` until the returned function is called: the only way
 * to observe what a power cut would leave.
 */
export async function watchDatasync(
  folder: string,
  around: (force: () => Promise<void>) => Promise<void>
): Promise<() => void> {
  const prototype = await prototypeOfHandles(folder)
  const { datasync } = prototype
  prototype.datasync = function (this: FileHandle) {
    return around(() => datasync.call(this))
  }
  return () => void (prototype.datasync = datasync)
}

type Write = (chunks: Uint8Array[], position: number) => Promise<{ bytesWritten: number }>

/**
 * Like `watchDatasync`, for `writev`: simulates a disk that is full, or that writes less than it is given.
 */
export async function watchWritev(
  folder: string,
  around: (write: Write, chunks: Uint8Array[], position: number) => ReturnType<Write>
): Promise<() => void> {
  const prototype = (await prototypeOfHandles(folder)) as unknown as { writev: Write }
  const { writev } = prototype
  prototype.writev = function (chunks, position) {
    return around((...given) => writev.apply(this, given), chunks, position)
  }
  return () => void (prototype.writev = writev)
}

async function prototypeOfHandles(folder: string): Promise<FileHandle> {
  const file = await open(join(folder, '.watch'), 'w')
  await file.close()
  return Object.getPrototypeOf(file) as FileHandle
}
