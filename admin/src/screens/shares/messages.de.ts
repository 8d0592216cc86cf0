import type { Translation } from '@crossdock/admin/kit'
import type english from './messages.js'

/** German texts of links that every screen shows. */
export default {
  shares: {
    title: 'Geteilte Links',
    action: 'Teilen …',
  },
} satisfies Translation<typeof english>
