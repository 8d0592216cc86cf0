import type { Translation } from '@crossdock/admin/kit'
import type english from './messages.js'

/** German texts of branding that every screen shows. */
export default {
  branding: {
    title: 'Branding',
  },
} satisfies Translation<typeof english>
