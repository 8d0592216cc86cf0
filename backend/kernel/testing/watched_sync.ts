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
  const file = await open(join(folder, '.watch'), 'w')
  const prototype = Object.getPrototypeOf(file) as FileHandle
  await file.close()
  const { datasync } = prototype
  prototype.datasync = function (this: FileHandle) {
    return around(() => datasync.call(this))
  }
  return () => void (prototype.datasync = datasync)
}
