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
      underWay: {
        title: 'Es laufen noch Uploads',
        text: 'Wenn Sie jetzt gehen, brechen sie ab. Noch nicht gespeichert: %{names}.',
        discard: 'Uploads abbrechen',
        keep: 'Weiter hochladen',
      },
    },
  },
} satisfies Translation<typeof english>
