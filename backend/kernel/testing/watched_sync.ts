import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Makes every `datasync` of this process pass through `around` until the returned function is called: what a power
 * cut would leave cannot be seen in any other way.
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

/** The same for `writev`: a disk that is full, or that takes less than it is given. */
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
