/** German for the sentences of users. */
export default {
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
  'Preferences are what people set for themselves in the console; {actor} has none.':
    'Einstellungen machen Personen für sich selbst in der Konsole; {actor} hat keine.',
  'The key "{key}" cannot be kept: a key has at most {most} letters, digits, dashes and slashes, with dots between words.':
    'Der Schlüssel „{key}“ lässt sich nicht ablegen: Ein Schlüssel hat höchstens {most} Buchstaben, Ziffern, Binde- und Schrägstriche, mit Punkten zwischen den Wörtern.',
  'What is kept as "{key}" is longer than {most} bytes of JSON.':
    'Was unter „{key}“ abgelegt werden soll, ist länger als {most} Byte JSON.',
  '{count} keys: a person has at most {most}.':
    '{count} Schlüssel: Eine Person hat höchstens {most}.',
  '{size} bytes in all: a person has room for {most}. Take something away first.':
    'Zusammen {size} Byte: Eine Person hat Platz für {most}. Entfernen Sie zuerst etwas.',
  'Invited {email} once more': '{email} noch einmal eingeladen',
  'Changed the name of {email}': 'Namen von {email} geändert',
  'Changed the role of {email} from {previousRole} to {role}':
    'Rolle von {email} von {previousRole} in {role} geändert',
  'Deactivated {email}': '{email} deaktiviert',
  'Reactivated {email}': '{email} reaktiviert',
  'Removed {email}': '{email} entfernt',
  'Removed {email}; what was theirs belongs to {successor}':
    '{email} entfernt; was ihnen gehörte, gehört nun {successor}',
  'Imported people: {invited} added, {changed} changed':
    'Personen importiert: {invited} hinzugefügt, {changed} geändert',
  'The import of people ended early: {done} of {total} rows were done':
    'Der Import von Personen endete vorzeitig: {done} von {total} Zeilen waren erledigt',
  'There is no role "{role}" in this organization.':
    'In dieser Organisation gibt es keine Rolle „{role}“.',
  'You cannot hand anything over to {email}, who may do more than you: {permissions}. What acts for somebody acts with their rights.':
    'An {email} können Sie nichts übergeben, denn sie dürfen mehr als Sie: {permissions}. Was für jemanden handelt, tut es mit deren Rechten.',
  '{email} is the only administrator of this organization. Make another person an administrator first.':
    '{email} ist der einzige Administrator dieser Organisation. Machen Sie zuerst eine andere Person zum Administrator.',
  'Beside {email} the sign-in rules let in no active administrator of this organization. One signs in as they say first, or change the rules (Security).':
    'Außer {email} lassen die Anmelderegeln keinen aktiven Administrator dieser Organisation hinein. Zuerst meldet sich einer so an, wie sie es verlangen, oder ändern Sie die Regeln (Sicherheit).',
  'There is no user with the id "{id}".': 'Es gibt keinen Benutzer mit der ID „{id}“.',
  'The address of a person stays what it is: {email}. Invite the new address, and remove the old one.':
    'Die Adresse einer Person bleibt, wie sie ist: {email}. Laden Sie die neue Adresse ein, und entfernen Sie die alte.',
  '{email} is the one to be removed. Name somebody else.':
    '{email} soll entfernt werden. Nennen Sie jemand anderen.',
  '{email} is deactivated. Name somebody who is active.':
    '{email} ist deaktiviert. Nennen Sie jemanden, der aktiv ist.',
  '{email} owns something. Say who gets it: successor takes the id of another user.':
    '{email} besitzt etwas. Sagen Sie, wer es bekommt: successor nimmt die ID eines anderen Benutzers.',
  '{email} has signed in already and needs no invitation.':
    '{email} hat sich schon angemeldet und braucht keine Einladung.',
  '{email} is deactivated. Reactivate them first.':
    '{email} ist deaktiviert. Reaktivieren Sie sie zuerst.',
  'There is no column "{column}" here. Known: {known}.':
    'Eine Spalte „{column}“ gibt es hier nicht. Bekannt: {known}.',
  'The column "{column}" stands in the first line twice.':
    'Die Spalte „{column}“ steht zweimal in der ersten Zeile.',
  'The first line must name the columns, with one "email". Known: {known}.':
    'Die erste Zeile muss die Spalten nennen, darunter „email“. Bekannt: {known}.',
  'The file has no line that names the columns.':
    'Die Datei hat keine Zeile, die die Spalten nennt.',
  'The line has {count} cells, and there are {columns} columns.':
    'Die Zeile hat {count} Zellen, und es gibt {columns} Spalten.',
  'The line holds a character of no text (NUL).':
    'Die Zeile enthält ein Zeichen, das in keinen Text gehört (NUL).',
  'A quotation mark is opened here and closed nowhere.':
    'Hier beginnt ein Anführungszeichen, das nirgends endet.',
  'The line is longer than {most} characters.': 'Die Zeile ist länger als {most} Zeichen.',
  'The line has more than {most} cells.': 'Die Zeile hat mehr als {most} Zellen.',
  'The line is no CSV: a quotation mark stands where none may stand ({code}).':
    'Die Zeile ist kein CSV: Ein Anführungszeichen steht, wo keines stehen darf ({code}).',
  '"{value}" is neither true nor false.': '„{value}“ ist weder true noch false.',
  '{email} stands in line {line} already.': '{email} steht schon in Zeile {line}.',
  'A file may have at most {most} people. Cut it into several.':
    'Eine Datei hat höchstens {most} Personen. Teilen Sie sie in mehrere.',
  'There is no import with the id "{id}".': 'Es gibt keinen Import mit der ID „{id}“.',
  'This file is still being read. Look at what it will do, then run it.':
    'Diese Datei wird noch gelesen. Sehen Sie nach, was sie tun wird, und starten Sie sie dann.',
  'This import was begun already, or could not be read. Send the file again.':
    'Dieser Import wurde schon begonnen oder ließ sich nicht lesen. Senden Sie die Datei noch einmal.',
  'Whoever began the import, or the token it was begun with, may no longer change people. What was done stays; the rest was left.':
    'Wer den Import begonnen hat, darf keine Personen mehr ändern. Was getan ist, bleibt; der Rest blieb liegen.',
  'Something went wrong on our side. What was done stays; import the file again to do the rest.':
    'Bei uns ist etwas schiefgegangen. Was getan ist, bleibt; importieren Sie die Datei noch einmal für den Rest.',
  'Too many imports in this organization. Try again in {wait} seconds.':
    'Zu viele Importe in dieser Organisation. Versuchen Sie es in {wait} Sekunden noch einmal.',
  'Too many imports in this organization. Try again in {wait} minutes.':
    'Zu viele Importe in dieser Organisation. Versuchen Sie es in {wait} Minuten noch einmal.',
  'Too many imports in this organization. Try again in {wait} hours.':
    'Zu viele Importe in dieser Organisation. Versuchen Sie es in {wait} Stunden noch einmal.',
  'Other files of people are being sent at this moment. Try again in a minute.':
    'Gerade werden andere Personendateien gesendet. Versuchen Sie es in einer Minute noch einmal.',
  '{email} changed their own name': '{email} hat den eigenen Namen geändert',
  '"{language}" is no language tag. Name one as "de" or "pt-BR".':
    '„{language}“ ist keine Sprachkennung. Nennen Sie eine wie „de“ oder „pt-BR“.',
  'The theme is "light" or "dark"; null follows the system.':
    'Die Darstellung ist „light“ oder „dark“; null folgt dem System.',
  '"{timeZone}" is no time zone. Name one of the IANA database, as "Europe/Berlin".':
    '„{timeZone}“ ist keine Zeitzone. Nennen Sie eine der IANA-Datenbank, etwa „Europe/Berlin“.',
  'A profile is a person’s own; {actor} has none.':
    'Ein Profil gehört einer Person; {actor} hat keines.',
  'The API token "{actor}" may do less than its owner, so it neither sees nor changes their profile. Use one without scopes, or the console.':
    'Das Zugriffstoken „{actor}“ darf weniger als sein Besitzer, deshalb sieht und ändert es dessen Profil nicht. Nehmen Sie eines ohne Bereiche, oder die Konsole.',
  'Your address stays what it is: {email}. Whoever manages people can invite the new one and remove this one.':
    'Ihre Adresse bleibt, wie sie ist: {email}. Wer Personen verwaltet, kann die neue einladen und diese entfernen.',
  'There is no language "{language}" here. There are: {known}.':
    'Die Sprache „{language}“ gibt es hier nicht. Es gibt: {known}.',
  'Import of people finished': 'Import von Personen beendet',
  'A file of people that you imported was worked on, or could not be.':
    'Eine Datei mit Personen, die Sie importiert haben, wurde verarbeitet oder konnte es nicht werden.',
}
