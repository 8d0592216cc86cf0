import { execFileSync } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const mount = (...args: string[]) => execFileSync('mount', args, { stdio: 'ignore' })

export const cannotMount = 'this account cannot mount file systems'

/** Mounting needs a Linux administrator, and is impossible in some containers. */
export async function mayMount(): Promise<boolean> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-mount-'))
  try {
    mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder)
    execFileSync('umount', [folder])
    return true
  } catch {
    return false
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A file system of some megabytes mounted over a folder. */
export class SmallDisk {
  isFull = false

  constructor(
    private readonly folder: string,
    megabytes: number
  ) {
    mount('-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder)
  }

  /** Leaves no free byte. */
  async fill(): Promise<void> {
    const file = await open(join(this.folder, 'filler'), 'w')
    try {
      for (const bytes of [Buffer.alloc(1024 * 1024), Buffer.alloc(4096)]) {
        await this.#write(file, bytes)
      }
    } finally {
      await file.close()
    }
    this.isFull = true
  }

  async #write(file: Awaited<ReturnType<typeof open>>, bytes: Buffer): Promise<void> {
    try {
      for (;;) await file.write(bytes)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }

  async empty(): Promise<void> {
    await rm(join(this.folder, 'filler'), { force: true })
    this.isFull = false
  }

  unmount(): void {
    execFileSync('umount', ['-l', this.folder])
  }
}
