/** German for the texts of users. */
export default {
  'Invited {count} people': '{count} Personen eingeladen',
  'Invited {count} people again': '{count} Personen noch einmal eingeladen',
  'Changed the names of {count} people': 'Namen von {count} Personen geändert',
  'Changed the roles of {count} people': 'Rollen von {count} Personen geändert',
  'Deactivated {count} people': '{count} Personen deaktiviert',
  'Reactivated {count} people': '{count} Personen wieder aktiviert',
  'Removed {count} people': '{count} Personen entfernt',
  'Invited {email} as {role}': '{email} als {role} eingeladen',
  '{email} joined as {role}': '{email} ist als {role} dazugekommen',
  '{email} is {role} now, by single sign-on': '{email} ist jetzt {role}, durch Single Sign-on',
  'Too many invitations from this organization. Try again in {wait} seconds.':
    'Zu viele Einladungen aus dieser Organisation. Versuchen Sie es in {wait} Sekunden noch einmal.',
  'Too many invitations from this organization. Try again in {wait} minutes.':
    'Zu viele Einladungen aus dieser Organisation. Versuchen Sie es in {wait} Minuten noch einmal.',
  'Too many invitations from this organization. Try again in {wait} hours.':
    'Zu viele Einladungen aus dieser Organisation. Versuchen Sie es in {wait} Stunden noch einmal.',
  '{email} is already a user of this tenant.': '{email} ist schon Benutzer dieses Mandanten.',
  'Only people have preferences in the console; {actor} has none.':
    'Einstellungen machen Personen für sich selbst in der Konsole; {actor} hat keine.',
  'The key "{key}" is not valid: a key has at most {most} letters, digits, dashes and slashes, with dots between words.':
    'Der Schlüssel „{key}“ lässt sich nicht ablegen: Ein Schlüssel hat höchstens {most} Buchstaben, Ziffern, Binde- und Schrägstriche, mit Punkten zwischen den Wörtern.',
  'The value of "{key}" is longer than {most} bytes of JSON.':
    'Was unter „{key}“ abgelegt werden soll, ist länger als {most} Byte JSON.',
  '{count} keys are too many: a person can have at most {most}.':
    '{count} Schlüssel: Eine Person hat höchstens {most}.',
  '{size} bytes in total are too many: a person can store {most}. Remove a key first.':
    'Zusammen {size} Byte: Eine Person hat Platz für {most}. Entfernen Sie zuerst etwas.',
  'Invited {email} again': '{email} noch einmal eingeladen',
  'Changed the name of {email}': 'Namen von {email} geändert',
  'Changed the role of {email} from {previousRole} to {role}':
    'Rolle von {email} von {previousRole} in {role} geändert',
  'Deactivated {email}': '{email} deaktiviert',
  'Reactivated {email}': '{email} reaktiviert',
  'Removed {email}': '{email} entfernt',
  'Removed {email} and gave their data to {successor}':
    '{email} entfernt; was ihnen gehörte, gehört nun {successor}',
  'Imported people: {invited} added, {changed} changed':
    'Personen importiert: {invited} hinzugefügt, {changed} geändert',
  'The import of people stopped after {done} of {total} rows':
    'Der Import von Personen endete vorzeitig: {done} von {total} Zeilen waren erledigt',
  'There is no role "{role}" in this organization.':
    'In dieser Organisation gibt es keine Rolle „{role}“.',
  'You cannot hand anything over to {email}, who has permissions you do not hold: {permissions}. Workflows and agents act with the permissions of their owner.':
    'An {email} können Sie nichts übergeben, denn sie dürfen mehr als Sie: {permissions}. Was für jemanden handelt, tut es mit deren Rechten.',
  '{email} is the only administrator of this organization. Make another person an administrator first.':
    '{email} ist der einzige Administrator dieser Organisation. Machen Sie zuerst eine andere Person zum Administrator.',
  '{email} is the only active administrator whom the sign-in rules allow. Ask another administrator to sign in as the rules require, or change the rules (Security).':
    'Außer {email} lassen die Anmelderegeln keinen aktiven Administrator dieser Organisation hinein. Zuerst meldet sich einer so an, wie sie es verlangen, oder ändern Sie die Regeln (Sicherheit).',
  'There is no user with the id "{id}".': 'Es gibt keinen Benutzer mit der ID „{id}“.',
  'The address of a person cannot change: {email}. Invite the new address and remove the old one.':
    'Die Adresse einer Person bleibt, wie sie ist: {email}. Laden Sie die neue Adresse ein, und entfernen Sie die alte.',
  '{email} is the person to remove. Name another person.':
    '{email} soll entfernt werden. Nennen Sie jemand anderen.',
  '{email} is deactivated. Name an active person.':
    '{email} ist deaktiviert. Nennen Sie jemanden, der aktiv ist.',
  '{email} still owns data. Send the id of another user as successor.':
    '{email} besitzt etwas. Sagen Sie, wer es bekommt: successor nimmt die ID eines anderen Benutzers.',
  '{email} has already signed in and needs no invitation.':
    '{email} hat sich schon angemeldet und braucht keine Einladung.',
  '{email} is deactivated. Reactivate them first.':
    '{email} ist deaktiviert. Reaktivieren Sie sie zuerst.',
  'Unknown column "{column}". Use: {known}.':
    'Eine Spalte „{column}“ gibt es hier nicht. Bekannt: {known}.',
  'The column "{column}" appears twice in the first line.':
    'Die Spalte „{column}“ steht zweimal in der ersten Zeile.',
  'The first line must name the columns, including "email". Use: {known}.':
    'Die erste Zeile muss die Spalten nennen, darunter „email“. Bekannt: {known}.',
  'The file has no line with column names. Add one as the first line.':
    'Die Datei hat keine Zeile, die die Spalten nennt.',
  'The line has {count} cells, but there are only {columns} columns.':
    'Die Zeile hat {count} Zellen, und es gibt {columns} Spalten.',
  'The line contains a NUL character.':
    'Die Zeile enthält ein Zeichen, das in keinen Text gehört (NUL).',
  'A quotation mark is opened here and never closed.':
    'Hier beginnt ein Anführungszeichen, das nirgends endet.',
  'The line is longer than {most} characters.': 'Die Zeile ist länger als {most} Zeichen.',
  'The line has more than {most} cells.': 'Die Zeile hat mehr als {most} Zellen.',
  'The line is not valid CSV: a quotation mark is in the wrong place ({code}).':
    'Die Zeile ist kein CSV: Ein Anführungszeichen steht, wo keines stehen darf ({code}).',
  '"{value}" is neither true nor false.': '„{value}“ ist weder true noch false.',
  '{email} already appears in line {line}.': '{email} steht schon in Zeile {line}.',
  'A file can have at most {most} people. Split it into several files.':
    'Eine Datei hat höchstens {most} Personen. Teilen Sie sie in mehrere.',
  'There is no import with the id "{id}".': 'Es gibt keinen Import mit der ID „{id}“.',
  'This file is still being read. Wait, check the rows, then run it.':
    'Diese Datei wird noch gelesen. Sehen Sie nach, was sie tun wird, und starten Sie sie dann.',
  'This import has already started, or its file could not be read. Send the file again.':
    'Dieser Import wurde schon begonnen oder ließ sich nicht lesen. Senden Sie die Datei noch einmal.',
  'The person or token that started the import may no longer change people. Completed rows stay; the other rows were skipped.':
    'Wer den Import begonnen hat, darf keine Personen mehr ändern. Was getan ist, bleibt; der Rest blieb liegen.',
  'An internal error stopped the import. Completed rows stay; import the file again for the rest.':
    'Bei uns ist etwas schiefgegangen. Was getan ist, bleibt; importieren Sie die Datei noch einmal für den Rest.',
  'Too many imports in this organization. Try again in {wait} seconds.':
    'Zu viele Importe in dieser Organisation. Versuchen Sie es in {wait} Sekunden noch einmal.',
  'Too many imports in this organization. Try again in {wait} minutes.':
    'Zu viele Importe in dieser Organisation. Versuchen Sie es in {wait} Minuten noch einmal.',
  'Too many imports in this organization. Try again in {wait} hours.':
    'Zu viele Importe in dieser Organisation. Versuchen Sie es in {wait} Stunden noch einmal.',
  'Other imports are being uploaded now. Try again in a minute.':
    'Gerade werden andere Personendateien gesendet. Versuchen Sie es in einer Minute noch einmal.',
  '{email} changed their name': '{email} hat den Namen geändert',
  '"{language}" is not a language tag. Use one such as "de" or "pt-BR".':
    '„{language}“ ist keine Sprachkennung. Nennen Sie eine wie „de“ oder „pt-BR“.',
  'The theme is "light" or "dark"; null follows the system.':
    'Die Darstellung ist „light“ oder „dark“; null folgt dem System.',
  '"{timeZone}" is not a time zone. Use one of the IANA database, such as "Europe/Berlin".':
    '„{timeZone}“ ist keine Zeitzone. Nennen Sie eine der IANA-Datenbank, etwa „Europe/Berlin“.',
  'Only people have a profile; {actor} has none.':
    'Ein Profil gehört einer Person; {actor} hat keines.',
  'The API token "{actor}" may do less than its owner, so it neither sees nor changes their profile. Use one without scopes, or the console.':
    'Das Zugriffstoken „{actor}“ darf weniger als sein Besitzer, deshalb sieht und ändert es dessen Profil nicht. Nehmen Sie eines ohne Bereiche, oder die Konsole.',
  'You cannot change your address, {email}. Ask a person who manages people to invite the new one and remove this one.':
    'Ihre Adresse bleibt, wie sie ist: {email}. Wer Personen verwaltet, kann die neue einladen und diese entfernen.',
  'There is no language "{language}" here. Use one of: {known}.':
    'Die Sprache „{language}“ gibt es hier nicht. Es gibt: {known}.',
  'Import of people finished': 'Import von Personen beendet',
  'An import of people that you started has finished or failed.':
    'Eine Datei mit Personen, die Sie importiert haben, wurde verarbeitet oder konnte es nicht werden.',
}
