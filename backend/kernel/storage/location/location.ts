import { join } from 'node:path'
import { ask } from '../../database/index.js'
import { readStorageUrl, type Settings, type StorageLocation } from '../../settings/index.js'
import { asOperator } from '../../tenancy/index.js'
import { DiskPacks } from '../packs/disk_packs.js'
import type { PackDriver } from '../packs/pack_driver.js'
import { S3Bucket } from '../s3/s3_bucket.js'
import { S3Packs } from '../s3/s3_packs.js'
import { TwoStorages } from './two_storages.js'

/**
 * Returns the storage locations of the settings, by the name of their variable. STORAGE_URL defaults to
 * DATA_DIR/content.
 */
export function locationsOf({ STORAGE_URL, STORAGE_FROM_URL, DATA_DIR }: Settings) {
  const folder = { kind: 'disk', folder: join(DATA_DIR, 'content') } as const
  const current = (STORAGE_URL && readStorageUrl(STORAGE_URL)) || folder
  const former = STORAGE_FROM_URL ? readStorageUrl(STORAGE_FROM_URL) : undefined
  return { STORAGE_URL: current, ...(former ? { STORAGE_FROM_URL: former } : {}) }
}

/** Opens the configured storage, together with the former one that it replaces. */
export function openStorage(settings: Settings): PackDriver {
  const { STORAGE_URL: current, STORAGE_FROM_URL: former } = locationsOf(settings)
  if (!former) return openPacks(current, referencesChunks)
  const formerPacks = openPacks(former)
  // All referenced content may still be in the former storage.
  return new TwoStorages(
    openPacks(current, async () => (await referencesChunks()) && !(await holdsPacks(formerPacks))),
    formerPacks
  )
}

function openPacks(location: StorageLocation, isReferenced = async () => false): PackDriver {
  if (location.kind === 'disk')
    return new DiskPacks(location.folder, undefined, undefined, { isReferenced })
  return new S3Packs(new S3Bucket(location))
}

/** Whether the database references content of any tenant. */
async function referencesChunks(): Promise<boolean> {
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
