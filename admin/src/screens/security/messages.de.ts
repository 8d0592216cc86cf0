import type { Translation } from '@crossdock/admin/kit'
import type english from './messages.js'

/** German texts of sessions and passkeys that every screen shows. */
export default {
  security: {
    title: 'Sicherheit',
    rulesTitle: 'Anmelderegeln',
    words: 'Sitzungen Passkeys Geräte abmelden',
  },
} satisfies Translation<typeof english>
