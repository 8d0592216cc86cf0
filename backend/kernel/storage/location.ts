import { join } from 'node:path'
import { readStorageUrl, type Settings, type StorageLocation } from '../settings/index.js'
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
  return former ? new TwoStorages(openPacks(present), openPacks(former)) : openPacks(present)
}

function openPacks(location: StorageLocation): PackDriver {
  if (location.kind === 'disk') return new DiskPacks(location.folder)
  return new S3Packs(new S3Bucket(location))
}
