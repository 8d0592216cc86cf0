import type { Translation } from '@crossdock/admin/kit'
import type english from './messages.js'

/** German texts of the command palette and of the map of keys. */
export default {
  palette: {
    title: 'Suchen und Befehle',
    placeholder: 'Dateien, Systeme, Workflows suchen oder etwas tun …',
    results: 'Treffer',
    none: 'Nichts passt zu „%{query}“.',
    failed: 'Nicht durchsucht: %{names}.',
    group: { recent: 'Zuletzt', screens: 'Gehe zu', actions: 'Tun' },
    caps: { Ctrl: 'Strg', Delete: 'Entf', Backspace: 'Rücktaste' },
    keys: {
      title: 'Tastenkürzel',
      text: 'Tasten, die hier etwas tun. Solange Sie schreiben, tun sie nichts.',
      keywords: 'Tasten Tastatur Hilfe',
      go: 'Zu einer Seite gehen',
      all: 'Überall',
      toast: 'Zur Benachrichtigung gehen',
    },
  },
} satisfies Translation<typeof english>
