import type { Translation } from '@crossdock/admin/kit'
import type english from './messages.js'

/** German texts of the event log that every screen shows. */
export default {
  events: {
    title: 'Ereignisse',
  },
} satisfies Translation<typeof english>
