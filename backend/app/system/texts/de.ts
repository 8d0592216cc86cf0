import kernel from './kernel.de.js'
import validation from './validation.de.js'

/** German for the sentences of the system, and for those of the kernel, which is no plugin. */
export default {
  'Open System': 'System öffnen',
  'Failed jobs': 'Fehlgeschlagene Aufträge',
  'Five or more jobs have failed in the last seven days.':
    'Fünf oder mehr Aufträge sind in den letzten sieben Tagen endgültig fehlgeschlagen.',
  '{count} jobs have failed': '{count} Aufträge sind fehlgeschlagen',
  'Parked events': 'Geparkte Ereignisse',
  'Five events or more are parked, because a consumer cannot handle them.':
    'Fünf oder mehr Ereignisse sind geparkt, weil ein Verbraucher sie nicht verarbeiten kann.',
  '{count} events are parked': '{count} Ereignisse sind geparkt',
  'Damaged content': 'Beschädigte Inhalte',
  'Stored file content does not match what was written.':
    'Gespeicherte Dateiinhalte stimmen nicht mit dem überein, was geschrieben wurde.',
  '1 chunk of stored files is damaged. Restore it from a backup.':
    '1 Teil gespeicherter Dateien ist beschädigt. Stellen Sie ihn aus einer Sicherung wieder her.',
  '{count} chunks of stored files are damaged. Restore them from a backup.':
    '{count} Teile gespeicherter Dateien sind beschädigt. Stellen Sie sie aus einer Sicherung wieder her.',
  'Low disk space': 'Wenig Speicherplatz',
  'Less than 2 GiB is free where files are kept, or uploads are refused.':
    'Weniger als 2 GiB sind frei, wo Dateien liegen, oder Uploads werden abgelehnt.',
  'The disk is full: uploads are refused until you make room':
    'Der Datenträger ist voll: Uploads werden abgelehnt, bis Sie Platz schaffen',
  'The disk has {gigabytes} GB left': 'Auf dem Datenträger sind noch {gigabytes} GB frei',
  'Backup failed or overdue': 'Sicherung fehlgeschlagen oder überfällig',
  'The last backup failed or is overdue: older than twice the usual interval. Only backups by the command backup count.':
    'Die letzte Sicherung ist fehlgeschlagen oder überfällig: älter als der doppelte übliche Abstand. Nur Sicherungen des Befehls backup zählen.',
  'The backup failed: {reason}': 'Die Sicherung ist fehlgeschlagen: {reason}',
  'The last backup is a day old': 'Die letzte Sicherung ist einen Tag alt',
  'The last backup is {days} days old': 'Die letzte Sicherung ist {days} Tage alt',
  'Retried {count} failed jobs': '{count} fehlgeschlagene Aufträge wiederholt',
  'Deleted {count} failed jobs': '{count} fehlgeschlagene Aufträge gelöscht',
  'Retried {count} parked events': '{count} geparkte Ereignisse wiederholt',
  'Dropped {count} parked events': '{count} geparkte Ereignisse verworfen',
  ...validation,
  ...kernel,
  'Retried the failed job {name}': 'Fehlgeschlagenen Auftrag {name} wiederholt',
  'Deleted the failed job {name}': 'Fehlgeschlagenen Auftrag {name} gelöscht',
  'Retried the event {type} for {consumer}': 'Ereignis {type} für {consumer} wiederholt',
  'Dropped the event {type} for {consumer}': 'Ereignis {type} für {consumer} verworfen',
  'Dropped the event {type} for {consumer}: {reason}':
    'Ereignis {type} für {consumer} verworfen: {reason}',
  'There is no job with the id "{id}".': 'Einen Auftrag mit der ID „{id}“ gibt es nicht.',
  'The job {id} ({name}) is {state}. Only failed jobs can be deleted.':
    'Der Auftrag {id} ({name}) hat den Status {state}; löschen lässt sich nur ein fehlgeschlagener.',
  'There is no parked event with the id "{id}".':
    'Ein zurückgestelltes Ereignis mit der ID „{id}“ gibt es nicht.',
  'No installed plugin runs jobs named "{name}".':
    'Kein installiertes Plugin bearbeitet Aufträge namens „{name}“.',
  'The job {id} is already being retried.': 'Der Auftrag {id} wird schon wiederholt.',
  'The job {id} ({name}) runs automatically once its plugin is installed.':
    'Der Auftrag {id} ({name}) wird von selbst aufgenommen, sobald sein Plugin installiert ist.',
  'The job {id} ({name}) is {state}. Only failed jobs can be retried.':
    'Der Auftrag {id} ({name}) hat den Status {state}; wiederholen lässt sich nur ein fehlgeschlagener.',
  'The job {id} ({name}) cannot be retried here. Retry its work where it shows as failed.':
    'Der Auftrag {id} ({name}) wird nicht hier wiederholt: Woran er gearbeitet hat, steht an seinem Ort als fehlgeschlagen und wird dort wiederholt.',
  'Another job now does the same work ({name}). Wait for it, and delete this one.':
    'Ein anderer Auftrag tut inzwischen dasselbe ({name}): Warten Sie auf ihn, und löschen Sie diesen.',
  'Tried the mail server: a mail to {to} was accepted':
    'E-Mail-Server geprüft: Eine E-Mail an {to} wurde angenommen',
  'Tried the mail server: a mail to {to} was not accepted':
    'E-Mail-Server geprüft: Eine E-Mail an {to} wurde nicht angenommen',
  'No answer within {seconds} seconds.': 'Keine Antwort innerhalb von {seconds} Sekunden.',
  'It could not be read. See the log of the server for the reason.':
    'Es ließ sich nicht lesen; das Protokoll des Servers sagt, warum.',
  '{actor} acts for no person, so there is no address to send a mail to.':
    '{actor} handelt für niemanden, also gibt es keine Adresse für eine E-Mail.',
}
