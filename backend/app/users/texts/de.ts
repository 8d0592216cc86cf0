/** German for the sentences of users. */
export default {
  'Invited {email} as {role}': '{email} als {role} eingeladen',
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
}
