import type { Translation } from '@crossdock/admin/kit'
import type english from './messages.js'

/** German texts of the activity feed that every screen shows. */
export default {
  activity: {
    title: 'Aktivitäten',
  },
} satisfies Translation<typeof english>
