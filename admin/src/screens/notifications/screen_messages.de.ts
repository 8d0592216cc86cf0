import type { Translation } from '@crossdock/admin/kit'
import type english from './screen_messages.js'

/** German texts of notifications. */
export default {
  notifications: {
    title: 'Benachrichtigungen',
    subtitle: 'Was Ihnen mitgeteilt wurde: nur für Sie',
    bell: {
      none: 'Benachrichtigungen: nichts ungelesen',
      some: 'Benachrichtigungen: %{count} ungelesen',
    },
    list: 'Ihre Benachrichtigungen',
    isUnread: 'Ungelesen:',
    markRead: 'Als gelesen markieren',
    markAll: 'Alle als gelesen markieren',
    failed: 'Das konnte nicht als gelesen markiert werden',
    all: 'Alle ansehen',
    settings: 'Einstellungen',
    empty: {
      title: 'Nichts mitzuteilen',
      text: 'Wenn etwas Sie braucht, steht es hier.',
    },
    noMatch: 'Keine Benachrichtigung passt zu Ihren Filtern',
    column: {
      text: 'Was geschehen ist',
      kind: 'Art',
      time: 'Zeit',
      state: 'Stand',
    },
    state: { unread: 'Ungelesen', read: 'Gelesen' },
    choose: {
      title: 'Worüber Sie benachrichtigt werden',
      text: 'Es gilt für das, was ab jetzt geschieht. E-Mails kommen einige Minuten später, mehreres in einer, und nicht für das, was Sie hier gelesen haben.',
      kind: 'Art',
      console: 'In der Konsole',
      mail: 'Per E-Mail',
      both: '%{kind}: %{channel}',
      always: 'Immer',
      fixed: 'Eine eigene E-Mail sagt, was zu tun ist.',
      failed: 'Ihre Wahl konnte nicht gespeichert werden',
      operator: {
        title: 'Für Personen einer Organisation',
        text: 'Sie gehören zu keiner und bekommen deshalb keine Benachrichtigungen.',
      },
    },
  },
} satisfies Translation<typeof english>
