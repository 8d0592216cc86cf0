/** German texts that only screens of files show. */
export default {
  assets: {
    noTenant: {
      title: 'Dateien gehören zu einer Organisation',
      text: 'Sie sind als Betreiber angemeldet und gehören zu keiner. Melden Sie sich bei einer Organisation an, um ihre Dateien zu sehen.',
    },
    empty: {
      title: 'Dieser Ordner ist leer',
      text: 'Ziehen Sie Dateien oder Ordner hierher, oder klicken Sie auf „Hochladen“.',
      readOnly: 'Hier wurde noch nichts abgelegt.',
    },
    notFound: {
      title: 'Diese Datei oder diesen Ordner gibt es nicht',
      text: 'Vielleicht liegt er im Papierkorb, oder die Adresse ist falsch.',
      action: 'Zu den Dateien',
    },
    inTrash: {
      file: 'Diese Datei liegt im Papierkorb',
      folder: 'Dieser Ordner liegt im Papierkorb',
      text: 'Was darin liegt, ist erst wieder zu sehen, wenn jemand ihn wiederherstellt.',
      up: 'Zum Ordner darüber',
    },
    filePage: {
      preview: 'Vorschau',
      notShown: 'Dieses Bild lässt sich nicht anzeigen.',
      tooLarge: 'Es ist %{size} groß: Laden Sie es herunter, um es anzusehen.',
      notPlayed:
        'Diese Datei lässt sich hier nicht abspielen: Laden Sie sie herunter, um sie abzuspielen.',
      empty: 'Diese Datei ist leer.',
      noText: 'In dieser Datei ist kein Text, der sich anzeigen ließe.',
      firstBytes:
        'Zu sehen sind die ersten %{shown} von %{size}: Laden Sie die Datei herunter, um alles zu sehen.',
      firstLines:
        'Zu sehen sind die ersten %{shown} Zeilen: Laden Sie die Datei herunter, um alles zu sehen.',
      firstRows:
        'Zu sehen sind die ersten %{shown} Zeilen: Laden Sie die Datei herunter, um alles zu sehen.',
      wrap: 'Zeilen umbrechen',
      zoomIn: 'Vergrößern',
      zoomOut: 'Verkleinern',
      fit: 'An die Seite anpassen',
      page: 'Seite %{page} von %{pages}',
      pageOf: 'Seite %{page} von %{name}',
      nextPage: 'Nächste Seite',
      previousPage: 'Vorherige Seite',
      facts: 'Details',
      type: 'Typ',
      size: 'Größe',
      version: 'Version',
      added: 'Hinzugefügt',
      modified: 'Geändert',
      trashed: 'In den Papierkorb gelegt',
    },
    renameForm: {
      title: 'Umbenennen',
      submit: 'Umbenennen',
      submitting: 'Wird umbenannt …',
      done: '%{before} wurde in %{name} umbenannt',
      undone: 'Heißt wieder %{name}',
      renamedSince: '%{name} hat inzwischen einen anderen Namen.',
      failed: 'Das Umbenennen ist fehlgeschlagen',
    },
    column: {
      name: 'Name',
      size: 'Größe',
      version: 'Version',
      modified: 'Geändert',
      created: 'Hinzugefügt',
      type: 'Art',
      trashed: 'Gelöscht',
    },
    versions: {
      title: 'Versionen von %{name}',
      current: 'Aktuell',
      version: 'Version %{version}',
      download: 'Version %{version} herunterladen',
      restore: 'Version %{version} wiederherstellen',
      restored: 'Version %{version} wurde als Version %{now} wiederhergestellt',
      restoreFailed: 'Das Wiederherstellen der Version ist fehlgeschlagen',
    },
  },
}
