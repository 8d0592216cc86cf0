/** German names of the kinds of steps and triggers, as catalogs and forms show them. */
export default {
  'System event': 'Ereignis eines Systems',
  'Something happens at a connected system': 'In einem verbundenen System geschieht etwas',
  System: 'System',
  'The connected system whose events start the flow.':
    'Das verbundene System, dessen Ereignisse den Ablauf starten.',
  Event: 'Ereignis',
  'Validation rules': 'Prüfregeln',
  'Rules that an event must fulfill to start a run: a list of {"value", "operator", "other"}, read in "event" and "trigger".':
    'Was ein Ereignis erfüllen muss, sonst beginnt keine Ausführung: eine Liste von {"value", "operator", "other"}, gelesen in „event“ und „trigger“.',
  'File Events': 'Dateiereignisse',
  'Something happens to a file or folder': 'Mit einer Datei oder einem Ordner geschieht etwas',
  Events: 'Ereignisse',
  'File types': 'Dateitypen',
  'Extensions or media types; none means every file.':
    'Endungen oder Medientypen; keiner heißt jede Datei.',
  Folders: 'Ordner',
  'With everything below them; none means everywhere.':
    'Mit allem, was darunter liegt; keiner heißt überall.',
  'Quiet time in seconds': 'Ruhezeit in Sekunden',
  'One run starts with all files after this time without a further event.':
    'Eine Ausführung startet mit allen Dateien, sobald so lange kein weiteres Ereignis kam.',
  Together: 'Zusammen',
  'One run starts after this many files, or this long after the first one, whichever comes first.':
    'Eine Ausführung startet für so viele Dateien oder so lange nach der ersten, was zuerst eintritt.',
  Files: 'Dateien',
  Seconds: 'Sekunden',
  'An event of the event log starts it':
    'Es geschieht etwas, wovon das Ereignisprotokoll berichtet',
  'Each of them starts the workflow.': 'Jedes von ihnen startet den Workflow.',
  'Only when': 'Nur wenn',
  'Conditions on the content of the event, which must all be met: a list of {"value", "operator", "other"}.':
    'Was für den Inhalt des Ereignisses gelten muss, alles zusammen: eine Liste von {"value", "operator", "other"}.',
  'Manual Trigger': 'Von Hand',
  'People and programs start it': 'Personen und Programme starten ihn',
  Input: 'Eingabe',
  'The inputs that the workflow asks for when it is started: a list of {"name", "label", "type", "required", "default", "choices"}.':
    'Wonach gefragt wird, wer den Workflow startet: eine Liste von {"name", "label", "type", "required", "default", "choices"}.',
  Scheduled: 'Zeitplan',
  'The clock starts it, again and again': 'Die Uhr startet ihn, immer wieder',
  Schedule: 'Zeitplan',
  'Minute, hour, day of the month, month and weekday.':
    'Minute, Stunde, Tag des Monats, Monat und Wochentag.',
  'Time zone': 'Zeitzone',
  'The time zone of these times.': 'In der diese Zeiten gemeint sind.',
  'If the last run is still going': 'Wenn die letzte Ausführung noch läuft',
  'If nothing could start at that time': 'Wenn zu dieser Zeit nichts starten konnte',
  Condition: 'Bedingung',
  'Compares a value and takes one of two branches':
    'Vergleicht einen Wert und geht einen von zwei Wegen',
  Value: 'Wert',
  'The path of a value, such as trigger.body.total, file.metadata.status or item.code.':
    'Der Pfad eines Werts, etwa trigger.body.total, file.metadata.status oder item.code.',
  Comparison: 'Vergleich',
  'Compared with': 'Verglichen mit',
  Delay: 'Wartezeit',
  'Waits for a while or until a time': 'Wartet eine Weile oder bis zu einem Zeitpunkt',
  'How long': 'Wie lange',
  'At most 366 days.': 'Höchstens 366 Tage.',
  Unit: 'Einheit',
  'Or until': 'Oder bis',
  'A time with its zone.': 'Ein Zeitpunkt mit seiner Zeitzone.',
  'For each': 'Für jedes Element',
  'Runs steps once for each item of a list':
    'Führt Schritte einmal für jedes Element einer Liste aus',
  List: 'Liste',
  'Path of the items. At most 1,000.': 'Woher die Elemente gelesen werden. Höchstens 1.000.',
  'Items at a time': 'Elemente gleichzeitig',
  '1 processes them one after the other.': '1 bearbeitet sie nacheinander.',
  'When an item fails': 'Wenn ein Element fehlschlägt',
  'Stop and fail the step': 'Anhalten und den Schritt fehlschlagen lassen',
  'Continue with the other items': 'Mit den anderen Elementen weitermachen',
  Parallel: 'Parallel',
  'Runs several branches at the same time': 'Bearbeitet mehrere Zweige gleichzeitig',
  Branches: 'Zweige',
  'Names of the branches, which run at the same time.':
    'Namen der Zweige, die gleichzeitig bearbeitet werden.',
  'Wait for event': 'Auf Ereignis warten',
  'Waits until an event happens, or until a time':
    'Wartet, bis ein Ereignis geschieht, oder bis zu einem Zeitpunkt',
  'The first of them ends the wait.': 'Das erste von ihnen beendet das Warten.',
  'Only about the file of the run': 'Nur zur Datei der Ausführung',
  'Path of the value in the event. None means every event.':
    'Woher er im Ereignis gelesen wird. Ohne Angabe: jedes Ereignis.',
  'Or compared with a value of the run': 'Oder verglichen mit einem Wert der Ausführung',
  'Read when the step starts to wait.': 'Gelesen, wenn der Schritt zu warten beginnt.',
  'When nothing came': 'Wenn nichts kam',
  'Fail the step': 'Den Schritt fehlschlagen lassen',
  'Continue with timedOut': 'Mit timedOut weitermachen',
  'Continue as rejected': 'Als abgelehnt weitermachen',
  'Ask deputies, who get the same time': 'Vertretungen fragen, mit derselben Zeit',
  Copy: 'Kopieren',
  Move: 'Verschieben',
  'Create a new version': 'Neue Version anlegen',
  'Rename the file': 'Datei umbenennen',
  'Skip the file': 'Datei überspringen',
  equals: 'ist gleich',
  'does not equal': 'ist ungleich',
  contains: 'enthält',
  'is greater than': 'ist größer als',
  'is less than': 'ist kleiner als',
  exists: 'ist vorhanden',
  'does not exist': 'ist nicht vorhanden',
  seconds: 'Sekunden',
  minutes: 'Minuten',
  hours: 'Stunden',
  days: 'Tage',
  'Call workflow': 'Workflow aufrufen',
  'Starts another workflow, and waits for its end':
    'Startet einen anderen Workflow und wartet auf sein Ende',
  Workflow: 'Workflow',
  Data: 'Daten',
  'The workflow reads it as trigger. May contain placeholders.':
    'Was der Workflow als trigger liest; darf Platzhalter enthalten.',
  '{ "order": "{item.number}" }': '{ "order": "{item.number}" }',
  'About the same file': 'Zur selben Datei',
  'Wait for its end': 'Auf sein Ende warten',
  'The step then has the last output of the workflow, or fails with it.':
    'Dann ist seine letzte Ausgabe die des Schritts, und sein Fehler der des Schritts.',
  'Metadata update': 'Metadaten ändern',
  'Writes metadata to the file or folder the run is about':
    'Schreibt Metadaten an die Datei oder den Ordner, um den es in der Ausführung geht',
  Metadata: 'Metadaten',
  'Values by their keys; null removes a key.':
    'Werte nach ihren Schlüsseln; null entfernt einen Schlüssel.',
  'File or folder': 'Datei oder Ordner',
  'Without a value, the file or folder of the run is used.':
    'Ohne Angabe: um den es in der Ausführung geht.',
  Transform: 'Umwandlung',
  'Computes a value from the file, the event, and the outputs of earlier steps':
    'Berechnet einen Wert aus der Datei, dem Ereignis und den Ausgaben früherer Schritte',
  Expression: 'Ausdruck',
  'In JSONata. It reads file, user, event, data, trigger, steps, item, and index; its result is the output of the step.':
    'In JSONata. Er liest file, user, event, data, trigger, steps, item und index; was er ergibt, ist die Ausgabe des Schritts.',
  'Longest time (ms)': 'Längste Zeit (ms)',
  'At most 5,000.': 'Höchstens 5.000.',
  '{ "order": steps.call.body.id, "name": $uppercase(file.name) }':
    '{ "order": steps.call.body.id, "name": $uppercase(file.name) }',
  'File sync': 'Dateien abgleichen',
  'Copies or moves files from one folder to another':
    'Kopiert oder verschiebt Dateien von einem Ordner in einen anderen',
  Action: 'Aktion',
  'A copy costs no storage: both share their content.':
    'Eine Kopie kostet keinen Speicher: Beide teilen sich den Inhalt.',
  'Source folder': 'Quellordner',
  'None means the file or folder of the run.':
    'Ohne Angabe: die Datei oder der Ordner, um den es in der Ausführung geht.',
  'With subfolders': 'Mit Unterordnern',
  'Folders below the source are created below the target.':
    'Ordner unter der Quelle werden unter dem Ziel angelegt.',
  'Only files': 'Nur Dateien',
  'Patterns of names; * matches any characters, ? matches one. None means every file.':
    'Muster von Namen; * steht für beliebige Zeichen, ? für eines. Keines heißt jede Datei.',
  'Without files': 'Ohne Dateien',
  'Patterns of names to exclude.': 'Muster von Namen, die ausgelassen werden.',
  'Target folder': 'Zielordner',
  'If the name exists': 'Wenn es den Namen gibt',
  'Choose the target folder.': 'Wählen Sie den Zielordner.',
  'Source and target are the same folder. Choose another target.':
    'Quelle und Ziel sind derselbe Ordner. Wählen Sie ein anderes Ziel.',
  'The run has no file. Start it for a file or folder, or choose a source folder in the step.':
    'In der Ausführung geht es um keine Datei. Starten Sie sie für eine Datei oder einen Ordner, oder wählen Sie im Schritt einen Quellordner.',
}
