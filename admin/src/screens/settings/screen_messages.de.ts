import type { Translation } from '@crossdock/admin/kit'
import type english from './screen_messages.js'

/** German texts of the settings. */
export default {
  settings: {
    sections: 'Abschnitte der Einstellungen',
    group: { you: 'Sie', organization: 'Organisation' },
    failed: 'Das ließ sich nicht speichern.',
    profile: {
      title: 'Profil',
      text: 'Wie andere Sie sehen.',
      email: 'E-Mail',
      emailHint: 'Wer Personen verwaltet, kann eine andere Adresse einladen und diese entfernen.',
      operatorHint: 'Sie wird für die Installation festgelegt, als ADMIN_EMAIL.',
      role: 'Rolle',
      superAdmin: 'Superadministrator',
      firstName: 'Vorname',
      lastName: 'Nachname',
      save: 'Speichern',
      saved: 'Profil gespeichert',
    },
    language: {
      title: 'Sprache und Zeit',
      text: 'In der Konsole und in E-Mails mit Mitteilungen, wo immer Sie sich anmelden. Andere E-Mails sind auf Englisch.',
      language: 'Sprache',
      ofBrowserOnly: 'Wie dieser Browser',
      timeZone: 'Zeitzone',
      ofBrowser: 'Wie dieser Browser (%{zone})',
      noZone: 'So heißt keine Zeitzone.',
      example: 'Jetzt heißt hier %{time}.',
    },
    appearance: {
      title: 'Darstellung',
      text: 'Die Farben der Konsole.',
      system: 'Wie das System',
      light: 'Hell',
      dark: 'Dunkel',
    },
    organization: {
      title: 'Organisation',
      text: 'Wo Ihre Organisation zu erreichen ist. Name und Adresse ändert, wer dieses Crossdock betreibt; ebenso wird sie dort geschlossen.',
      name: 'Name',
      address: 'Adresse',
      domain: 'Eigene Domain',
      noDomain: 'Keine',
      unverified: 'Nicht bestätigt: Noch ist sie dort nicht zu erreichen.',
      missing: 'Ihr Eintrag fehlt: Sie endet am %{date}.',
      chooseDomain: 'Eine wählen',
      id: 'ID für Programme',
      operator: 'Als Superadministrator',
      manage: 'Diesen Mandanten verwalten',
    },
  },
} satisfies Translation<typeof english>
