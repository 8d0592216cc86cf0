import type { Translation } from '@crossdock/admin/kit'
import type english from './messages.js'

/** German texts of the folders a system is bound to. */
export default {
  title: 'Ordner',
  text: 'Welche Dateien %{name} bekommt',
  list: 'Ordner, an die %{name} gebunden ist',
  add: 'An Ordner binden',
  edit: 'Bearbeiten',
  activate: 'Aktivieren',
  deactivate: 'Deaktivieren',
  empty: {
    title: 'Arbeitet mit allen Dateien',
    text: 'Binden Sie %{name} an einen Ordner: Dann bekommt es nur Dateien, die darin oder darunter liegen.',
  },
  gone: {
    title: 'Bekommt keine Dateien',
    text: 'Die Ordner, an die %{name} gebunden war, sind endgültig gelöscht. Binden Sie es an einen anderen; wird seine letzte Bindung gelöscht, arbeitet es wieder mit allen Dateien.',
  },
  permission: { read: 'Lesen', write: 'Schreiben' },
  rule: {
    none: 'Alle Dateien',
    include: 'Nur %{list}',
    exclude: 'Nicht %{list}',
    mimeTypes: 'Arten %{list}',
    maxSize: 'Bis %{size}',
  },
  created: 'An den Ordner gebunden',
  changed: 'Ordnerbindung geändert',
  activated: 'Ordnerbindung aktiviert',
  deactivated: 'Ordnerbindung deaktiviert',
  deleted: 'Ordnerbindung gelöscht',
  saveFailed: 'Die Ordnerbindung konnte nicht gespeichert werden',
  deleteFailed: 'Die Ordnerbindung konnte nicht gelöscht werden',
  confirmDelete: {
    title: 'Möchten Sie diese Ordnerbindung wirklich löschen?',
    text: '%{name} bekommt keine Dateien aus %{folder} mehr.',
    textLast:
      'Es ist die letzte: %{name} arbeitet dann wieder mit allen Dateien, nicht nur mit denen aus %{folder}.',
    confirm: 'Bindung löschen',
  },
  form: {
    add: 'An einen Ordner binden',
    edit: 'Ordnerbindung bearbeiten',
    text: '%{name} bekommt Dateien des Ordners und aller Ordner darin. Schritte und Tests mit anderen Dateien schlagen fehl.',
    folder: 'Ordner',
    folderHint: 'Auch umbenannt oder verschoben bleibt er gebunden.',
    folderStays: 'Für einen anderen Ordner legen Sie eine weitere Bindung an.',
    folderRequired: 'Wählen Sie einen Ordner',
    chooseFolder: 'Ordner auswählen …',
    permissions: 'Rechte',
    permissionsHint:
      'Ohne Lesen bekommt es keine Dateien. Schreiben gilt für Antworten, die bei Dateien festgehalten werden.',
    permissionsRequired: 'Wählen Sie mindestens eines',
    include: 'Nur diese Namen',
    includeHint:
      'Muster wie *.pdf: * steht für beliebige Zeichen, ? für eines. Leer bedeutet alle.',
    exclude: 'Diese Namen nicht',
    excludeHint: 'Muster wie entwurf-*',
    mimeTypes: 'Nur diese Arten',
    mimeTypesHint: 'Etwa application/pdf oder image/*. Leer bedeutet alle.',
    maxSize: 'Größte Datei (Byte)',
    maxSizeHint: '10485760 sind 10 MB. Leer bedeutet ohne Grenze.',
    mapping: 'Zuordnung für Dateien',
    mappingHint:
      'JSON-Objekt: links das Feld der Anfrage, rechts, woher sein Wert kommt. Für Endpunkte, deren eigene Zuordnung nichts von der Datei nimmt.',
    active: 'Aktiv',
    submitAdd: 'Binden',
    submitEdit: 'Bindung ändern',
    submitting: 'Speichert …',
  },
} satisfies Translation<typeof english>
