import type { Translation } from '@crossdock/admin/kit'
import type english from './shell.js'

/** German texts of the page frame. */
export default {
  shell: {
    skip: 'Zum Inhalt springen',
    navigation: 'Hauptmenü',
    openMenu: 'Menü öffnen',
    closeMenu: 'Menü schließen',
    toDark: 'Dunkles Design einschalten',
    toLight: 'Helles Design einschalten',
    switchTheme: 'Design wechseln',
    themeWords: 'dunkel hell Darstellung',
    userMenu: '%{initials}, Benutzermenü',
    language: 'Sprache',
    environment: {
      label: 'Umgebung: ',
      gone: '%{name} wurde gelöscht.',
      goneUnnamed: 'Die Umgebung, in der Sie gearbeitet haben, wurde gelöscht.',
      now: 'Sie arbeiten jetzt in %{production}.',
      lost: 'Was nicht gespeichert war, ist mit ihr verloren.',
    },
    signOut: 'Abmelden',
    signOutFailed: 'Das Abmelden ist fehlgeschlagen',
    tray: {
      title: 'In Arbeit',
      open: 'In Arbeit: nichts',
      openWith: 'In Arbeit: %{count}',
      openFailed: 'In Arbeit: %{count}, anzusehen: %{failed}',
      nothing: 'Nichts ist in Arbeit',
      nothingText:
        'Uploads, laufende Ausführungen und was Sie rückgängig machen können, stehen hier.',
    },
    undo: { title: 'Kann rückgängig gemacht werden' },
    section: {
      automation: 'Automatisierung',
      sites: 'Standorte',
      organization: 'Organisation',
      operate: 'Betrieb',
      system: 'System',
    },
    notFound: {
      title: '404 – Seite nicht gefunden',
      text: 'Unter %{path} gibt es keine Seite',
      hint: 'Vielleicht ist sie umgezogen, oder die Adresse enthält einen Tippfehler.',
      action: 'Zur Übersicht',
    },
    crashed: {
      fault: {
        title: 'Diese Seite funktioniert nicht mehr',
        text: 'Meist hilft es, sie neu zu laden. Wenn nicht, sagen Sie Ihrem Administrator, was Sie getan haben.',
      },
      missing: {
        title: 'Diese Seite konnte nicht geladen werden',
        text: 'Der Server ist nicht erreichbar, oder Crossdock wurde inzwischen aktualisiert.',
      },
      action: 'Neu laden',
    },
    outage: {
      lost: 'Verbindung verloren. Neuer Versuch …',
      silent: 'Crossdock antwortet nicht. Neuer Versuch …',
      title: 'Crossdock ist nicht erreichbar',
      text: 'Diese Seite versucht es weiter und öffnet sich von selbst, sobald eine Antwort kommt.',
      now: 'Jetzt versuchen',
    },
    updated: { text: 'Crossdock wurde aktualisiert.', action: 'Neu laden' },
    again: {
      title: 'Ihre Sitzung ist beendet',
      text: 'Melden Sie sich wieder an, um weiterzuarbeiten. Was Sie eingegeben haben, bleibt stehen.',
      byProvider: 'Melden Sie sich noch einmal an, um weiterzuarbeiten.',
      email: 'E-Mail-Adresse',
      send: 'Code per E-Mail senden',
      sending: 'Wird gesendet …',
      sent: 'Wir haben einen 6-stelligen Code an %{email} gesendet.',
      code: 'Bestätigungscode',
      verify: 'Anmelden',
      verifying: 'Anmeldung läuft …',
      sendFailed: 'Der Code konnte nicht gesendet werden. Versuchen Sie es noch einmal.',
      provider:
        'Ihre Organisation bestätigt das durch ihren Identitätsanbieter. Sie kommen auf diese Seite zurück; was nicht gespeichert ist, geht verloren.',
      verifyFailed: 'Die Anmeldung ist fehlgeschlagen. Versuchen Sie es noch einmal.',
    },
    proof: {
      title: 'Bestätigen Sie, dass Sie es sind',
      text: 'Das verlangt einen frischen Nachweis, wer Sie sind. Was Sie eingegeben haben, bleibt stehen.',
      byProvider: 'Dafür müssen Sie noch einmal bestätigen, dass Sie es sind.',
      passkey: 'Passkey benutzen',
      confirm: 'Bestätigen',
      failed: 'Das hat nicht geklappt. Versuchen Sie es noch einmal.',
    },
    changed: {
      title: 'Eine andere Anmeldung hat Ihre in diesem Browser abgelöst',
      text: 'Diese Seite zeigt noch %{organization}, wie %{email} es sieht; von hier aus lässt sich nichts speichern. Laden Sie sie neu, um weiterzuarbeiten.',
      unfinished: 'Nicht gespeichert: %{names}.',
      bar: 'Eine andere Anmeldung hat Ihre in diesem Browser abgelöst.',
      action: 'Neu laden',
      look: 'Nicht jetzt',
    },
  },
} satisfies Translation<typeof english>
