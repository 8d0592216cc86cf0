import type { Translation } from '@crossdock/admin/kit'
import type english from './messages.js'

export default { webhooks: { title: 'Webhooks' } } satisfies Translation<typeof english>
