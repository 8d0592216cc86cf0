/** German texts of the step that sends messages. */
export default {
  Notification: 'Benachrichtigung',
  'Notifies people by mail or in the console, or calls a webhook':
    'Benachrichtigt Personen per E-Mail oder in der Konsole oder ruft einen Webhook auf',
  Channels: 'Kanäle',
  Console: 'Konsole',
  Email: 'E-Mail',
  Webhook: 'Webhook',
  'Mail addresses': 'E-Mail-Adressen',
  'Of people of your organization.': 'Von Personen Ihrer Organisation.',
  Subject: 'Betreff',
  '{trigger.body.order} inserts a value.': '{trigger.body.order} fügt einen Wert ein.',
  '{file.name} has arrived': '{file.name} ist angekommen',
  Text: 'Text',
  '{trigger.body.order} inserts a value. An empty line begins a paragraph.':
    'Darf Platzhalter enthalten. Eine leere Zeile beginnt einen Absatz.',
  'Order {steps.call.body.order} is ready.': 'Bestellung {steps.call.body.order} ist fertig.',
  'Webhook address': 'Adresse des Webhooks',
  'Begins with https://.': 'Beginnt mit https://.',
  'Webhook secret': 'Geheimnis des Webhooks',
  'whsec_ and base64. Signs requests (Standard Webhooks); without it they are unsigned.':
    'Signiert Anfragen nach Standard Webhooks: whsec_ und Base64. Ohne Geheimnis sind sie nicht signiert.',
  'Choose at least one channel.': 'Wählen Sie mindestens einen Kanal.',
  'Name each channel once.': 'Nennen Sie jeden Kanal einmal.',
  'Write the subject.': 'Schreiben Sie den Betreff.',
  'Write the text.': 'Schreiben Sie den Text.',
  '{value} is not a mail address.': '{value} ist keine E-Mail-Adresse.',
  'The {field} may have at most {max} entries.': '{field} hat höchstens {max} Einträge.',
  'The subject must be one line.': 'Der Betreff muss eine Zeile sein.',
  'Choose recipients: people, roles, or mail addresses.':
    'Sagen Sie, wer benachrichtigt wird: Personen, Rollen oder E-Mail-Adressen.',
  'Give the address of the webhook.': 'Geben Sie die Adresse des Webhooks an.',
  'The address of a webhook must begin with https:// and hold no user name or password.':
    'Die Adresse eines Webhooks muss mit https:// beginnen und darf weder Benutzername noch Passwort enthalten.',
  'The secret must be whsec_ followed by 24 to 64 bytes in base64.':
    'Das Geheimnis muss aus whsec_ und 24 bis 64 Bytes in Base64 bestehen.',
  'Message of a workflow': 'Nachricht eines Workflows',
  'A workflow step sends you a message.': 'Ein Schritt eines Workflows teilt Ihnen etwas mit.',
  '{subject}: {text}': '{subject}: {text}',
  People: 'Personen',
  'People of your organization.': 'Personen Ihrer Organisation.',
  Roles: 'Rollen',
  'All people who have one of these roles when the step runs.':
    'Alle, die eine dieser Rollen haben, wenn der Schritt läuft.',
  'The {field} must be a list.': '{field} muss eine Liste sein.',
}
