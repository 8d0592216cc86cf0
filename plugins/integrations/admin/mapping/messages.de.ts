import type { Translation } from '@crossdock/admin/kit'
import type english from './messages.js'

/** German texts of the field mapping's table. */
export default {
  asJson: 'Als JSON bearbeiten',
  hint: 'Links das Feld der Anfrage, rechts, womit es gefüllt wird.',
  none: 'Noch wird nichts von der Datei, der Person oder der Ausführung gesendet.',
  add: 'Feld hinzufügen',
  remove: '%{target} entfernen',
  newField: 'das neue Feld',
  target: 'Feld der Anfrage',
  targetPlaceholder: 'dokument.titel',
  targetRequired: 'Nennen Sie das Feld der Anfrage',
  twice: 'Eine andere Zeile füllt „%{target}“ schon',
  sourceOf: 'Quelle von %{target} (%{group})',
  sources: 'Quellen',
  own: 'eigene Metadaten',
  sourcePlaceholder: 'Auswählen oder eingeben',
  sourceRequired: 'Wählen Sie, womit es gefüllt wird',
  notAPath: '„%{path}“ ist kein Feldpfad: Vor, nach oder zwischen seinen Punkten steht nichts',
  noSources: 'Die Auswahl konnte nicht geladen werden. Quellen lassen sich trotzdem eingeben.',
  group: { fileMetadata: 'Datei', userMetadata: 'Person', systemFields: 'Ausführung' },
  groupOf: '%{name} (%{map})',
} satisfies Translation<typeof english>
