import kinds from './kinds.de.js'

/** German for the sentences of workflows and their runs. */
export default {
  ...kinds,
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
  'Completed workflow {name}': 'Workflow {name} abgeschlossen',
  'Workflow {name} failed at step {step}': 'Workflow {name} ist bei Schritt {step} fehlgeschlagen',
  'Workflow {name} failed': 'Workflow {name} ist fehlgeschlagen',
  'Cancelled workflow {name}': 'Workflow {name} abgebrochen',
  'Retried workflow {name}': 'Workflow {name} wiederholt',
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
  'What starts a workflow may have at most {most} bytes; this has {bytes}. Name fewer file types or folders.':
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
  '{field} must begin with one of: {choices}.': '{field} muss mit einem davon anfangen: {choices}.',
  'The {field} is required.': '{field} ist erforderlich.',
  'The {field} must be a text.': '{field} muss ein Text sein.',
  'The {field} must be one of: {choices}.': '{field} muss eines davon sein: {choices}.',
  'Say what the value is compared with.': 'Geben Sie an, womit der Wert verglichen wird.',
  '{field} must be a time with its zone, like 2026-03-01T08:00:00+01:00.':
    '{field} muss eine Zeit mit ihrer Zeitzone sein, etwa 2026-03-01T08:00:00+01:00.',
  'The {field} must be a number.': '{field} muss eine Zahl sein.',
  'The {field} must be {min} or more.': '{field} muss mindestens {min} sein.',
  'Give either how long the step waits, or until when.':
    'Geben Sie entweder an, wie lange der Schritt wartet, oder bis wann.',
  'A step may wait at most {days} days.': 'Ein Schritt wartet höchstens {days} Tage.',
  'Metadata keys must have 1 to {most} characters.':
    'Schlüssel von Metadaten haben 1 bis {most} Zeichen.',
  'There is no execution with the id "{id}".': 'Eine Ausführung mit der ID „{id}“ gibt es nicht.',
  'The filter "uses" takes whole ids.': 'Der Filter „uses“ nimmt nur ganze IDs.',
  'The filter "uses" takes at most {most} ids.': 'Der Filter „uses“ nimmt höchstens {most} IDs.',
  'There is no workflow with the id "{id}".': 'Einen Workflow mit der ID „{id}“ gibt es nicht.',
  'A step of the type "{type}" has no branch "{branch}". It has: {choices}.':
    'Ein Schritt der Art „{type}“ hat keinen Zweig „{branch}“. Er hat: {choices}.',
  'A step of the type "{type}" has no branches.': 'Ein Schritt der Art „{type}“ hat keine Zweige.',
  'You cannot give more than you have: step {step} needs {permissions}, which you do not hold.':
    'Sie können nicht mehr vergeben, als Sie haben: Schritt {step} braucht {permissions}; das haben Sie nicht.',
  'Another step goes by the name "{path}", too. Give this one another id.':
    'Auch ein anderer Schritt heißt „{path}“. Geben Sie diesem eine andere ID.',
  'Enter this again: it was given for what stood beside it before.':
    'Geben Sie dies neu ein: Es galt dem, was vorher daneben stand.',
  'The step type "{type}" is not available in this installation: the plugin "{plugin}", which brings it, is not in use. Use one of: {choices}.':
    'Schritte der Art „{type}“ gibt es in dieser Installation nicht: Das Plugin „{plugin}“, das sie mitbringt, ist nicht in Gebrauch. Möglich sind: {choices}.',
  'The step type "{type}" is not available in this installation. Use one of: {choices}.':
    'Schritte der Art „{type}“ gibt es in dieser Installation nicht. Möglich sind: {choices}.',
  'The trigger "{trigger}" is not available in this installation: the plugin "{plugin}", which brings it, is not in use. Use one of: {choices}.':
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
  'What a run is given may have at most {most} bytes of JSON.':
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
  'This environment may have {limit} workflows (maxWorkflows). Nothing was created. Delete one, or have the limit raised.':
    'Diese Umgebung darf {limit} Workflows haben (maxWorkflows). Es wurde nichts angelegt. Löschen Sie einen, oder lassen Sie die Grenze anheben.',
  Runs: 'Ausführungen',
  'Runs of workflows that have ended, with what their steps did.':
    'Beendete Ausführungen von Workflows mit dem, was ihre Schritte getan haben.',
  'Workflow failed': 'Workflow fehlgeschlagen',
  'A run of a workflow failed. Told once an hour for each workflow.':
    'Ein Lauf eines Workflows ist fehlgeschlagen. Einmal in der Stunde je Workflow.',
  'Workflow {name} failed {count} times within an hour':
    'Workflow {name} ist {count}-mal in einer Stunde fehlgeschlagen',
}
