/** German texts of outbound webhooks. */
export default {
  'See webhooks and their deliveries': 'Webhooks und ihre Zustellungen sehen',
  'Create, change and delete webhooks, and resend deliveries':
    'Webhooks anlegen, ändern und löschen sowie Zustellungen erneut senden',
  'Created the webhook {name}': 'Webhook {name} angelegt',
  'Changed the webhook {name}': 'Webhook {name} geändert',
  'Deleted the webhook {name}': 'Webhook {name} gelöscht',
  'Rotated the secret of the webhook {name}': 'Geheimnis des Webhooks {name} erneuert',
  'The webhook {name} keeps failing ({percent} % of the limit)':
    'Der Webhook {name} schlägt weiter fehl ({percent} % der Grenze)',
  'Crossdock disabled the webhook {name}': 'Crossdock hat den Webhook {name} abgeschaltet',
  'Outbound webhooks': 'Ausgehende Webhooks',
  'You have reached the limit of {limit} outbound webhooks. Nothing was created. Delete one, or ask for more.':
    'Sie haben die Grenze von {limit} ausgehenden Webhooks erreicht. Es wurde nichts angelegt. Löschen Sie einen, oder bitten Sie um mehr.',
  'Deliveries of a webhook fail': 'Zustellungen eines Webhooks schlagen fehl',
  'Crossdock warns three times before it disables a webhook.':
    'Crossdock warnt dreimal, bevor es einen Webhook abschaltet.',
  'A webhook was disabled': 'Ein Webhook wurde abgeschaltet',
  'The receiver wants no more deliveries, or deliveries failed for too long.':
    'Der Empfänger möchte keine Zustellungen mehr, oder Zustellungen schlugen zu lange fehl.',
  'Webhook deliveries': 'Zustellungen von Webhooks',
  'Messages that were sent to webhooks, with their attempts.':
    'Nachrichten, die an Webhooks gesendet wurden, mit ihren Versuchen.',
  '1 webhook that sends the events they may read':
    '1 Webhook, der erhält, was diese Person lesen darf',
  '{count} webhooks that send the events they may read':
    '{count} Webhooks, die erhalten, was diese Person lesen darf',
  'More than {count} webhooks that send the events they may read':
    'Mehr als {count} Webhooks, die erhalten, was diese Person lesen darf',
  'There is no webhook with the id "{id}".': 'Es gibt keinen Webhook mit der ID „{id}“.',
  'The webhook has no delivery with the id "{id}".':
    'Der Webhook hat keine Zustellung mit der ID „{id}“.',
  'The receiver answered 410 Gone: it wants no more deliveries.':
    'Der Empfänger hat mit 410 Gone geantwortet: Er möchte keine Zustellungen mehr.',
  'Deliveries failed for five days, or 20 in a row were given up.':
    'Zustellungen schlugen fünf Tage lang fehl, oder 20 nacheinander wurden aufgegeben.',
  'The address must begin with https://.': 'Die Adresse muss mit https:// beginnen.',
  'The address must not hold a user name or password. Send them in a header instead.':
    'Die Adresse darf weder Benutzernamen noch Passwort enthalten. Senden Sie diese in einem Header.',
  'The address must begin with https://. http:// is for this machine and for networks that the operator opened.':
    'Die Adresse muss mit https:// beginnen. http:// gilt nur für diesen Rechner und für Netze, die der Betreiber geöffnet hat.',
  'Events about webhooks that fail are not sent to webhooks.':
    'Ereignisse über fehlschlagende Webhooks werden nicht an Webhooks gesendet.',
  'Choose events, or all of them with "*", not both.':
    'Wählen Sie Ereignisse oder mit „*“ alle, nicht beides.',
  'You may not read the event log.': 'Sie dürfen das Ereignisprotokoll nicht lesen.',
  'This token may not read all events that "*" selects, such as "{name}". Choose events by name.':
    'Dieses Token darf nicht alles lesen, wofür „*“ steht, zum Beispiel „{name}“. Wählen Sie Ereignisse mit Namen.',
  'You may not read events of the type "{name}", which the page shows.':
    'Sie dürfen Ereignisse des Typs „{name}“ nicht lesen, welche die Seite zeigt.',
  'It was not sent: the webhook no longer sends events of the type "{name}".':
    'Sie wurde nicht gesendet: Der Webhook sendet keine Ereignisse des Typs „{name}“ mehr.',
  'It was not sent: the person who chose the events may not read this event, or it is no longer in the event log.':
    'Sie wurde nicht gesendet: Die Person, welche die Ereignisse gewählt hat, darf dieses Ereignis nicht lesen, oder es steht nicht mehr im Ereignisprotokoll.',
  'The person who made this page may not read the content.':
    'Die Person, die diese Seite angelegt hat, darf den Inhalt nicht lesen.',
  'The header "{name}" occurs twice.': 'Der Header „{name}“ ist doppelt.',
  'The address leads to another server. Enter the value of "{name}" again.':
    'Die Adresse führt zu einem anderen Server. Geben Sie den Wert von „{name}“ noch einmal ein.',
  'Enter the value of "{name}".': 'Geben Sie den Wert von „{name}“ ein.',
  '"{name}" is not the name of a header.': '„{name}“ ist kein Name eines Headers.',
  'The header "{name}" is set by Crossdock. Choose another name.':
    'Den Header „{name}“ setzt Crossdock. Wählen Sie einen anderen Namen.',
  'The value holds a character that headers cannot carry.':
    'Der Wert enthält ein Zeichen, das in Headern nicht erlaubt ist.',
  'Give the webhook a name.': 'Geben Sie dem Webhook einen Namen.',
  'Enter the address that events are sent to.':
    'Geben Sie die Adresse ein, an die Ereignisse gesendet werden.',
  'Choose at least one event.': 'Wählen Sie mindestens ein Ereignis.',
  'Choose at most {max} events, or all of them with "*".':
    'Wählen Sie höchstens {max} Ereignisse oder mit „*“ alle.',
  'The webhook "{name}" is not active. Resume it first.':
    'Der Webhook „{name}“ ist nicht aktiv. Setzen Sie ihn zuerst fort.',
  'The message is too large to be sent. Read the event from the event log.':
    'Die Nachricht ist zu groß, um gesendet zu werden. Lesen Sie das Ereignis im Ereignisprotokoll.',
  'The message is longer than {most} bytes. Read the event from the event log.':
    'Die Nachricht ist länger als {most} Bytes. Lesen Sie das Ereignis im Ereignisprotokoll.',
  'An attempt is under way. Wait for its answer, then resend.':
    'Ein Versuch läuft gerade. Warten Sie seine Antwort ab, und senden Sie dann erneut.',
  'The time must be an instant such as 2026-01-31T08:00:00Z.':
    'Die Zeit muss ein Zeitpunkt wie 2026-01-31T08:00:00Z sein.',
  'The time must lie within the last {days} days.':
    'Die Zeit muss in den letzten {days} Tagen liegen.',
  'Crossdock could not send it. Look at the failed jobs, then resend it.':
    'Crossdock konnte sie nicht senden. Sehen Sie sich die fehlgeschlagenen Aufgaben an, und senden Sie sie dann erneut.',
  'The address begins with http://, and leads out of the networks that the operator opened.':
    'Die Adresse beginnt mit http:// und führt aus den Netzen hinaus, die der Betreiber geöffnet hat.',
  'The receiver answered {status}.': 'Der Empfänger antwortete mit {status}.',
  'The receiver answered {status}. Redirects are not followed: enter the address they lead to.':
    'Der Empfänger antwortete mit {status}. Weiterleitungen wird nicht gefolgt: Geben Sie die Adresse ein, zu der sie führen.',
  'The receiver did not answer within {seconds} seconds.':
    'Der Empfänger antwortete nicht innerhalb von {seconds} Sekunden.',
  'The request failed: {reason}': 'Die Anfrage ist fehlgeschlagen: {reason}',
  'This form was sent by a page of another site. Open the page itself.':
    'Dieses Formular kam von einer Seite einer anderen Website. Öffnen Sie die Seite selbst.',
  'There is nothing at this address.': 'Unter dieser Adresse gibt es nichts.',
  Waiting: 'Wartet',
  'Waiting to retry': 'Wartet auf neuen Versuch',
  Delivered: 'Zugestellt',
  'Given up': 'Aufgegeben',
  Skipped: 'Ausgelassen',
  'All events': 'Alle Ereignisse',
  Deliveries: 'Zustellungen',
  'There are no deliveries.': 'Es gibt keine Zustellungen.',
  Events: 'Ereignisse',
  'Verify a signature': 'Eine Signatur prüfen',
  'Messages follow Standard Webhooks. Compute HMAC-SHA256 over the id, the timestamp and the body, joined by dots, with the base64 behind "whsec_" as the key. One of the signatures in "webhook-signature" must be equal. Refuse a timestamp that is more than five minutes off.':
    'Nachrichten folgen Standard Webhooks. Berechnen Sie HMAC-SHA256 über ID, Zeitstempel und Inhalt, mit Punkten verbunden, mit dem Base64 hinter „whsec_“ als Schlüssel. Eine der Signaturen in „webhook-signature“ muss gleich sein. Lehnen Sie einen Zeitstempel ab, der mehr als fünf Minuten abweicht.',
  'Signing secret': 'Signaturgeheimnis',
  'Rotate secret': 'Geheimnis erneuern',
  'Webhook delivery': 'Zustellung eines Webhooks',
  Event: 'Ereignis',
  Status: 'Status',
  Attempts: 'Versuche',
  Time: 'Zeit',
  Newer: 'Neuere',
  Older: 'Ältere',
  'All deliveries': 'Alle Zustellungen',
  'Next attempt:': 'Nächster Versuch:',
  Resend: 'Erneut senden',
  Message: 'Nachricht',
  'There are no attempts yet.': 'Es gibt noch keine Versuche.',
  'You get a new signing secret, which is shown once. The previous secret also signs for 24 hours.':
    'Sie erhalten ein neues Signaturgeheimnis, das einmal angezeigt wird. Das bisherige signiert noch 24 Stunden lang mit.',
  Cancel: 'Abbrechen',
  'New signing secret': 'Neues Signaturgeheimnis',
  'Store it now: it is not shown again.':
    'Speichern Sie es jetzt: Es wird nicht noch einmal angezeigt.',
}
