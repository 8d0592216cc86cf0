import type { Translation } from '@crossdock/admin/kit'
import type english from './messages.js'

/** German texts of tenant management that stand on every screen. */
export default {
  tenants: {
    menu: 'Mandanten',
    add: 'Mandant hinzufügen',
  },
} satisfies Translation<typeof english>
