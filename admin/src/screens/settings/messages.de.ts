import type { Translation } from '@crossdock/admin/kit'
import type english from './messages.js'

/** German texts of the settings that every screen shows. */
export default {
  settings: {
    title: 'Einstellungen',
    profileTitle: 'Profil',
    appearanceTitle: 'Sprache und Darstellung',
    appearanceWords: 'Zeitzone dunkel hell Design',
    organizationTitle: 'Organisation',
  },
} satisfies Translation<typeof english>
