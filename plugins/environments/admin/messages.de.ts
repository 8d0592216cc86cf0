import type { Translation } from '@crossdock/admin/kit'
import type english from './messages.js'

/** German texts of environments that every screen shows. */
export default {
  environments: {
    title: 'Umgebungen',
    usageMenu: 'Nutzung',
  },
} satisfies Translation<typeof english>
