/** German for the texts of notifications. */
export default {
  'Notifications are for people; "{actor}" is not a person.':
    'Benachrichtigungen sind für Personen; „{actor}“ ist keine.',
  'The API token "{actor}" may do less than its owner, so it cannot change their notifications. Use one without scopes, or the console.':
    'Das Zugriffstoken „{actor}“ darf weniger als sein Besitzer, deshalb ändert es nicht, worüber dieser benachrichtigt wird. Nehmen Sie eines ohne Bereiche, oder die Konsole.',
  'Send either "ids", or "upTo" for all up to that instant.':
    'Sagen Sie, welche: entweder „ids“ oder „upTo“ für alle bis zu diesem Zeitpunkt.',
  'There is no instant "{upTo}". Write it like 2026-01-31T08:00:00Z.':
    'Einen Zeitpunkt „{upTo}“ gibt es nicht. Schreiben Sie ihn wie 2026-01-31T08:00:00Z.',
  'There is no kind of notification "{kind}" for you.':
    'Eine Art von Benachrichtigung „{kind}“ gibt es für Sie nicht.',
  '"{kind}" is not available by {channel}.':
    '„{kind}“ kann nicht über {channel} mitgeteilt werden.',
  'This version cannot show this notification.':
    'Etwas ist geschehen, das diese Version nicht nennen kann.',
  '{count} notifications': '{count} Benachrichtigungen',
  'This is new in {place}:': 'Neu in {place}:',
  'See your notifications': 'Ihre Benachrichtigungen ansehen',
  'Sent to {email}. Choose what you get mails about:':
    'Gesendet an {email}. Wählen Sie, worüber Sie E-Mails bekommen:',
  'and {count} more': 'und {count} weitere',
  Notifications: 'Benachrichtigungen',
  'Notifications in the console, read and unread.':
    'Was Personen in der Konsole mitgeteilt wurde, gelesen oder nicht.',
}
