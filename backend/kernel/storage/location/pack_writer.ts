import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Settings } from '../../settings/index.js'
import { locationsOf } from './location.js'
import { DiskPacks } from '../packs/disk_packs.js'
import { fileOf, folderOf } from '../packs/pack_names.js'
import type { PackDriver } from '../packs/pack_driver.js'
import { S3Bucket, type BucketLocation } from '../s3/s3_bucket.js'
import { S3Packs } from '../s3/s3_packs.js'

/** A file with the bytes of a pack, and their number. */
interface PackSource {
  tenant: string
  pack: string
  size: number
  path: string
}

/** Writes packs of a backup to the configured storage, as a whole and under their former names. */
export interface PackWriter {
  /** Whether the storage has no packs. */
  isEmpty(): Promise<boolean>
  /** Deletes all packs of the storage. */
  clear(): Promise<void>
  /**
   * Resolves when the pack would survive a power failure.
   * @param copy copies a file into a new one
   */
  write(source: PackSource, copy: (from: string, to: string) => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** A pack of a disk storage has up to 256 MiB. Sending it takes longer than sending the objects of a writer. */
const timeouts = { silenceMs: 60_000, callMs: 30 * 60_000 }

/** Writes to the current storage. Packs that the backup has from a former storage go there, too. */
export function openPackWriter(settings: Settings): PackWriter {
  const { STORAGE_URL: current } = locationsOf(settings)
  return current.kind === 'disk' ? toDisk(current.folder) : toBucket(current)
}

function toDisk(root: string): PackWriter {
  const driver = new DiskPacks(root)
  return {
    ...common(driver),
    async write({ tenant, pack, path }, copy) {
      const folder = join(root, folderOf(tenant))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await copy(path, join(folder, fileOf(pack)))
      await syncFolder(folder)
      await syncFolder(dirname(folder))
    },
  }
}

function toBucket(location: BucketLocation): PackWriter {
  const bucket = new S3Bucket(location, timeouts)
  return {
    ...common(new S3Packs(bucket)),
    async write({ tenant, pack, path, size }) {
      const file = await open(path, 'r')
      try {
        const bytes = Buffer.allocUnsafeSlow(size)
        for (let filled = 0; filled < size;) {
          const { bytesRead } = await file.read(bytes, filled, size - filled, filled)
          if (bytesRead === 0) throw new Error(`${path} ends at byte ${filled} of ${size}.`)
          filled += bytesRead
        }
        await bucket.put(`${folderOf(tenant)}/${fileOf(pack)}`, bytes)
      } finally {
        await file.close()
      }
    },
  }
}

function common(driver: PackDriver) {
  return {
    async isEmpty() {
      for await (const tenant of driver.tenants()) {
        for await (const _pack of driver.list(tenant)) return false
      }
      return true
    },
    async clear() {
      for await (const tenant of driver.tenants()) {
        for await (const { pack } of driver.list(tenant)) await driver.delete(tenant, pack)
        await driver.forget(tenant)
      }
    },
    close: () => driver.close(),
  }
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
