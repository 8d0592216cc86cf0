import type { Translation } from '@crossdock/admin/kit'
import type english from './messages.js'

export default { sync: { title: 'Sync-Verträge' } } satisfies Translation<typeof english>
