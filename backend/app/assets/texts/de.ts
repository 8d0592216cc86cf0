/** German for the sentences of files and folders. */
export default {
  'Renamed {previousName} to {name}': '{previousName} in {name} umbenannt',
  'Uploaded version {version} of {name}': 'Version {version} von {name} hochgeladen',
  'Moved {name} to the top level': '{name} auf die oberste Ebene verschoben',
  'Moved {name} to {folder}': '{name} nach {folder} verschoben',
  'Moved {previousName} to the top level as {name}':
    '{previousName} als {name} auf die oberste Ebene verschoben',
  'Moved {previousName} to {folder} as {name}':
    '{previousName} als {name} nach {folder} verschoben',
  'Uploaded {name}': '{name} hochgeladen',
  'Deleted {name}': '{name} gelöscht',
  'Restored {name}': '{name} wiederhergestellt',
  'Created folder {name}': 'Ordner {name} angelegt',
  'Deleted folder {name}': 'Ordner {name} gelöscht',
  'Restored folder {name}': 'Ordner {name} wiederhergestellt',
  'Changed the metadata of {name}': 'Metadaten von {name} geändert',
  'A name is required.': 'Ein Name ist erforderlich.',
  '"{name}" cannot be a name: it stands for a folder itself.':
    '„{name}“ kann kein Name sein: Es steht für einen Ordner selbst.',
  '"{name}" cannot be a name: "/" and "\\" separate folders.':
    '„{name}“ kann kein Name sein: „/“ und „\\“ trennen Ordner.',
  '"{name}" cannot be a name: it holds half a character.':
    '„{name}“ kann kein Name sein: Es enthält ein halbes Zeichen.',
  '"{name}" cannot be a name: it has {bytes} bytes, and at most {most} are allowed.':
    '„{name}“ kann kein Name sein: Es hat {bytes} Byte, erlaubt sind höchstens {most}.',
  '"{name}" cannot be a name: it holds control characters.':
    '„{name}“ kann kein Name sein: Es enthält Steuerzeichen.',
  '"{name}" cannot be a name: it holds characters that turn the reading direction around.':
    '„{name}“ kann kein Name sein: Es enthält Zeichen, die die Leserichtung umkehren.',
  '"{name}" cannot be a name: it holds nothing that can be seen.':
    '„{name}“ kann kein Name sein: Darin ist nichts zu sehen.',
  '"{name}" cannot be a name: Windows allows no {sign} in names.':
    '„{name}“ kann kein Name sein: Windows erlaubt kein {sign} in Namen.',
  '"{name}" cannot be a name: Windows allows no dot or space at the end.':
    '„{name}“ kann kein Name sein: Windows erlaubt am Ende weder Punkt noch Leerzeichen.',
  '"{name}" cannot be a name: "{word}" means a device on Windows.':
    '„{name}“ kann kein Name sein: „{word}“ bezeichnet unter Windows ein Gerät.',
  '"{name}" is in the trash. Restore it first.':
    '„{name}“ liegt im Papierkorb. Stellen Sie es zuerst wieder her.',
  'There is no folder with the id "{id}".': 'Einen Ordner mit der ID „{id}“ gibt es nicht.',
  '"{name}" is a file, not a folder.': '„{name}“ ist eine Datei, kein Ordner.',
  'Folders can lie at most {depth} deep.': 'Ordner liegen höchstens {depth} Ebenen tief.',
  '"{name}" exists already in this folder. Choose another name.':
    '„{name}“ gibt es in diesem Ordner schon. Wählen Sie einen anderen Namen.',
  '"{name}" is a folder: it has no content of its own.':
    '„{name}“ ist ein Ordner: Er hat keinen eigenen Inhalt.',
  'There is no version {version} of "{name}".':
    'Eine Version {version} von „{name}“ gibt es nicht.',
  'The range begins behind the end: there are {size} bytes.':
    'Der Bereich beginnt hinter dem Ende: Es sind {size} Byte.',
  'The tenantId in the body is not the tenant you are working in. Leave it out.':
    'Die tenantId im Inhalt ist nicht der Mandant, in dem Sie arbeiten. Lassen Sie sie weg.',
  'Metadata may have at most {most} bytes; these have {bytes}.':
    'Metadaten haben höchstens {most} Byte; diese haben {bytes}.',
  '"{name}" exists again in the folder it was deleted from. Rename or move that one first.':
    '„{name}“ gibt es in dem Ordner, aus dem es gelöscht wurde, wieder. Benennen Sie jenes zuerst um, oder verschieben Sie es.',
  'Its folder "{name}" is in the trash. Restore that first.':
    'Sein Ordner „{name}“ liegt im Papierkorb. Stellen Sie ihn zuerst wieder her.',
  '"{name}" cannot be moved into itself.': '„{name}“ lässt sich nicht in sich selbst verschieben.',
  '"{name}" is a folder here. Give the file another name.':
    '„{name}“ ist hier ein Ordner. Geben Sie der Datei einen anderen Namen.',
}
