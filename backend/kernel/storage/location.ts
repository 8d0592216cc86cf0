import { join } from 'node:path'
import { ask } from '../database/index.js'
import { readStorageUrl, type Settings, type StorageLocation } from '../settings/index.js'
import { asOperator } from '../tenancy/index.js'
import { DiskPacks } from './disk_packs.js'
import type { PackDriver } from './pack_driver.js'
import { S3Bucket } from './s3/s3_bucket.js'
import { S3Packs } from './s3/s3_packs.js'
import { TwoStorages } from './moving/two_storages.js'

/** Where the settings say that content lies, by the variable that says so: STORAGE_URL, else DATA_DIR/content. */
export function locationsOf({ STORAGE_URL, STORAGE_FROM_URL, DATA_DIR }: Settings) {
  const folder = { kind: 'disk', folder: join(DATA_DIR, 'content') } as const
  const present = (STORAGE_URL && readStorageUrl(STORAGE_URL)) || folder
  const former = STORAGE_FROM_URL ? readStorageUrl(STORAGE_FROM_URL) : undefined
  return { STORAGE_URL: present, ...(former ? { STORAGE_FROM_URL: former } : {}) }
}

/** The storage of the settings, with the one it takes the place of. */
export function openStorage(settings: Settings): PackDriver {
  const { STORAGE_URL: present, STORAGE_FROM_URL: former } = locationsOf(settings)
  if (!former) return openPacks(present, namesChunks)
  const left = openPacks(former)
  // What is named may all lie there still.
  return new TwoStorages(
    openPacks(present, async () => (await namesChunks()) && !(await holdsPacks(left))),
    left
  )
}

function openPacks(location: StorageLocation, isNamed = async () => false): PackDriver {
  if (location.kind === 'disk')
    return new DiskPacks(location.folder, undefined, undefined, { isNamed })
  return new S3Packs(new S3Bucket(location))
}

/** Whether the database names bytes of anybody. */
async function namesChunks(): Promise<boolean> {
  const rows = await asOperator('is any content named', () =>
    ask('select 1 from content_chunks limit 1')
  )
  return rows.length > 0
}

async function holdsPacks(packs: PackDriver): Promise<boolean> {
  for await (const tenant of packs.tenants()) {
    for await (const _pack of packs.list(tenant)) return true
  }
  return false
}
