import type { Translation } from '@crossdock/admin/kit'
import type english from './messages.js'

/** German texts of the preview of a request. */
export default {
  title: 'Vorschau',
  text: 'Die Anfrage, wie sie gesendet würde, mit verdeckten Geheimnissen. Gesendet wird nichts.',
  file: 'Vorschau mit Datei',
  filePlaceholder: 'Dateien nach Namen suchen',
  fileHint: 'Ohne Datei stehen hier Beispielwerte.',
  noFiles: 'Keine Datei passt.',
  noAccess: 'Sie dürfen keine Dateien lesen: Hier stehen Beispielwerte.',
  sendFile: 'Die Datei selbst',
  param: 'Parameter %{name}',
  paramHint: 'Kommt vom Schritt des Workflows, der den Endpunkt aufruft.',
  updating: 'Die Vorschau wird aktualisiert …',
  request: 'Anfrage',
  headers: 'Header',
  body: 'Inhalt',
  noBody: 'Diese Anfrage hat keinen Inhalt.',
  missing: {
    path: 'Eine Vorschau gibt es, sobald der API-Pfad eingegeben ist.',
    headers: 'Eine Vorschau gibt es, sobald die eigenen Header gültiges JSON sind.',
    body: 'Eine Vorschau gibt es, sobald der Inhalt gültiges JSON ist.',
    mapping: 'Eine Vorschau gibt es, sobald die Feldzuordnung gültiges JSON ist.',
  },
} satisfies Translation<typeof english>
