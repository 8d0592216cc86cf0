import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Settings } from '../settings/index.js'
import { locationsOf } from './location.js'
import { DiskPacks } from './disk_packs.js'
import { fileOf, folderOf } from './pack_names.js'
import type { PackDriver } from './pack_driver.js'
import { S3Bucket, type BucketLocation } from './s3/s3_bucket.js'
import { S3Packs } from './s3/s3_packs.js'

/** A file with the bytes of a pack, and how many there are. */
interface PackSource {
  tenant: string
  pack: string
  size: number
  path: string
}

/** Puts whole packs where the settings say that content lies: those of a backup, under the names its database knows. */
export interface PackWriter {
  /** Whether any pack lies there. */
  isEmpty(): Promise<boolean>
  /** Deletes all packs that lie there. */
  clear(): Promise<void>
  /** Resolves when it will survive a power cut. @param copy writes the bytes of a file into one that is not there */
  write(source: PackSource, copy: (from: string, to: string) => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** An object of a disk's pack has up to 256 MiB, which takes longer than what writers send. */
const patience = { silenceMs: 60_000, callMs: 30 * 60_000 }

/** Of the present storage; what a backup holds of a former one goes there as well. */
export function openPackWriter(settings: Settings): PackWriter {
  const { STORAGE_URL: present } = locationsOf(settings)
  return present.kind === 'disk' ? toDisk(present.folder) : toBucket(present)
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
  const bucket = new S3Bucket(location, patience)
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
