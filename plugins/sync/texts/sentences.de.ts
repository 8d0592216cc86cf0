/** German texts that explain why runs stop, and why files are not in sync. */
export default {
  'The folder of the source is missing or not allowed. Nothing was changed. Bring it back, allow it, or choose another folder.':
    'Der Ordner der Quelle fehlt oder ist nicht erlaubt. Es wurde nichts geändert. Stellen Sie ihn wieder her, erlauben Sie ihn, oder wählen Sie einen anderen Ordner.',
  'The folder of the target is missing or not allowed. Nothing was changed. Bring it back, allow it, or choose another folder.':
    'Der Ordner des Ziels fehlt oder ist nicht erlaubt. Es wurde nichts geändert. Stellen Sie ihn wieder her, erlauben Sie ihn, oder wählen Sie einen anderen Ordner.',
  '{count} of {of} files would be deleted at the source. Look at the plan, then release it or stop the run.':
    '{count} von {of} Dateien würden an der Quelle gelöscht. Sehen Sie sich den Plan an; geben Sie ihn dann frei, oder beenden Sie den Lauf.',
  '{count} of {of} files would be deleted at the target. Look at the plan, then release it or stop the run.':
    '{count} von {of} Dateien würden am Ziel gelöscht. Sehen Sie sich den Plan an; geben Sie ihn dann frei, oder beenden Sie den Lauf.',
  '{count} of {of} files would be changed at the source. Look at the plan, then release it or stop the run.':
    '{count} von {of} Dateien würden an der Quelle geändert. Sehen Sie sich den Plan an; geben Sie ihn dann frei, oder beenden Sie den Lauf.',
  '{count} of {of} files would be changed at the target. Look at the plan, then release it or stop the run.':
    '{count} von {of} Dateien würden am Ziel geändert. Sehen Sie sich den Plan an; geben Sie ihn dann frei, oder beenden Sie den Lauf.',
  'It is skipped: {reason}.': 'Sie wird übergangen: {reason}.',
  'Another program has it open. It is tried again.':
    'Ein anderes Programm hat sie geöffnet. Es wird erneut versucht.',
  'It cannot be read. Give the agent or account the right to read it.':
    'Sie kann nicht gelesen werden. Geben Sie dem Agenten oder Konto das Recht, sie zu lesen.',
  'It is a link. Links are not synced.':
    'Es ist eine Verknüpfung. Verknüpfungen werden nicht synchronisiert.',
  'It is no regular file. Devices, pipes and sockets are not synced.':
    'Es ist keine gewöhnliche Datei. Geräte, Pipes und Sockets werden nicht synchronisiert.',
  'Its name is no valid text. Rename it.': 'Ihr Name ist kein gültiger Text. Benennen Sie sie um.',
  'It is still being written. It is synced when it stays the same.':
    'Sie wird noch geschrieben. Sie wird synchronisiert, sobald sie gleich bleibt.',
  'The pattern "{pattern}" excludes it.': 'Das Muster „{pattern}“ schließt sie aus.',
  'Its file type is not synced. The contract syncs: {types}.':
    'Ihr Dateityp wird nicht synchronisiert. Der Vertrag synchronisiert: {types}.',
  'It is outside of the folders that the contract syncs.':
    'Sie liegt außerhalb der Ordner, die der Vertrag synchronisiert.',
  'It is larger than the limit of {limit} bytes.':
    'Sie ist größer als die Grenze von {limit} Bytes.',
  'Its name differs from "{path}" in upper and lower case alone, and the other end cannot hold both. Rename one.':
    'Ihr Name unterscheidet sich von „{path}“ nur in Groß- und Kleinschreibung, und das andere Ende kann nicht beide halten. Benennen Sie eine um.',
  'Its name looks the same as "{path}", and the other end cannot hold both. Rename one.':
    'Ihr Name sieht aus wie „{path}“, und das andere Ende kann nicht beide halten. Benennen Sie eine um.',
  'The other end cannot hold a file of this name. Rename it.':
    'Das andere Ende kann keine Datei dieses Namens halten. Benennen Sie sie um.',
  'The other end cannot hold this name, because of {part}. Rename it.':
    'Das andere Ende kann diesen Namen wegen {part} nicht halten. Benennen Sie sie um.',
  'Its name is longer than the {limit} bytes that the other end can hold. Shorten it.':
    'Ihr Name ist länger als die {limit} Bytes, die das andere Ende halten kann. Kürzen Sie ihn.',
  'Its path is longer than the {limit} bytes that the other end can hold. Shorten it.':
    'Ihr Pfad ist länger als die {limit} Bytes, die das andere Ende halten kann. Kürzen Sie ihn.',
  'The last try failed: {message} It is tried again.':
    'Der letzte Versuch ist fehlgeschlagen: {message} Es wird erneut versucht.',
  '"{path}" has this place at the other end, and stays there. Rename one.':
    '„{path}“ hat am anderen Ende ihren Platz und bleibt dort. Benennen Sie eine um.',
  'It waits for something else that cannot be synced now. It is tried again.':
    'Sie wartet auf etwas anderes, das gerade nicht synchronisiert werden kann. Es wird erneut versucht.',
  'Both ends changed it. Resolve the conflict.':
    'Beide Enden haben sie geändert. Lösen Sie den Konflikt.',
  'It was deleted at the other end. It stays here, because the contract does not sync deletions or the folder still holds something.':
    'Sie wurde am anderen Ende gelöscht. Hier bleibt sie, weil der Vertrag Löschungen nicht synchronisiert oder der Ordner noch etwas enthält.',
  'It was changed at the target, and the contract syncs from the source to the target only.':
    'Sie wurde am Ziel geändert, und der Vertrag synchronisiert nur von der Quelle zum Ziel.',
  'Both ends have the same.': 'Beide Enden haben dasselbe.',
  'The next run brings both ends together.': 'Der nächste Lauf gleicht beide Enden an.',
  'No file or folder with this path on either side.':
    'Kein Ende hat eine Datei oder einen Ordner dieses Pfads.',
  'The last try at the target failed: {message} It is tried again.':
    'Der letzte Versuch am Ziel ist fehlgeschlagen: {message} Es wird erneut versucht.',
  'The last try at the source failed: {message} It is tried again.':
    'Der letzte Versuch an der Quelle ist fehlgeschlagen: {message} Es wird erneut versucht.',
  'The run failed.': 'Der Lauf ist fehlgeschlagen.',
}
