import type { Translation } from '@crossdock/admin/kit'
import type english from './messages.js'

/** German texts of the file browser. */
export default {
  assets: {
    title: 'Dateien',
    firstStep: 'Dateien oder Ordner hinzufügen',
    newFolder: 'Neuer Ordner',
    upload: 'Hochladen',
    folder: 'Ordner',
    file: 'Datei',
    versionShort: 'v%{version}',
    palette: {
      files: 'Dateien',
      words: 'anlegen erstellen Verzeichnis',
      uploadWords: 'Datei hinzufügen',
    },
    moveForm: {
      done: '%{name} wurde nach %{folder} verschoben',
      doneAll:
        '%{smart_count} Element wurde nach %{folder} verschoben |||| %{smart_count} Elemente wurden nach %{folder} verschoben',
      refused: 'Nichts wurde verschoben.',
      undone: '%{name} wurde zurück verschoben',
      undoneAll:
        '%{smart_count} Element wurde zurück verschoben |||| %{smart_count} Elemente wurden zurück verschoben',
      movedSince: '%{name} wurde inzwischen noch einmal verschoben.',
      failed: 'Das Verschieben ist fehlgeschlagen',
    },
    copyForm: {
      done: '%{name} wurde nach %{folder} kopiert',
      doneAll:
        '%{smart_count} Element wurde nach %{folder} kopiert |||| %{smart_count} Elemente wurden nach %{folder} kopiert',
      refused: 'Nichts wurde kopiert.',
      undone:
        'Die Kopie liegt jetzt im Papierkorb |||| %{smart_count} Kopien liegen jetzt im Papierkorb',
      failed: 'Das Kopieren ist fehlgeschlagen',
    },
    trash: {
      moved: '%{name} liegt jetzt im Papierkorb',
      movedAll:
        '%{smart_count} Element liegt jetzt im Papierkorb |||| %{smart_count} Elemente liegen jetzt im Papierkorb',
      trashedSince: '%{name} wurde inzwischen wiederhergestellt und noch einmal gelöscht.',
      failed: 'Das Löschen ist fehlgeschlagen',
      restored: '%{name} wurde wiederhergestellt',
      restoredAll:
        '%{smart_count} Element wurde wiederhergestellt |||| %{smart_count} Elemente wurden wiederhergestellt',
      restoreFailed: 'Das Wiederherstellen ist fehlgeschlagen',
    },
    uploads: {
      title: 'Uploads',
      summary: '%{done} von %{total} hochgeladen',
      failedCount: '%{count} fehlgeschlagen',
      interruptedCount: '%{count} unterbrochen',
      finished: 'Alle Uploads sind fertig',
      hide: 'Fertige ausblenden',
      cancel: 'Upload von %{name} abbrechen',
      pause: 'Upload von %{name} anhalten',
      goOn: 'Upload von %{name} fortsetzen',
      pauseAll: 'Alle anhalten',
      goOnAll: 'Fortsetzen',
      retryAll: 'Alle erneut versuchen',
      overall: 'Fortschritt aller Uploads',
      paused: 'Angehalten',
      interrupted: 'Unterbrochen. Wählen Sie die Datei noch einmal aus, um fortzufahren.',
      chooseAgain: 'Datei auswählen',
      chooseAgainFor: 'Datei auswählen: noch einmal %{name}',
      fileOf: 'Datei %{name}',
      otherFile:
        'Das ist eine andere Datei, oder sie wurde geändert. Wählen Sie %{name} aus, oder brechen Sie den Upload ab.',
      moreRows: '%{smart_count} weitere Datei |||| %{smart_count} weitere Dateien',
      retry: '%{name} erneut versuchen',
      remove: '%{name} aus der Liste entfernen',
      progress: 'Fortschritt von %{name}',
      waiting: 'Wartet',
      done: 'Hochgeladen',
      newVersion: 'Als Version %{version} hochgeladen',
      sending: '%{sent} von %{total}',
      storing: 'Wird gespeichert …',
      tooMany:
        'Mehr als 10.000 Dateien auf einmal sind zu viele. Laden Sie weniger Ordner auf einmal hoch.',
      noFiles: 'Darin liegt keine Datei.',
      unreadable:
        'Der Browser konnte nicht alles lesen. Schließen Sie, was darauf zugreift, und legen Sie es noch einmal ab.',
      failed: 'Das Hochladen ist fehlgeschlagen. Versuchen Sie es noch einmal.',
      underWay: {
        title: 'Es laufen noch Uploads',
        text: 'Wenn Sie jetzt gehen, brechen sie ab. Noch nicht gespeichert: %{names}.',
        discard: 'Uploads abbrechen',
        keep: 'Weiter hochladen',
      },
    },
  },
} satisfies Translation<typeof english>
