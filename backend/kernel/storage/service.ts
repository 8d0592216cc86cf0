import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { service } from '../ground/service.js'
import type { Settings } from '../settings/index.js'
import { ContentStore } from './content_store.js'
import type { OnDamage } from './damage.js'
import { DiskPacks } from './disk_packs.js'

/** The content store of the running application. */
export const contentStore = service<ContentStore>('kernel.contentStore')

/** The store the settings name: STORAGE_URL, else DATA_DIR/content. */
export function openContentStore(
  { STORAGE_URL, DATA_DIR }: Settings,
  onDamage: OnDamage
): ContentStore {
  const root = STORAGE_URL ? fileURLToPath(STORAGE_URL) : join(DATA_DIR, 'content')
  return new ContentStore(new DiskPacks(root), onDamage)
}
