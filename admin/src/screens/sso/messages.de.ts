import type { Translation } from '@crossdock/admin/kit'
import type english from './messages.js'

/** German texts of single sign-on that every screen shows. */
export default {
  sso: {
    title: 'Single Sign-on',
  },
} satisfies Translation<typeof english>
