import approvals from './approvals.de.js'
import people from './people.de.js'
import expressions from './expressions.de.js'
import kinds from './kinds.de.js'

/** German texts of workflows and their runs. */
export default {
  'Started workflow {name} {count} times': 'Workflow {name} {count}-mal gestartet',
  'Workflow {name} completed {count} times': 'Workflow {name} {count}-mal abgeschlossen',
  'Workflow {name} failed {count} times': 'Workflow {name} {count}-mal fehlgeschlagen',
  'Cancelled {count} runs of workflow {name}':
    '{count} Ausführungen des Workflows {name} abgebrochen',
  'Retried {count} runs of workflow {name}': '{count} Ausführungen des Workflows {name} wiederholt',
  'Replayed {count} runs of workflow {name}':
    '{count} Ausführungen des Workflows {name} neu gestartet',
  ...approvals,
  ...people,
  ...kinds,
  ...expressions,
  'Choose the system whose events start the flow.':
    'Wählen Sie das System, dessen Ereignisse den Ablauf starten.',
  'Choose the event that starts the flow.': 'Wählen Sie das Ereignis, das den Ablauf startet.',
  'A flow may have at most {max} validation rules.':
    'Ein Ablauf darf höchstens {max} Prüfregeln haben.',
  'Systems have no event "{word}". Use one of: {choices}.':
    'Systeme haben kein Ereignis „{word}“. Verwenden Sie eines von: {choices}.',
  'A rule reads the event: start its value with "event" or "trigger".':
    'Eine Regel liest das Ereignis: Ihr Wert beginnt mit „event“ oder „trigger“.',
  'There is no system flow with the id "{id}".': 'Es gibt keinen Systemablauf mit der ID „{id}“.',
  'There is no external system with the id "{id}".':
    'Es gibt kein externes System mit der ID „{id}“.',
  'Give the flow a name.': 'Geben Sie dem Ablauf einen Namen.',
  'The name of a flow may have at most {max} characters.':
    'Der Name eines Ablaufs darf höchstens {max} Zeichen haben.',
  'Crossdock sets {field}. Leave it out, or send the shown value.':
    'Crossdock setzt {field}. Lassen Sie es weg, oder senden Sie es so, wie es gezeigt wird.',
  'Enter the list for the step.': 'Geben Sie an, welche Liste der Schritt durchgeht.',
  'The {field} must be a whole number from 1 to 20.':
    '{field} muss eine ganze Zahl von 1 bis 20 sein.',
  'Name 2 to 10 branches.': 'Nennen Sie 2 bis 10 Zweige.',
  'Name at least {min} branches.': 'Nennen Sie mindestens {min} Zweige.',
  'A step may have at most {max} branches.': 'Ein Schritt hat höchstens {max} Zweige.',
  'Give each branch another name.': 'Geben Sie jedem Zweig einen anderen Namen.',
  'The name of a branch may hold letters, digits, dashes and underscores, at most 64.':
    'Der Name eines Zweigs darf Buchstaben, Ziffern, Binde- und Unterstriche enthalten, höchstens 64.',
  'The {field} must be a list of names.': '{field} muss eine Liste von Namen sein.',
  'The name of a branch must be a text.': 'Der Name eines Zweigs muss ein Text sein.',
  '"{name}" is the branch for errors of the step. Choose another name.':
    '„{name}“ ist der Zweig für den Fall, dass der Schritt fehlschlägt. Wählen Sie einen anderen Namen.',
  'The {field} must look like {"then": "continue", "families": ["timeout", "not_found"]}.':
    '{field} muss aussehen wie {"then": "continue", "families": ["timeout", "not_found"]}.',
  'Enter what happens when the step fails: fail, continue or branch.':
    'Geben Sie an, was geschieht, wenn der Schritt fehlschlägt: fail, continue oder branch.',
  'The {field} must be a list.': '{field} muss eine Liste sein.',
  'Choose at least one event.': 'Wählen Sie mindestens ein Ereignis.',
  'Choose at most {max} events.': 'Wählen Sie höchstens {max} Ereignisse.',
  'You may not read events of the type "{name}".':
    'Sie dürfen Ereignisse des Typs „{name}“ nicht lesen.',
  'There are no events of the type "{name}".': 'Es gibt keine Ereignisse des Typs „{name}“.',
  'An event may have at most {max} conditions.': 'Ein Ereignis hat höchstens {max} Bedingungen.',
  'The value must be a path in the event, such as event.payload.name.':
    'Der Wert wird im Inhalt des Ereignisses gelesen: Schreiben Sie ihn wie event.payload.name.',
  'Enter the maximum number of files for a run.':
    'Geben Sie an, wie viele Dateien eine Ausführung höchstens bekommt.',
  'Enter the maximum number of seconds for gathering files.':
    'Geben Sie an, wie viele Sekunden lang höchstens gesammelt wird.',
  'The quiet time must be {min} seconds or more.': 'Die Ruhezeit muss mindestens {min} s betragen.',
  'The quiet time must be {max} seconds or less.': 'Die Ruhezeit darf höchstens {max} s betragen.',
  'A run must get {min} files or more.': 'Eine Ausführung muss mindestens {min} Dateien bekommen.',
  'A run may get at most {max} files.': 'Eine Ausführung bekommt höchstens {max} Dateien.',
  'Files must be gathered for {min} second or more.':
    'Gesammelt wird mindestens {min} Sekunde lang.',
  'Files may be gathered for at most {max} seconds.': 'Gesammelt wird höchstens {max} s lang.',
  'The value must be a path that starts with "event".':
    'Der Wert wird im Ereignis gelesen: Er beginnt mit „event“.',
  'Choose the workflow this step starts.': 'Wählen Sie den Workflow, den dieser Schritt startet.',
  'There is no workflow with the id "{id}" in this environment.':
    'In dieser Umgebung gibt es keinen Workflow mit der ID „{id}“.',
  'There is no step with the id "{id}". Steps before this one: {choices}.':
    'Es gibt keinen Schritt mit der ID „{id}“. Schritte davor: {choices}.',
  'Step {name} does not run before this one, so its output cannot be read here.':
    'Schritt {name} ist nicht vor diesem fertig, also ist seine Ausgabe hier nicht zu lesen.',
  'The output of step {step} has no "{path}". It has: {choices}.':
    'Die Ausgabe von Schritt {step} hat kein „{path}“. Sie hat: {choices}.',
  'The run has no file, so no event can be about it.':
    'In der Ausführung geht es um keine Datei, also handelt kein Ereignis von derselben.',
  'Only people have drafts of workflows.': 'Nur Personen haben Entwürfe von Workflows.',
  'Your draft has been saved in another window. Load it again and compare.':
    'Ihr Entwurf wurde inzwischen in einem anderen Fenster gespeichert. Laden Sie ihn neu und vergleichen Sie.',
  'This workflow has been changed: it is at version {version}, and your changes are based on version {base}. Compare the two and choose what to keep.':
    'Dieser Workflow wurde inzwischen geändert: Er steht bei Version {version}, Ihre Änderungen gehen von Version {base} aus. Vergleichen Sie und übernehmen Sie, was Sie möchten.',
  'This workflow has no version "{id}".': 'Dieser Workflow hat keine Version „{id}“.',
  'There is no event with the id "{id}".': 'Es gibt kein Ereignis mit der ID „{id}“.',
  'Your draft has no step with the id "{id}".': 'Ihr Entwurf hat keinen Schritt mit der ID „{id}“.',
  'The sample has {count} items.': 'Die Probe hat {count} Elemente.',
  'This step may not run now: {why}': 'Dieser Schritt darf jetzt nicht laufen: {why}',
  'Complete the other fields first, so that this one can be checked.':
    'Füllen Sie zuerst die anderen Felder aus. Danach lässt sich dieses prüfen.',
  'Workflow drafts': 'Entwürfe von Workflows',
  'Changes to workflows that a person has not activated, by the last change.':
    'Änderungen an Workflows, die eine Person nicht aktiviert hat, nach der letzten Änderung.',
  'Created workflow {name}': 'Workflow {name} angelegt',
  'Activated workflow {name}': 'Workflow {name} aktiviert',
  'Paused workflow {name}': 'Workflow {name} pausiert',
  'Updated workflow {name}': 'Workflow {name} geändert',
  'Handed over workflow {name}': 'Workflow {name} übergeben',
  '1 workflow that runs with their rights': '1 Workflow, der mit ihren Rechten läuft',
  '{count} workflows that run with their rights': '{count} Workflows, die mit ihren Rechten laufen',
  'More than {count} workflows that run with their rights':
    'Mehr als {count} Workflows, die mit ihren Rechten laufen',
  'Deleted workflow {name}': 'Workflow {name} gelöscht',
  'Started workflow {name}': 'Workflow {name} gestartet',
  'Workflow {name} completed': 'Workflow {name} abgeschlossen',
  'Workflow {name} failed at step {step}': 'Workflow {name} ist bei Schritt {step} fehlgeschlagen',
  'Workflow {name} failed': 'Workflow {name} ist fehlgeschlagen',
  'Cancelled workflow {name}': 'Workflow {name} abgebrochen',
  'Retried workflow {name}': 'Workflow {name} wiederholt',
  'Workflow {name} skipped a scheduled run: the previous one was still running':
    'Workflow {name} hat eine geplante Ausführung ausgelassen: Die vorige lief noch',
  'Workflow {name} skipped scheduled runs that were missed while nothing could start':
    'Workflow {name} hat geplante Ausführungen ausgelassen, die verpasst wurden, weil nichts starten konnte',
  'Workflow {name} skipped scheduled runs: more than 100 were waiting':
    'Workflow {name} hat geplante Ausführungen ausgelassen: Mehr als 100 warteten',
  'Workflow {name} skipped a scheduled run: its environment is not active':
    'Workflow {name} hat eine geplante Ausführung ausgelassen: Seine Umgebung ist nicht aktiv',
  'Workflow {name} skipped a scheduled run: it was changed or paused first':
    'Workflow {name} hat eine geplante Ausführung ausgelassen: Er wurde vorher geändert oder pausiert',
  '"{value}" does not have five fields. Write minute, hour, day, month and weekday, like 45 6 * * 1-5.':
    '„{value}“ hat nicht fünf Felder. Schreiben Sie Minute, Stunde, Tag, Monat und Wochentag, etwa 45 6 * * 1-5.',
  '"{value}" cannot be read as a schedule: {reason}':
    '„{value}“ lässt sich nicht als Zeitplan lesen: {reason}',
  '"{value}" names a date that never comes. Choose another day or month.':
    '„{value}“ nennt ein Datum, das nie kommt. Wählen Sie einen anderen Tag oder Monat.',
  '"{value}" is not a time zone. Use a name like Europe/Berlin.':
    '„{value}“ ist keine Zeitzone. Nennen Sie eine wie Europe/Berlin.',
  'Two fields are named "{name}".': 'Zwei Felder heißen „{name}“.',
  'Enter the choices for "{name}".': 'Geben Sie an, was für „{name}“ gewählt werden kann.',
  'A file has no default.': 'Eine Datei hat keinen Vorgabewert.',
  'There is no input "{name}". Use one of: {choices}.':
    'Es gibt keine Eingabe „{name}“. Verwenden Sie eine von: {choices}.',
  'There is no input "{name}": this workflow asks for none.':
    'Es gibt keine Eingabe „{name}“: Dieser Workflow fragt nach keiner.',
  '{field} is required.': '{field} ist erforderlich.',
  '{field} must be a number; "{value}" is not one.':
    '{field} muss eine Zahl sein; „{value}“ ist keine.',
  '{field} must be true or false; "{value}" is neither.':
    '{field} muss true oder false sein; „{value}“ ist keines davon.',
  '{field} must be a text; "{value}" is not one.':
    '{field} muss ein Text sein; „{value}“ ist keiner.',
  '{field} must be one of {choices}; "{value}" is none of them.':
    '{field} muss eines von {choices} sein; „{value}“ ist keines davon.',
  '{field} must be a date like 2026-03-01; "{value}" is not one.':
    '{field} muss ein Datum wie 2026-03-01 sein; „{value}“ ist keines.',
  '{field} may have at most {most} characters.': '{field} hat höchstens {most} Zeichen.',
  '{field} must be a file: there is no file with the id "{value}".':
    '{field} nennt keine Datei: Es gibt keine mit der ID „{value}“.',
  'Enter when the workflow runs.': 'Geben Sie an, wann der Workflow laufen soll.',
  'Replayed a run of workflow {name}': 'Einen Lauf von Workflow {name} neu gestartet',
  'Step {step} is of the type "{type}", which is no longer installed.':
    'Schritt {step} ist vom Typ „{type}“, der nicht mehr installiert ist.',
  'Step {step} needs {permissions}, which the person who saved the workflow no longer has. Save the workflow again and start a new run.':
    'Schritt {step} braucht {permissions}; wer den Workflow gespeichert hat, darf das nicht mehr. Speichern Sie den Workflow erneut und starten Sie ihn neu.',
  'Workflow {workflow} was deleted, so its runs cannot be replayed.':
    'Workflow {workflow} wurde gelöscht; seine Läufe lassen sich nicht neu starten.',
  'This run of {workflow} is {status}; only one that has ended can be replayed.':
    'Dieser Lauf von {workflow} hat den Status {status}; nur ein beendeter lässt sich neu starten.',
  'The active version has no step with the id "{id}".':
    'Die aktive Version hat keinen Schritt mit der ID „{id}“.',
  'The active version has steps before step {step} that the run did not do. Replay it from the beginning.':
    'Die aktive Version hat vor Schritt {step} Schritte, die der Lauf nicht ausgeführt hat. Starten Sie ihn von Anfang an neu.',
  'The run did not reach step {step}. Replay it from an earlier step.':
    'Der Lauf war nicht bis Schritt {step} gekommen. Starten Sie ihn von einem früheren aus neu.',
  'Step {step} runs for each item of step {around}. Replay the run from that one.':
    'Schritt {step} läuft für jedes Element von Schritt {around}. Starten Sie den Lauf von dort aus neu.',
  'More than {most} executions match. Narrow the filter.':
    'Mehr als {most} Ausführungen passen. Grenzen Sie den Filter ein.',
  '{total} executions match now, and {confirm} were confirmed.':
    'Jetzt passen {total} Ausführungen, bestätigt wurden {confirm}.',
  'There is no bulk action with the id "{id}".': 'Es gibt keine Sammelaktion mit der ID „{id}“.',
  'There is no person with the id "{id}" in this organization.':
    'In dieser Organisation gibt es niemanden mit der ID „{id}“.',
  'Enter an address that starts with https:// or http:// and contains no password.':
    'Geben Sie eine Adresse an, die mit https:// oder http:// beginnt und kein Passwort enthält.',
  'Alert: a run of workflow {name} failed':
    'Warnung: Ein Lauf von Workflow {name} ist fehlgeschlagen',
  'Alert: a run of workflow {name} takes longer than {limit} minutes':
    'Warnung: Ein Lauf von Workflow {name} dauert länger als {limit} Minuten',
  'Alert: workflow {name} has not run for {limit} hours':
    'Warnung: Workflow {name} ist seit {limit} Stunden nicht gelaufen',
  'Alert of a workflow': 'Warnung zu einem Workflow',
  'A workflow with alerts failed, takes too long or does not run.':
    'Ein Workflow ist fehlgeschlagen, dauert zu lange oder läuft nicht, wie seine Warnungen es sagen.',
  'The run has no step with the id "{id}".': 'Der Lauf hat keinen Schritt mit der ID „{id}“.',
  'This run of {workflow} tested a draft. Only people who may change workflows can replay it, one run at a time.':
    'Dieser Lauf von {workflow} hat einen Entwurf getestet. Nur wer Workflows ändern darf, kann ihn wiederholen, und nur einzeln.',
  'The input contains masked values that were not there before. Enter the values, or leave the input as it was.':
    'Die Eingabe enthält maskierte Werte, die vorher nicht da waren. Geben Sie die Werte ein, oder lassen Sie die Eingabe, wie sie war.',
  'The input may have at most {most} bytes of JSON.':
    'Die Eingabe hat höchstens {most} Bytes JSON.',
  'This step does not fill placeholders: {text} would be stored literally. Enter the value itself.':
    'Dieser Schritt füllt keine Platzhalter: {text} würde so gespeichert, wie es dasteht. Geben Sie den Wert selbst an.',
  'The name of a step may have at most {max} characters.':
    'Der Name eines Schritts hat höchstens {max} Zeichen.',
  'The {field} field must be a number.': 'Das Feld {field} muss eine Zahl sein.',
  'The name of a branch may hold letters, digits, dashes and underscores.':
    'Der Name eines Zweigs darf Buchstaben, Ziffern, Binde- und Unterstriche enthalten.',
  'A step id may hold letters, digits, dots, dashes and underscores, at most 64.':
    'Die ID eines Schritts darf Buchstaben, Ziffern, Punkte, Binde- und Unterstriche enthalten, höchstens 64.',
  'The order of steps counts from 1.': 'Die Reihenfolge der Schritte zählt ab 1.',
  'A workflow name may have at most {max} characters.':
    'Der Name eines Workflows hat höchstens {max} Zeichen.',
  'A workflow may have at most {max} steps.': 'Ein Workflow hat höchstens {max} Schritte.',
  'The trigger of a workflow may have at most {most} bytes; this one has {bytes}. Use fewer file types or folders.':
    'Was einen Workflow auslöst, hat höchstens {most} Byte; dies hat {bytes}. Nennen Sie weniger Dateitypen oder Ordner.',
  '"{word}" is not one of {choices}.': '„{word}“ ist keines von {choices}.',
  '"{word}" is not a file type; write an extension (pdf) or a media type (image/*).':
    '„{word}“ ist kein Dateityp; schreiben Sie eine Endung (pdf) oder einen Medientyp (image/*).',
  '"{word}" is not a folder path; write it like /Invoices/2026.':
    '„{word}“ ist kein Ordnerpfad; schreiben Sie ihn wie /Rechnungen/2026.',
  'Choose at least one event that starts the workflow.':
    'Wählen Sie mindestens ein Ereignis, das den Workflow auslöst.',
  'A file type may have at most {max} characters.': 'Ein Dateityp hat höchstens {max} Zeichen.',
  'A folder path may have at most {max} characters.': 'Ein Ordnerpfad hat höchstens {max} Zeichen.',
  '"{path}" is not a path. Separate names by dots, like steps.call.body.total, and put other names in brackets: steps.call.body["customer name"].':
    '„{path}“ ist kein Pfad. Schreiben Sie Namen mit Punkten dazwischen, wie steps.call.body.total, und andere in Klammern: steps.call.body["customer name"].',
  '{field} must start with one of: {choices}.': '{field} muss mit einem davon anfangen: {choices}.',
  'The {field} is required.': '{field} ist erforderlich.',
  'The {field} must be a text.': '{field} muss ein Text sein.',
  'The {field} must be one of: {choices}.': '{field} muss eines davon sein: {choices}.',
  'Enter the value to compare with.': 'Geben Sie an, womit der Wert verglichen wird.',
  '{field} must be a time with its zone, like 2026-03-01T08:00:00+01:00.':
    '{field} muss eine Zeit mit ihrer Zeitzone sein, etwa 2026-03-01T08:00:00+01:00.',
  'The {field} must be a number.': '{field} muss eine Zahl sein.',
  'The {field} must be {min} or more.': '{field} muss mindestens {min} sein.',
  'Enter either how long the step waits, or until when.':
    'Geben Sie entweder an, wie lange der Schritt wartet, oder bis wann.',
  'A step may wait at most {days} days.': 'Ein Schritt wartet höchstens {days} Tage.',
  'Metadata keys must have 1 to {most} characters.':
    'Schlüssel von Metadaten haben 1 bis {most} Zeichen.',
  'There is no execution with the id "{id}".': 'Eine Ausführung mit der ID „{id}“ gibt es nicht.',
  'The filter "uses" needs complete ids.': 'Der Filter „uses“ nimmt nur ganze IDs.',
  'The filter "uses" takes at most {most} ids.': 'Der Filter „uses“ nimmt höchstens {most} IDs.',
  'There is no workflow with the id "{id}".': 'Einen Workflow mit der ID „{id}“ gibt es nicht.',
  'A step of the type "{type}" has no branch "{branch}". It has: {choices}.':
    'Ein Schritt der Art „{type}“ hat keinen Zweig „{branch}“. Er hat: {choices}.',
  'A step of the type "{type}" has no branches.': 'Ein Schritt der Art „{type}“ hat keine Zweige.',
  'You cannot give more than you have: step {step} needs {permissions}, which you do not hold.':
    'Sie können nicht mehr vergeben, als Sie haben: Schritt {step} braucht {permissions}; das haben Sie nicht.',
  'Another step has the path "{path}" too. Give this one another id.':
    'Auch ein anderer Schritt heißt „{path}“. Geben Sie diesem eine andere ID.',
  'Enter this again: it was saved for the previous values of the fields around it.':
    'Geben Sie dies neu ein: Es galt dem, was vorher daneben stand.',
  'The step type "{type}" is not available in this installation: its plugin "{plugin}" is not in use. Use one of: {choices}.':
    'Schritte der Art „{type}“ gibt es in dieser Installation nicht: Das Plugin „{plugin}“, das sie mitbringt, ist nicht in Gebrauch. Möglich sind: {choices}.',
  'The step type "{type}" is not available in this installation. Use one of: {choices}.':
    'Schritte der Art „{type}“ gibt es in dieser Installation nicht. Möglich sind: {choices}.',
  'The trigger "{trigger}" is not available in this installation: its plugin "{plugin}" is not in use. Use one of: {choices}.':
    'Den Auslöser „{trigger}“ gibt es in dieser Installation nicht: Das Plugin „{plugin}“, das ihn mitbringt, ist nicht in Gebrauch. Möglich sind: {choices}.',
  'The trigger "{trigger}" is not available in this installation. Use one of: {choices}.':
    'Den Auslöser „{trigger}“ gibt es in dieser Installation nicht. Möglich sind: {choices}.',
  'A workflow may have at most {most} steps.': 'Ein Workflow hat höchstens {most} Schritte.',
  'Two steps have the id "{id}".': 'Zwei Schritte haben die ID „{id}“.',
  'Two steps have the order {order}.': 'Zwei Schritte haben die Stelle {order}.',
  'Steps may be nested at most {most} deep.':
    'Schritte lassen sich höchstens {most} Ebenen tief verschachteln.',
  'The {field} must be a whole number.': '{field} muss eine ganze Zahl sein.',
  'The {field} must be a whole number from {min} to {max}.':
    '{field} muss eine ganze Zahl von {min} bis {max} sein.',
  'The {field} must look like {"attempts": 3, "delayMs": 1000}.':
    '{field} muss aussehen wie {"attempts": 3, "delayMs": 1000}.',
  'Workflow {workflow} was deleted, so its runs cannot be retried.':
    'Der Workflow {workflow} wurde gelöscht; seine Ausführungen lassen sich nicht wiederholen.',
  'This run of {workflow} is {status}; only one that is running can be cancelled.':
    'Diese Ausführung von {workflow} hat den Status {status}; abbrechen lässt sich nur eine laufende.',
  'This run of {workflow} is {status}; only one that is failed can be retried.':
    'Diese Ausführung von {workflow} hat den Status {status}; wiederholen lässt sich nur eine fehlgeschlagene.',
  'The data of a run may have at most {most} bytes of JSON.':
    'Was einer Ausführung mitgegeben wird, hat höchstens {most} Byte JSON.',
  'An answer may have at most {most} bytes of JSON.':
    'Eine Antwort hat höchstens {most} Byte JSON.',
  'No run waits for "{id}": it was answered, or the run has ended.':
    'Keine Ausführung wartet auf „{id}“: Es wurde beantwortet, oder die Ausführung ist zu Ende.',
  'The environment of workflow {name} is not active, so nothing starts there.':
    'Die Umgebung des Workflows {name} ist nicht aktiv, dort startet nichts.',
  'Workflow {name} is paused. Activate it first.':
    'Der Workflow {name} ist pausiert. Aktivieren Sie ihn zuerst.',
  'Give the workflow a name.': 'Geben Sie dem Workflow einen Namen.',
  'Choose what starts the workflow.': 'Wählen Sie, was den Workflow auslöst.',
  'Give the metadata to set as a JSON object.': 'Geben Sie die Metadaten als JSON-Objekt an.',
  'Name at least one metadata key to set.': 'Nennen Sie mindestens einen Schlüssel der Metadaten.',
  Workflows: 'Workflows',
  'You have reached the limit of {limit} workflows. Nothing was created. Delete one, or ask for more.':
    'Sie haben die Grenze von {limit} Workflows erreicht. Es wurde nichts angelegt. Löschen Sie einen, oder bitten Sie um mehr.',
  Runs: 'Ausführungen',
  'Ended runs of workflows, with the results of their steps.':
    'Beendete Ausführungen von Workflows mit dem, was ihre Schritte getan haben.',
  'Workflow failed': 'Workflow fehlgeschlagen',
  'A run of a workflow failed. Sent at most once an hour for each workflow.':
    'Ein Lauf eines Workflows ist fehlgeschlagen. Einmal in der Stunde je Workflow.',
  'Workflow {name} failed {count} times within an hour':
    'Workflow {name} ist {count}-mal in einer Stunde fehlgeschlagen',
  'An event of the type "{name}" started this run, and you may not read it. Choose another sample.':
    'Ein Ereignis der Art "{name}" hat diesen Lauf begonnen, und Sie dürfen es nicht lesen. Wählen Sie ein anderes Beispiel.',
  'No person decided in time.': 'Niemand hat rechtzeitig entschieden.',
}
