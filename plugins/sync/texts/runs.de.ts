/** German texts of passes and agents. */
export const runTexts = {
  'The person whose rights the contract uses may not read files any more. Another person must take the contract over.':
    'Die Person, deren Rechte der Vertrag nutzt, darf keine Dateien mehr lesen. Eine andere Person muss den Vertrag übernehmen.',
  'The person whose rights the contract uses may not change files any more. Another person must take the contract over.':
    'Die Person, deren Rechte der Vertrag nutzt, darf keine Dateien mehr ändern. Eine andere Person muss den Vertrag übernehmen.',
  'The frames hold more than {most} bytes. Send them in several requests.':
    'Die Rahmen enthalten mehr als {most} Bytes. Senden Sie sie in mehreren Anfragen.',
  'The desktop agent is offline. The run goes on when it is back.':
    'Der Desktop-Agent ist offline. Der Lauf geht weiter, sobald er wieder da ist.',
  '"{path}" cannot be synced: {message}': '„{path}“ kann nicht synchronisiert werden: {message}',
  '{count} files cannot be synced, such as "{path}": {message}':
    '{count} Dateien können nicht synchronisiert werden, darunter „{path}“: {message}',
  'Something went wrong on the server.': 'Auf dem Server ist etwas schiefgegangen.',
  'The contract names no desktop agent.': 'Der Vertrag nennt keinen Desktop-Agenten.',
  'The contract names no external system.': 'Der Vertrag nennt kein externes System.',
  'One end of the contract is inside of the other. Choose separate folders.':
    'Ein Ende des Vertrags liegt im anderen. Wählen Sie Ordner, die getrennt liegen.',
  'The top level of assets cannot be synced. Choose a folder.':
    'Die oberste Ebene der Dateien kann nicht synchronisiert werden. Wählen Sie einen Ordner.',
  'The desktop agent has not reported its folder yet.':
    'Der Desktop-Agent hat seinen Ordner noch nicht gemeldet.',
  'Only the program of a desktop agent calls this.':
    'Nur das Programm eines Desktop-Agenten ruft dies auf.',
  'Frames may be compressed with zstd, not with "{encoding}".':
    'Rahmen dürfen mit zstd komprimiert sein, nicht mit „{encoding}“.',
  'The frames of this request are broken or incomplete.':
    'Die Rahmen dieser Anfrage sind beschädigt oder unvollständig.',
  'A chunk has other bytes than its hash says. Read the file again.':
    'Ein Stück hat andere Bytes, als sein Hash sagt. Lesen Sie die Datei erneut.',
  'The content {hash} has no chunk {foreign}.': 'Der Inhalt {hash} hat kein Stück {foreign}.',
  'There is no run with the id "{id}".': 'Es gibt keinen Lauf mit der ID „{id}“.',
  'This agent has no end of a sync contract with the id "{id}".':
    'Dieser Agent hat kein Ende eines Sync-Vertrags mit der ID „{id}“.',
  'The agent has no work with the content "{id}".':
    'Der Agent hat keine Arbeit mit dem Inhalt „{id}“.',
  'The files of the external system change while they are listed.':
    'Die Dateien des externen Systems ändern sich, während sie aufgelistet werden.',
  'The folder holds more than {most} files and folders. Choose a smaller one.':
    'Der Ordner enthält mehr als {most} Dateien und Ordner. Wählen Sie einen kleineren.',
  'The desktop agent reported folders inside of each other. The run continues with its next report.':
    'Der Desktop-Agent hat Ordner gemeldet, die ineinander liegen. Der Lauf geht mit seiner nächsten Meldung weiter.',
  'It was reported with {size} bytes, and its content has {real}. It is tried again.':
    'Gemeldet wurden {size} Bytes, der Inhalt hat {real}. Es wird erneut versucht.',
  'One request names at most {most} contents. Send them in several requests.':
    'Eine Anfrage nennt höchstens {most} Inhalte. Senden Sie sie in mehreren Anfragen.',
}
