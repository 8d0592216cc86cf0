import type { Translation } from '@crossdock/admin/kit'
import type english from './messages.js'

/** German texts of roles that every screen shows. */
export default {
  roles: {
    title: 'Rollen & Berechtigungen',
    add: 'Rolle anlegen',
  },
} satisfies Translation<typeof english>
