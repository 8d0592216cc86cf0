/** German for the kinds of steps and triggers, as catalogues and forms show them. */
export default {
  'File Events': 'Dateiereignisse',
  'Something happens to a file or folder': 'Mit einer Datei oder einem Ordner geschieht etwas',
  Events: 'Ereignisse',
  'File types': 'Dateitypen',
  'Extensions or media types; none means every file.':
    'Endungen oder Medientypen; keiner heißt jede Datei.',
  Folders: 'Ordner',
  'With everything below them; none means everywhere.':
    'Mit allem, was darunter liegt; keiner heißt überall.',
  'Manual Trigger': 'Von Hand',
  'People and programs start it': 'Personen und Programme starten ihn',
  Condition: 'Bedingung',
  'Compares a value and goes one of two ways':
    'Vergleicht einen Wert und geht einen von zwei Wegen',
  Value: 'Wert',
  'Where it is read: of the file, the user, the event, or what a step put out.':
    'Woher er gelesen wird: von der Datei, dem Benutzer, dem Ereignis oder der Ausgabe eines Schritts.',
  Comparison: 'Vergleich',
  'Compared with': 'Verglichen mit',
  Delay: 'Wartezeit',
  'Waits for a while or until a time': 'Wartet eine Weile oder bis zu einem Zeitpunkt',
  'How long': 'Wie lange',
  'At most 366 days.': 'Höchstens 366 Tage.',
  Unit: 'Einheit',
  'Or until': 'Oder bis',
  'A time with its zone.': 'Ein Zeitpunkt mit seiner Zeitzone.',
  'Metadata update': 'Metadaten ändern',
  'Writes metadata to the file or folder the run is about':
    'Schreibt Metadaten an die Datei oder den Ordner, um den es in der Ausführung geht',
  Metadata: 'Metadaten',
  'Values by their keys; null removes a key.':
    'Werte nach ihren Schlüsseln; null entfernt einen Schlüssel.',
  'File or folder': 'Datei oder Ordner',
  'None means the one the run is about.': 'Ohne Angabe: um den es in der Ausführung geht.',
}
