import kernel from './kernel.de.js'
import validation from './validation.de.js'

/** German for the sentences of the system, and for those of the kernel, which is no plugin. */
export default {
  ...validation,
  ...kernel,
  'Retried the failed job {name}': 'Fehlgeschlagenen Auftrag {name} wiederholt',
  'Deleted the failed job {name}': 'Fehlgeschlagenen Auftrag {name} gelöscht',
  'Retried the event {type} for {consumer}': 'Ereignis {type} für {consumer} wiederholt',
  'Dropped the event {type} for {consumer}': 'Ereignis {type} für {consumer} verworfen',
  'Dropped the event {type} for {consumer}: {reason}':
    'Ereignis {type} für {consumer} verworfen: {reason}',
  'There is no job with the id "{id}".': 'Einen Auftrag mit der ID „{id}“ gibt es nicht.',
  'The job {id} ({name}) is {state}; only one that has failed can be deleted.':
    'Der Auftrag {id} ({name}) hat den Status {state}; löschen lässt sich nur ein fehlgeschlagener.',
  'There is no parked event with the id "{id}".':
    'Ein zurückgestelltes Ereignis mit der ID „{id}“ gibt es nicht.',
  'No installed plugin works jobs named "{name}".':
    'Kein installiertes Plugin bearbeitet Aufträge namens „{name}“.',
  'The job {id} is retried already.': 'Der Auftrag {id} wird schon wiederholt.',
  'The job {id} ({name}) is taken up by itself once its plugin is installed.':
    'Der Auftrag {id} ({name}) wird von selbst aufgenommen, sobald sein Plugin installiert ist.',
  'The job {id} ({name}) is {state}; only one that has failed can be retried.':
    'Der Auftrag {id} ({name}) hat den Status {state}; wiederholen lässt sich nur ein fehlgeschlagener.',
  'The job {id} ({name}) is not retried here: what it worked on shows as failed where it belongs, and is retried there.':
    'Der Auftrag {id} ({name}) wird nicht hier wiederholt: Woran er gearbeitet hat, steht an seinem Ort als fehlgeschlagen und wird dort wiederholt.',
  'Another job does the same by now ({name}): wait for it, and delete this one.':
    'Ein anderer Auftrag tut inzwischen dasselbe ({name}): Warten Sie auf ihn, und löschen Sie diesen.',
  'Tried the mail server: a mail to {to} was accepted':
    'E-Mail-Server geprüft: Eine E-Mail an {to} wurde angenommen',
  'Tried the mail server: a mail to {to} was not accepted':
    'E-Mail-Server geprüft: Eine E-Mail an {to} wurde nicht angenommen',
  'No answer within {seconds} seconds.': 'Keine Antwort innerhalb von {seconds} Sekunden.',
  'It could not be read; the log of the server says why.':
    'Es ließ sich nicht lesen; das Protokoll des Servers sagt, warum.',
  '{actor} acts for nobody, so there is no address to send a mail to.':
    '{actor} handelt für niemanden, also gibt es keine Adresse für eine E-Mail.',
}
