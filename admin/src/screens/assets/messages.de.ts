import type { Translation } from '@crossdock/admin/kit'
import type english from './messages.js'

/** German texts of the file browser. */
export default {
  assets: {
    title: 'Dateien',
    firstStep: 'Dateien oder Ordner hinzufügen',
    newFolder: 'Neuer Ordner',
    upload: 'Hochladen',
    palette: {
      files: 'Dateien',
      words: 'anlegen erstellen Verzeichnis',
      uploadWords: 'Datei hinzufügen',
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
