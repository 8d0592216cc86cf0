/** German for the texts of the audit. */
export default {
  'Retention deleted the beginning of this audit during the export. Export it again.':
    'Der Anfang dieses Audits wurde inzwischen gelöscht, weil seine Zeit um war. Exportieren Sie es noch einmal.',
  'Erased a person from an entry of the audit': 'Eine Person aus einem Eintrag des Audits gelöscht',
  'Erased a person from {entries} entries of the audit':
    'Eine Person aus {entries} Einträgen des Audits gelöscht',
  'Exported the audit as {format}': 'Das Audit als {format} exportiert',
  'Read, export and verify the audit': 'Das Audit lesen, exportieren und prüfen',
  'Erase a person from the audit': 'Eine Person aus dem Audit löschen',
  'There is no audit of "{id}".': 'Ein Audit von „{id}“ gibt es nicht.',
  'No entry of this audit mentions a person with the id "{id}".':
    'Kein Eintrag dieses Audits erzählt von einer Person mit der ID „{id}“.',
  '{email} has not been removed. Remove the person first, then erase them from the audit.':
    '{email} ist noch da. Das Audit hält fest, wer was tut; entfernen Sie die Person zuerst, und löschen Sie sie danach.',
  'This person belongs to another organization or to the operator. Only people who were removed can be erased from the audit.':
    'Diese Person ist noch da, außerhalb dieser Organisation. Das Audit hält fest, wer was tut, und löscht nur, wer entfernt wurde.',
  'The end is missing: entries {seq} to {to}.': 'Das Ende fehlt: die Einträge {seq} bis {to}.',
  'Entry {seq} is missing.': 'Eintrag {seq} fehlt.',
  'Entries {seq} to {to} are missing.': 'Die Einträge {seq} bis {to} fehlen.',
  'Entry {seq} was inserted.': 'Eintrag {seq} wurde eingefügt.',
  'Entries {seq} to {to} were inserted.': 'Die Einträge {seq} bis {to} wurden eingefügt.',
  'Entries {seq} and {to} are not in order.':
    'Die Einträge {seq} und {to} stehen nicht in ihrer Reihenfolge.',
  'Entry {seq} is not the one that was sealed: the audit was rewritten.':
    'Eintrag {seq} ist nicht der, der versiegelt wurde: Das Audit wurde neu geschrieben.',
  'The signature of the head at entry {seq} is wrong: the head was changed.':
    'Die Signatur des Endes bei Eintrag {seq} ist falsch: Es wurde geändert.',
  'The head at entry {seq} was signed with a key that this server does not have. Add it to APP_KEY_PREVIOUS.':
    'Das Ende bei Eintrag {seq} wurde mit einem Schlüssel signiert, den dieser Server nicht hat. Nehmen Sie ihn in APP_KEY_PREVIOUS auf.',
  'The end of the audit was moved at entry {seq}, and not by Crossdock.':
    'Das Ende des Audits wurde bei Eintrag {seq} verschoben, und nicht von Crossdock.',
  'Entry {seq} is stored under the wrong organization.':
    'Eintrag {seq} steht unter einer anderen Organisation als der, von der er erzählt.',
  'A part of entry {seq} was erased, but no later entry records an erasure. A running erasure is recorded when it ends.':
    'Aus Eintrag {seq} wurde etwas gelöscht, und kein Eintrag dahinter sagt es. Eine Löschung, die noch läuft, sagt es an ihrem Ende.',
  'The person of entry {seq} was changed.': 'In Eintrag {seq} wurde geändert, wer es getan hat.',
  'The details of entry {seq} were changed.': 'Die Einzelheiten von Eintrag {seq} wurden geändert.',
  'Entry {seq} was changed, or the one before it together with its hash.':
    'Eintrag {seq} wurde geändert, oder der davor samt seinem Hash.',
  Audit: 'Audit',
  'Who did what, sealed in a chain. Deletions leave a signed checkpoint.':
    'Wer was getan hat, in einer Kette versiegelt. Was gelöscht wird, lässt einen signierten Zwischenstand zurück.',
  'Auditors ask for a whole year.': 'Prüfer fragen nach einem ganzen Jahr.',
}
