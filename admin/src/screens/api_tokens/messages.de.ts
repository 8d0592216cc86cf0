import type { Translation } from '@crossdock/admin/kit'
import type english from './messages.js'

/** German texts of API tokens that every screen shows. */
export default {
  apiTokens: {
    title: 'Zugriffstoken',
    add: 'Token anlegen',
    words: 'api schlüssel zugriff programm bearer geheimnis',
  },
} satisfies Translation<typeof english>
