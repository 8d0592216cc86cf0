import { service } from '../ground/service.js'
import type { Settings } from '../settings/index.js'
import { ContentStore } from './content_store.js'
import type { OnDamage } from './damage/damage.js'
import { openStorage } from './location/location.js'

/** The content store of the running application. */
export const contentStore = service<ContentStore>('kernel.contentStore')

/** Opens the configured store. */
export function openContentStore(settings: Settings, onDamage: OnDamage): ContentStore {
  return new ContentStore(openStorage(settings), onDamage)
}
