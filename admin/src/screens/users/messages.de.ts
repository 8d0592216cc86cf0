import type { Translation } from '@crossdock/admin/kit'
import type english from './messages.js'

/** German texts of the directory of people that every screen shows. */
export default {
  users: {
    menu: 'Benutzer',
    invite: 'Benutzer einladen',
  },
} satisfies Translation<typeof english>
