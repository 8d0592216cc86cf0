/** German for the sentences of files and folders. */
export default {
  'Uploaded {count} files': '{count} Dateien hochgeladen',
  'Uploaded {count} files to {folder}': '{count} Dateien nach {folder} hochgeladen',
  'Added copies of {count} files': 'Kopien von {count} Dateien angelegt',
  'Moved {count} files to {folder}': '{count} Dateien nach {folder} verschoben',
  'Moved {count} files to the top level': '{count} Dateien auf die oberste Ebene verschoben',
  'Renamed {count} files': '{count} Dateien umbenannt',
  'Uploaded {count} new versions of files': '{count} neue Dateiversionen hochgeladen',
  'Deleted {count} files': '{count} Dateien gelöscht',
  'Deleted {count} files from {folder}': '{count} Dateien aus {folder} gelöscht',
  'Restored {count} files': '{count} Dateien wiederhergestellt',
  'Deleted {count} files permanently': '{count} Dateien endgültig gelöscht',
  'Created {count} folders': '{count} Ordner angelegt',
  'Created {count} folders in {folder}': '{count} Ordner in {folder} angelegt',
  'Added copies of {count} folders': 'Kopien von {count} Ordnern angelegt',
  'Moved {count} folders to {folder}': '{count} Ordner nach {folder} verschoben',
  'Moved {count} folders to the top level': '{count} Ordner auf die oberste Ebene verschoben',
  'Renamed {count} folders': '{count} Ordner umbenannt',
  'Changed {count} folders': '{count} Ordner geändert',
  'Deleted {count} folders': '{count} Ordner gelöscht',
  'Deleted {count} folders from {folder}': '{count} Ordner aus {folder} gelöscht',
  'Restored {count} folders': '{count} Ordner wiederhergestellt',
  'Deleted {count} folders permanently': '{count} Ordner endgültig gelöscht',
  'Changed the metadata of {count} items': 'Metadaten von {count} Einträgen geändert',
  'Changed the tags of {count} items': 'Tags von {count} Einträgen geändert',
  'Send "{meant}" as a field of the form, before the file, and not in the address.':
    'Senden Sie „{meant}“ als Feld des Formulars vor der Datei und nicht in der Adresse.',
  'Renamed {previousName} to {name}': '{previousName} in {name} umbenannt',
  'Uploaded version {version} of {name}': 'Version {version} von {name} hochgeladen',
  'Moved {name} to the top level': '{name} auf die oberste Ebene verschoben',
  'Moved {name} to {folder}': '{name} nach {folder} verschoben',
  'Moved {previousName} to the top level as {name}':
    '{previousName} als {name} auf die oberste Ebene verschoben',
  'Moved {previousName} to {folder} as {name}':
    '{previousName} als {name} nach {folder} verschoben',
  '1 file or folder': '1 Datei oder Ordner',
  '{count} files and folders': '{count} Dateien und Ordner',
  'More than {count} files and folders': 'Mehr als {count} Dateien und Ordner',
  'Restored version {restoredVersion} of {name} as version {version}':
    'Version {restoredVersion} von {name} als Version {version} wiederhergestellt',
  'Added {name} as a copy': '{name} als Kopie hinzugefügt',
  'Added folder {name} as a copy': 'Ordner {name} als Kopie hinzugefügt',
  'Uploaded {name}': '{name} hochgeladen',
  'Deleted {name}': '{name} gelöscht',
  'Deleted {name} permanently': '{name} endgültig gelöscht',
  'Restored {name}': '{name} wiederhergestellt',
  'Created folder {name}': 'Ordner {name} angelegt',
  'Deleted folder {name}': 'Ordner {name} gelöscht',
  'Deleted folder {name} permanently': 'Ordner {name} endgültig gelöscht',
  'Restored folder {name}': 'Ordner {name} wiederhergestellt',
  'Changed the metadata of {name}': 'Metadaten von {name} geändert',
  'Filter a list by at most {mostTags} tags and {mostKeys} metadata keys.':
    'Eine Liste lässt sich auf höchstens {mostTags} Schlagwörter und {mostKeys} Metadaten eingrenzen.',
  'Changed the permissions of {name}': 'Geändert, wer in {name} darf',
  'You may read "{name}", but not change anything in it.':
    'Sie dürfen lesen, was in „{name}“ liegt, und dort nichts ändern.',
  '"{name}" contains a folder that you may not open. Choose its other contents instead.':
    'In „{name}“ liegt ein Ordner, den Sie nicht öffnen dürfen. Wählen Sie, was daneben liegt.',
  '"{name}" contains a folder that you may not change. Choose its other contents instead.':
    'In „{name}“ liegt ein Ordner, den Sie nicht ändern dürfen. Wählen Sie, was daneben liegt.',
  '"{name}" is a file. Set the permissions of its folder.':
    '„{name}“ ist eine Datei. Sagen Sie, wer in den Ordner darf, in dem sie liegt.',
  '"{name}" is a file. Read the permissions of its folder.':
    '„{name}“ ist eine Datei. Wer hineindarf, sagt ihr Ordner.',
  '"{id}" is named twice.': '„{id}“ ist zweimal genannt.',
  'There is no role "{id}".': 'Eine Rolle „{id}“ gibt es nicht.',
  'There is no person with the id "{id}".': 'Es gibt niemanden mit der Kennung „{id}“.',
  'Give yourself or your role write access.':
    'Nennen Sie sich selbst oder Ihre Rolle, mit dem Recht zu ändern.',
  'At most {most} folders can have permissions of their own.':
    'Höchstens {most} Ordner können eigene Berechtigungen haben.',
  'Tagged {name} with {tags}': '{name} mit {tags} verschlagwortet',
  'Took all tags off {name}': 'Alle Schlagwörter von {name} entfernt',
  'A tag must not be empty.': 'Ein Schlagwort darf nicht leer sein.',
  'The tag "{tag}" has {length} characters, and at most {most} are allowed.':
    'Das Schlagwort „{tag}“ hat {length} Zeichen, erlaubt sind höchstens {most}.',
  'A tag needs a visible character. It must not contain control characters, invisible characters or characters that reverse the reading direction.':
    'Ein Schlagwort darf weder Steuerzeichen enthalten noch Zeichen, die nicht zu sehen sind oder die Leserichtung umkehren, und etwas muss zu sehen sein.',
  '"{tag}" cannot be added and removed at once.':
    '„{tag}“ lässt sich nicht zugleich hinzufügen und entfernen.',
  '"{name}" may have at most {most} tags; these would be {count}.':
    '„{name}“ hat höchstens {most} Schlagwörter; das wären {count}.',
  'Name the tags to add or remove.': 'Sagen Sie, welche Schlagwörter hinzukommen oder wegfallen.',
  'Only "tag" takes add and remove. Leave them out.':
    'Nur „tag“ nimmt add und remove. Lassen Sie sie weg.',
  'Only people can star files and folders. Send the request as a person.':
    'Nur Personen haben Sterne, und hinter diesem Aufruf steht niemand.',
  'The ends of the range of "metadata.{key}" must be numbers, or dates such as {example}.':
    'Die Grenzen des Bereichs von „metadata.{key}“ müssen Zahlen oder Daten wie {example} sein.',
  'Only a list with recent=true can be sorted by "visitedAt".':
    'Nur eine Liste mit recent=true lässt sich nach „visitedAt“ sortieren.',
  'Upload-Metadata names no file: send "filename". Empty values, "null" and "undefined" count as not given.':
    'Upload-Metadata nennt keine Datei: Senden Sie „filename“. Leere Werte, „null“ und „undefined“ gelten als nicht angegeben.',
  '"{given}" is not a time. Send ISO 8601 with an offset, such as {example}, or seconds or milliseconds since 1970.':
    '„{given}“ ist keine Zeit. Senden Sie ISO 8601 mit Zeitzone, etwa {example}, oder Sekunden oder Millisekunden seit 1970.',
  'fileModifiedAt must be a time, or a JSON list of times, one for each file in their order.':
    'fileModifiedAt muss eine Zeit sein, oder eine JSON-Liste von Zeiten, eine je Datei in ihrer Reihenfolge.',
  'A name is required.': 'Ein Name ist erforderlich.',
  '"{name}" cannot be a name: it refers to a folder itself.':
    '„{name}“ kann kein Name sein: Es steht für einen Ordner selbst.',
  '"{name}" cannot be a name: "/" and "\\" separate folders.':
    '„{name}“ kann kein Name sein: „/“ und „\\“ trennen Ordner.',
  '"{name}" cannot be a name: it contains half a character.':
    '„{name}“ kann kein Name sein: Es enthält ein halbes Zeichen.',
  '"{name}" cannot be a name: it has {bytes} bytes, and at most {most} are allowed. Leave out {count} of its characters, for example before the extension.':
    '„{name}“ kann kein Name sein: Es hat {bytes} Byte, erlaubt sind höchstens {most}. Lassen Sie {count} seiner Zeichen weg, etwa vor der Endung.',
  '"{name}" cannot be a name: it contains control characters.':
    '„{name}“ kann kein Name sein: Es enthält Steuerzeichen.',
  '"{name}" cannot be a name: it contains control characters. Call it "{cleaned}", which is the same without them.':
    '„{name}“ kann kein Name sein: Es enthält Steuerzeichen. Nennen Sie es „{cleaned}“, ohne sie ist es dasselbe.',
  '"{name}" cannot be a name: it contains invisible characters or characters that reverse the reading direction. Call it "{cleaned}", which is the same without them.':
    '„{name}“ kann kein Name sein: Es enthält Zeichen, die nicht zu sehen sind oder die Leserichtung umkehren. Nennen Sie es „{cleaned}“, ohne sie ist es dasselbe.',
  '"{name}" cannot be a name: it contains "\ufffd", which replaces bytes that are not UTF-8. Send names in UTF-8.':
    '„{name}“ kann kein Name sein: Es enthält „\ufffd“, das für Bytes steht, die kein UTF-8 sind. Senden Sie Namen in UTF-8.',
  '"{name}" cannot be a name: it contains invisible characters or characters that reverse the reading direction.':
    '„{name}“ kann kein Name sein: Es enthält Zeichen, die nicht zu sehen sind oder die Leserichtung umkehren.',
  '"{name}" cannot be a name: it has no visible characters.':
    '„{name}“ kann kein Name sein: Darin ist nichts zu sehen.',
  '"{name}" cannot be a name: Windows allows no {sign} in names.':
    '„{name}“ kann kein Name sein: Windows erlaubt kein {sign} in Namen.',
  '"{name}" cannot be a name: Windows allows no dot or space at the end.':
    '„{name}“ kann kein Name sein: Windows erlaubt am Ende weder Punkt noch Leerzeichen.',
  '"{name}" cannot be a name: "{word}" is a device on Windows.':
    '„{name}“ kann kein Name sein: „{word}“ bezeichnet unter Windows ein Gerät.',
  '"{name}" is in the trash. Restore it first.':
    '„{name}“ liegt im Papierkorb. Stellen Sie es zuerst wieder her.',
  '"{name}" is not in the trash. Delete it first.':
    '„{name}“ liegt nicht im Papierkorb. Löschen Sie es zuerst.',
  'A final upload must name each part once; {id} is named twice.':
    'Ein abschließender Upload wird aus verschiedenen Teilen zusammengefügt; {id} ist zweimal genannt.',
  'The client closed the connection.': 'Der Client ist gegangen.',
  'There is no folder with the id "{id}".': 'Einen Ordner mit der ID „{id}“ gibt es nicht.',
  'There is no folder "{name}" here that you may open.':
    'Einen Ordner „{name}“, den Sie öffnen dürfen, gibt es hier nicht.',
  '"{name}" is a file, not a folder.': '„{name}“ ist eine Datei, kein Ordner.',
  'Folders can be nested at most {depth} levels deep.':
    'Ordner liegen höchstens {depth} Ebenen tief.',
  '"{name}" exists already in this folder. Choose another name.':
    '„{name}“ gibt es in diesem Ordner schon. Wählen Sie einen anderen Namen.',
  '"{name}" is a folder: it has no content of its own.':
    '„{name}“ ist ein Ordner: Er hat keinen eigenen Inhalt.',
  'There is no version {version} of "{name}".':
    'Eine Version {version} von „{name}“ gibt es nicht.',
  'There is no thumbnail of version {version} of "{name}".':
    'Von Version {version} von „{name}“ gibt es kein Vorschaubild.',
  'Version {version} of "{name}" has no preview: it is protected by a password. Download it and open it with the password.':
    'Version {version} von „{name}“ hat keine Vorschau: Sie ist mit einem Passwort geschützt. Laden Sie sie herunter und öffnen Sie sie mit dem Passwort.',
  'Version {version} of "{name}" has no preview: it is too large to be drawn. Download it to look at it.':
    'Version {version} von „{name}“ hat keine Vorschau: Sie ist zu groß, um gezeichnet zu werden. Laden Sie sie herunter, um sie anzusehen.',
  'Version {version} of "{name}" has no preview: this server cannot draw its format. Download it to look at it.':
    'Version {version} von „{name}“ hat keine Vorschau: Dieser Server kann ihr Format nicht zeichnen. Laden Sie sie herunter, um sie anzusehen.',
  'Version {version} of "{name}" has no preview: it is damaged or incomplete. Upload the file again if you have it.':
    'Version {version} von „{name}“ hat keine Vorschau: Sie ist beschädigt oder unvollständig. Laden Sie die Datei noch einmal hoch, wenn Sie sie haben.',
  '"{name}" has no page {page}: there are {pages}.':
    '„{name}“ hat keine Seite {page}: Es gibt {pages}.',
  'Too many previews are being drawn at the moment. Try again.':
    'Im Augenblick werden zu viele Vorschauen gezeichnet. Versuchen Sie es noch einmal.',
  'The range starts after the end: there are {size} bytes.':
    'Der Bereich beginnt hinter dem Ende: Es sind {size} Byte.',
  'The tenantId in the body is not the tenant you are working in. Leave it out.':
    'Die tenantId im Inhalt ist nicht der Mandant, in dem Sie arbeiten. Lassen Sie sie weg.',
  'Metadata may have at most {most} bytes; these have {bytes}.':
    'Metadaten haben höchstens {most} Byte; diese haben {bytes}.',
  '"{name}" exists again in the folder it was deleted from. Rename or move that one first.':
    '„{name}“ gibt es in dem Ordner, aus dem es gelöscht wurde, wieder. Benennen Sie jenes zuerst um, oder verschieben Sie es.',
  '"{name}" cannot be restored: its folder "{folder}" is in the trash. Restore that first.':
    '„{name}“ lässt sich nicht wiederherstellen: Sein Ordner „{folder}“ liegt im Papierkorb. Stellen Sie ihn zuerst wieder her.',
  '"{name}" cannot be moved into itself.': '„{name}“ lässt sich nicht in sich selbst verschieben.',
  '"{name}" cannot be copied into itself.': '„{name}“ lässt sich nicht in sich selbst kopieren.',
  '"{name}" was not copied: at most {most} files and folders can be copied at once. Copy it in parts.':
    '„{name}“ wurde nicht kopiert: Höchstens {most} Dateien und Ordner lassen sich auf einmal kopieren. Kopieren Sie es in Teilen.',
  'Only "move" and "copy" take a parentId. Leave it out.':
    'Nur „move“ und „copy“ nehmen eine parentId. Lassen Sie sie weg.',
  'Set parentId: the id of a folder, or null for the top level.':
    'Sagen Sie, wohin: parentId ist ein Ordner, oder null für die oberste Ebene.',
  '"{name}" is a folder here. Give the file another name.':
    '„{name}“ ist hier ein Ordner. Geben Sie der Datei einen anderen Namen.',
  'A path may have at most {most} names.': 'Ein Pfad hat höchstens {most} Namen.',
  'These bytes start at {offset}, but the upload has {size} bytes. Continue from there.':
    'Diese Bytes beginnen bei {offset}, der Upload ist aber bei {size}. Setzen Sie dort fort.',
  'Upload-Checksum must be one of {known}, a space and the checksum in Base64.':
    'Upload-Checksum muss eines von {known}, ein Leerzeichen und die Prüfsumme in Base64 sein.',
  'The {algorithm} of these bytes is {found}, not {expected}. None of them were kept. Send them again.':
    '{algorithm} dieser Bytes ist {found}, nicht {expected}. Nichts davon wurde behalten; senden Sie sie noch einmal.',
  '{name} must be a number of bytes, not "{value}".':
    '{name} muss eine Anzahl von Bytes sein, nicht „{value}“.',
  'Upload-Metadata must be pairs of a key and a value in Base64, separated by commas.':
    'Upload-Metadata muss aus Paaren von Schlüssel und Wert in Base64 bestehen, durch Kommas getrennt.',
  'Upload-Id must be a UUID in lower case, not "{value}".':
    'Upload-Id muss eine UUID in Kleinbuchstaben sein, nicht „{value}“.',
  'Upload-Metadata has the key "{key}" twice.':
    'Upload-Metadata hat den Schlüssel „{key}“ zweimal.',
  'The value of "{key}" in Upload-Metadata is not UTF-8 in Base64.':
    'Der Wert von „{key}“ in Upload-Metadata ist kein UTF-8 in Base64.',
  'A final upload must have 1 to {most} parts.':
    'Ein Upload wird aus 1 bis {most} Teilen zusammengefügt.',
  'There is no upload with the id "{id}".': 'Einen Upload mit der ID „{id}“ gibt es nicht.',
  'Upload {id} is not a part. Begin parts with "Upload-Concat: partial".':
    'Upload {id} wurde nicht als Teil eines anderen begonnen.',
  'Upload {id} is not complete: it has {size} bytes.':
    'Upload {id} ist nicht vollständig: Er ist bei {size} Byte.',
  'Upload-Concat must be "partial", or "final;" and the addresses of the parts.':
    'Upload-Concat muss „partial“ oder „final;“ mit den Adressen der Teile sein.',
  'Send the bytes as {type}.': 'Senden Sie die Bytes als {type}.',
  'Send Upload-Offset, the position of the first byte.':
    'Upload-Offset muss sagen, wohin die Bytes gehören.',
  'X-HTTP-Method-Override must be PATCH, DELETE or HEAD at this address.':
    'X-HTTP-Method-Override muss an dieser Adresse PATCH, DELETE oder HEAD sein.',
  'Send "Tus-Resumable: {version}". The server supports only this version.':
    'Senden Sie „Tus-Resumable: {version}“: Diese Version wird hier gesprochen.',
  'Send Upload-Length, or "Upload-Defer-Length: 1" to send it later.':
    'Senden Sie Upload-Length, oder „Upload-Defer-Length: 1“, um sie später zu nennen.',
  'Upload-Length cannot change (was {length}).': 'Upload-Length war vorher {length}.',
  'A file may have at most {most} bytes here.': 'Eine Datei hat hier höchstens {most} Byte.',
  '"{name}" is a file here, not a folder.': '„{name}“ ist hier eine Datei, kein Ordner.',
  'The server failed, and does not know whether it stored this file. Look for the file, and send it again if it is missing.':
    'Bei uns ist etwas schiefgegangen. Ob diese Datei gespeichert wurde, ist nicht bekannt: Sehen Sie nach, und senden Sie sie noch einmal, wenn sie nicht da ist.',
  'This is too much for one zip: it may hold at most {most} files and folders. Download it in parts.':
    'Das ist zu viel für ein Zip: Es fasst höchstens {most} Dateien und Ordner. Laden Sie es in Teilen herunter.',
  'The server is still reading older files for this zip: {left} are left. Try again; it continues where it stopped.':
    'Der Server liest für dieses Zip noch ältere Dateien: {left} fehlen noch. Versuchen Sie es noch einmal, es geht dort weiter.',
  '"{name}" has changed. Leave If-Match out to get the current content.':
    '„{name}“ hat sich seither geändert. Lassen Sie If-Match weg, um es zu bekommen, wie es jetzt ist.',
  'Send one version for each id, in the same order: {count}.':
    'Zu jeder der ids muss eine Version stehen, in derselben Reihenfolge: {count}.',
  '"{name}" has a different version now. List it again, or leave versions out.':
    '„{name}“ hat inzwischen eine andere Version. Listen Sie es noch einmal auf, oder lassen Sie versions weg.',
  Storage: 'Speicher',
  'Largest file': 'Größte Datei',
  'Files of this organization may use {limit} GB (storageQuotaGB), and this needs more. Nothing was stored. Delete files permanently, which frees space after about ten minutes, or ask for a higher limit.':
    'Die {limit} GB, die Dateien dieser Organisation einnehmen dürfen (storageQuotaGB), reichen dafür nicht. Es wurde nichts gespeichert. Löschen Sie Dateien endgültig, das schafft nach etwa zehn Minuten Platz, oder lassen Sie die Grenze anheben.',
  'The file is larger than {limit} MB, the limit for one file (maxFileSize). Nothing was stored.':
    'Die Datei ist größer als die {limit} MB, die eine hier haben darf (maxFileSize). Es wurde nichts gespeichert.',
  'This server cannot draw pictures: the drawing library is not installed for this kind of machine.':
    'Dieser Server kann keine Bilder zeichnen: Was sie zeichnet, ist für seine Art von Maschine nicht installiert.',
  'Access to a folder removed': 'Zugriff auf einen Ordner entzogen',
  'You lost access to a folder or may no longer change it, or people lost access to a folder of yours.':
    'Sie haben den Zugriff auf einen Ordner verloren oder dürfen ihn nicht mehr ändern, oder Personen haben den Zugriff auf einen Ordner von Ihnen verloren.',
  'The permissions of the folder {name} changed: people lost access or may only look':
    'Die Berechtigungen des Ordners {name} wurden geändert: Personen haben den Zugriff verloren oder dürfen nur noch ansehen',
  Trash: 'Papierkorb',
  'Files and folders in the trash, until they are deleted permanently.':
    'Dateien und Ordner im Papierkorb, bis sie endgültig gelöscht werden.',
  'There are more than {most} files in this folder. Choose folders below it.':
    'In diesem Ordner sind mehr als {most} Dateien. Wählen Sie Ordner darunter.',
  '"{name}" is a folder, not a file.': '„{name}“ ist ein Ordner, keine Datei.',
  'The folder holds more than {most} files and folders.':
    'Der Ordner enthält mehr als {most} Dateien und Ordner.',
  'The folder "{name}" is not empty.': 'Der Ordner „{name}“ ist nicht leer.',
}
