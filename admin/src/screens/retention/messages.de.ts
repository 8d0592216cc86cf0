import type { Translation } from '@crossdock/admin/kit'
import type english from './messages.js'

/** German texts of retention that every screen shows. */
export default {
  retention: {
    title: 'Aufbewahrung',
  },
} satisfies Translation<typeof english>
