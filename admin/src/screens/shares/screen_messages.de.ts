import type { Translation } from '@crossdock/admin/kit'
import type english from './screen_messages.js'

/** German texts of links. */
export default {
  shares: {
    subtitle: 'Links, mit denen Personen ohne Konto Dateien und Ordner öffnen.',
    list: 'Geteilte Links',
    search: 'Nach Name oder Nachricht suchen',
    noMatch: 'Kein Link passt zu dieser Suche oder diesen Filtern.',
    actionsFor: 'Aktionen für %{name}',
    failed: 'Der Link konnte nicht geändert werden',
<<<<<<< HEAD
=======
    noTenant: {
      title: 'Keine Organisation gewählt',
      text: 'Links gehören zu einer Organisation. Wählen Sie zuerst eine.',
    },
>>>>>>> room-share
    empty: {
      title: 'Noch keine Links',
      text: 'Teilen Sie eine Datei oder einen Ordner, um einen anzulegen.',
      action: 'Zu den Dateien',
    },
    off: 'Links sind abgeschaltet. Bestehende gelten nicht, und neue lassen sich nicht anlegen.',
    column: {
      name: 'Name',
      kind: 'Art',
      downloads: 'Downloads',
      lastUsed: 'Zuletzt benutzt',
      expires: 'Gültig bis',
      creator: 'Angelegt von',
      created: 'Angelegt',
      status: 'Status',
    },
    kind: {
      download: 'Herunterladen',
      upload: 'Hochladen',
    },
    status: {
      active: 'Aktiv',
      expired: 'Abgelaufen',
      used_up: 'Aufgebraucht',
      revoked: 'Widerrufen',
    },
    filter: {
      mine: 'Mir',
    },
    locked: 'Mit Passwort',
    gone: 'Gelöscht',
    never: 'Nie',
    used: '%{count} von %{most}',
    received: '%{count} erhalten',
    dialog: {
      title: '„%{name}“ teilen',
      several: '%{count} Elemente teilen',
      restricted:
        'Der Zugriff ist eingeschränkt. Ein Link öffnet dies auch für Personen ohne Zugriff.',
      until: 'bis %{day}',
    },
    link: {
      anyone: 'Alle mit dem Link',
      none: 'Einschalten, um einen Link anzulegen und zu kopieren',
      views: 'Können ansehen, bis %{day}',
      uploads: 'Können nur Dateien hochladen, bis %{day}',
      label: 'Link',
      kept: 'Der Link ist gespeichert und lässt sich jederzeit kopieren.',
      copy: 'Link kopieren',
      copied: 'Kopiert',
      onlyNow: 'Kopieren Sie den Link jetzt. Er wird nur einmal gezeigt.',
      shownOnce:
        'Dieser Link wurde einmal gezeigt und lässt sich nicht noch einmal kopieren. Legen Sie einen neuen an.',
      manually:
        'Ihr Browser lässt diese Seite nicht kopieren. Markieren Sie den Link und drücken Sie Strg+C oder ⌘C.',
      mailed: 'An %{smart_count} Person gemailt |||| An %{smart_count} Personen gemailt',
      links: '%{smart_count} aktiver Link |||| %{smart_count} aktive Links',
      others: '%{smart_count} weiterer Link |||| %{smart_count} weitere Links',
      options: 'Optionen',
      optionsText: 'Ablauf, Passwort, Download-Limit, E-Mail',
    },
    copy: {
      of: 'Link %{name} kopieren',
      done: 'Link kopiert',
      failed: 'Der Link konnte nicht kopiert werden',
      manually: 'Ihr Browser lässt diese Seite nicht kopieren. Kopieren Sie den Link hier:',
    },
    several: {
      text: 'Legt zu jedem einen Link an, der %{days} Tage gilt.',
      create:
        '%{smart_count} Link anlegen und kopieren |||| %{smart_count} Links anlegen und kopieren',
      label: 'Links',
      copy: 'Links kopieren',
      copied: 'Kopiert',
      password: 'Links brauchen hier ein Passwort. Teilen Sie diese Elemente einzeln.',
      tooMany:
        'Links zu höchstens %{most} Elementen lassen sich auf einmal anlegen. Wählen Sie weniger aus.',
    },
    form: {
      kind: 'Personen mit dem Link können',
      download: 'Ansehen und herunterladen',
      upload: 'Nur Dateien hochladen',
      expires: 'Gültig bis',
      expiresHelp: 'Gilt bis zum Ende dieses Tages (höchstens %{count} Tage von heute an).',
      expiresWrong: 'Wählen Sie einen Tag ab heute, innerhalb von %{count} Tagen',
      password: 'Passwort',
      passwordHelp:
        'Optional. Wir mailen das Passwort nie. Geben Sie es auf einem anderen Weg weiter.',
      passwordNeeded: 'Ihre Organisation verlangt ein Passwort mit mindestens 8 Zeichen.',
      passwordShort: 'Mindestens 8 Zeichen',
      limit: 'Download-Limit',
      limitHelp: 'Optional. Leer heißt unbegrenzt.',
      limitHelpFolder:
        'Optional. Leer heißt unbegrenzt. Jede Datei zählt, ebenso „Alles herunterladen“.',
      limitWrong: 'Eine ganze Zahl ab 1, oder nichts',
      recipients: 'Mailen an',
      recipientsHelp: 'Optional. Bis zu 20 Adressen, durch Kommas getrennt.',
      recipientsWrong: 'Prüfen Sie die Adresse %{address}',
      recipientsMany: 'Höchstens 20 Adressen',
      message: 'Nachricht',
      messageHelp: 'Optional. Steht in der E-Mail und auf der Seite des Links.',
      submit: 'Link anlegen und kopieren',
      submitting: 'Wird angelegt …',
    },
    createFailed: 'Der Link konnte nicht angelegt werden',
    uncopied: {
      title: 'Schließen, ohne zu kopieren?',
      text: 'Dieser Link lässt sich nicht noch einmal zeigen. Wenn Sie ihn jetzt nicht kopieren, müssen Sie einen neuen anlegen.',
      discard: 'Schließen',
      keep: 'Zurück',
    },
    revoke: {
      action: 'Widerrufen',
      title: '%{name} widerrufen?',
      several: '%{smart_count} Link widerrufen? |||| %{smart_count} Links widerrufen?',
      text: 'Der Link gilt sofort nicht mehr, und laufende Downloads enden. Das lässt sich nicht rückgängig machen.',
      confirm: 'Widerrufen',
      done: 'Link widerrufen',
      doneSeveral: '%{smart_count} Link widerrufen |||| %{smart_count} Links widerrufen',
      failed: 'Der Link konnte nicht widerrufen werden',
    },
    rule: {
      action: 'Regel für Links',
      title: 'Regel für Links',
      text: 'Gilt für alle Links dieser Organisation.',
      enabled: 'Dateien und Ordner lassen sich mit Links teilen',
      enabledHelp:
        'Wenn Sie das abschalten, gelten bestehende Links nicht mehr, und neue lassen sich nicht anlegen.',
      defaultDays: 'Übliche Tage bis zum Ablauf',
      maxDays: 'Höchstens Tage bis zum Ablauf',
      maxDaysHelp: 'Gilt auch für bestehende Links.',
      daysWrong: 'Eine ganze Zahl von 1 bis 3650',
      order: 'Nicht mehr als die Höchstzahl der Tage',
      passwordRequired: 'Neue Links brauchen ein Passwort',
      shownOnce: 'Jeden Link nur einmal zeigen',
      shownOnceHelp:
        'Crossdock behält keine Kopie von Links und löscht vorhandene Kopien. Die Links gelten weiter.',
      submit: 'Speichern',
      submitting: 'Wird gespeichert …',
      done: 'Regel gespeichert',
      failed: 'Die Regel konnte nicht gespeichert werden',
    },
  },
} satisfies Translation<typeof english>
