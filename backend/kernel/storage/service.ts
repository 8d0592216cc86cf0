import { service } from '../ground/service.js'
import type { Settings } from '../settings/index.js'
import { ContentStore } from './content_store.js'
import type { OnDamage } from './damage.js'
import { openStorage } from './location.js'

/** The content store of the running application. */
export const contentStore = service<ContentStore>('kernel.contentStore')

/** The store the settings name. */
export function openContentStore(settings: Settings, onDamage: OnDamage): ContentStore {
  return new ContentStore(openStorage(settings), onDamage)
}
