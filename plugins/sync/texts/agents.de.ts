/** German for what programs of agents are told. */
export default {
  'Only the program of a desktop agent calls this.':
    'Das ruft nur das Programm eines Desktop-Agenten auf.',
  'This agent has no end of a sync contract with the id "{id}".':
    'Dieser Agent hat kein Ende eines Synchronisierungsvertrags mit der ID „{id}“.',
  'Frames may be compressed with zstd, not with "{encoding}".':
    'Frames dürfen mit zstd komprimiert sein, nicht mit „{encoding}“.',
  'The frames hold more than {most} bytes. Send them in several requests.':
    'Die Frames enthalten mehr als {most} Bytes. Senden Sie sie in mehreren Anfragen.',
  'The frames of this request are broken or incomplete.':
    'Die Frames dieser Anfrage sind beschädigt oder unvollständig.',
  'A chunk has other bytes than its hash says. Read the file again.':
    'Ein Stück hat andere Bytes, als sein Hash sagt. Lesen Sie die Datei noch einmal.',
  'The agent has no work with the content "{id}".':
    'Der Agent hat keine Arbeit mit dem Inhalt „{id}“.',
  'The content {hash} has no chunk {foreign}.': 'Der Inhalt {hash} hat kein Stück {foreign}.',
}
