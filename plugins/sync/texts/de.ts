import { runTexts } from './runs.de.js'
import sentences from './sentences.de.js'

/** German texts of sync contracts, their runs and their conflicts. */
export default {
  '{count} conflicts in {name}': '{count} Konflikte in {name}',
  'Resolved {count} conflicts in {name}': '{count} Konflikte in {name} gelöst',
  ...runTexts,
  ...sentences,
  'Created the sync contract {name}': 'Sync-Vertrag {name} angelegt',
  'Changed the sync contract {name}': 'Sync-Vertrag {name} geändert',
  'Deleted the sync contract {name}': 'Sync-Vertrag {name} gelöscht',
  'Paused the sync contract {name}': 'Sync-Vertrag {name} pausiert',
  'Resumed the sync contract {name}': 'Sync-Vertrag {name} fortgesetzt',
  'Took over the sync contract {name}': 'Sync-Vertrag {name} übernommen',
  'Sync of {name} failed': 'Synchronisierung von {name} fehlgeschlagen',
  'Sync of {name} stopped and waits for a person':
    'Synchronisierung von {name} angehalten; eine Person muss entscheiden',
  'Conflict in {name}: {path}': 'Konflikt in {name}: {path}',
  'Resolved the conflict in {name}: {path}': 'Konflikt in {name} gelöst: {path}',
  'Sync contracts': 'Sync-Verträge',
  'The agent speaks version {given} of the sync protocol, and the server version {own}. Install the agent that this server offers.':
    'Der Agent spricht Version {given} des Sync-Protokolls, der Server Version {own}. Installieren Sie den Agenten, den dieser Server anbietet.',
  'You have reached the limit of {limit} sync contracts. Nothing was created. Delete one, or ask for more.':
    'Sie haben die Grenze von {limit} Sync-Verträgen erreicht. Es wurde nichts angelegt. Löschen Sie einen, oder bitten Sie um mehr.',
  'Give the contract a name.': 'Geben Sie dem Vertrag einen Namen.',
  'Enter the place of the source.': 'Geben Sie an, wo die Quelle liegt.',
  'Enter the place of the target.': 'Geben Sie an, wo das Ziel liegt.',
  'The {field} may have at most {max} characters.':
    'Das Feld {field} darf höchstens {max} Zeichen haben.',
  'The {field} is required.': 'Das Feld {field} ist nötig.',
  'The {field} must be between {min} and {max}.':
    'Das Feld {field} muss zwischen {min} und {max} liegen.',
  'The {field} must be a whole number.': 'Das Feld {field} muss eine ganze Zahl sein.',
  'The {field} must be true or false.': 'Das Feld {field} muss true oder false sein.',
  'The {field} must be an object.': 'Das Feld {field} muss ein Objekt sein.',
  'The {field} holds characters that cannot be read.':
    'Das Feld {field} enthält Zeichen, die man nicht lesen kann.',
  '"{value}" is no file type. Write the ending of the names, like pdf.':
    '„{value}“ ist kein Dateityp. Schreiben Sie die Endung der Namen, etwa pdf.',
  'Say which version is kept.': 'Geben Sie an, welche Fassung bleibt.',
  'Sync contract': 'Sync-Vertrag',
  'The step waits until both ends are equal.': 'Der Schritt wartet, bis beide Enden gleich sind.',
  'Run a sync contract': 'Sync-Vertrag ausführen',
  'Starts a run of a sync contract and waits for its end':
    'Startet einen Lauf eines Sync-Vertrags und wartet auf sein Ende',
  'The sync contract did not end in time.': 'Der Sync-Vertrag kam nicht rechtzeitig zu einem Ende.',
  'Choose the sync contract.': 'Wählen Sie den Sync-Vertrag.',
  'There is no sync contract with the id "{id}".': 'Es gibt keinen Sync-Vertrag mit der ID „{id}“.',
  '"{name}" is paused. Resume it, then it can be synced.':
    '„{name}“ ist pausiert. Setzen Sie ihn fort, dann kann er ausgeführt werden.',
  'At the asset folder of "{name}", above it or below it is a folder that is closed to you.':
    'Am Ordner von „{name}“, darüber oder darunter liegt ein Ordner, der für Sie geschlossen ist.',
  'There is no conflict with the id "{id}".': 'Es gibt keinen Konflikt mit der ID „{id}“.',
  'There is no kept version with the id "{id}".':
    'Es gibt keine aufbewahrte Fassung mit der ID „{id}“.',
  'The conflict "{id}" has no content there.': 'Der Konflikt „{id}“ hat dort keinen Inhalt.',
  'The version "{id}" is not kept any more.': 'Die Fassung „{id}“ wird nicht mehr aufbewahrt.',
  'Neither end of the contract is an asset folder. Download the version, and put it back on the computer or system.':
    'Keines der beiden Enden ist ein Ordner der Dateien. Laden Sie die Fassung herunter, und legen Sie sie auf dem Computer oder System zurück.',
  'See sync contracts, their runs and their conflicts':
    'Sync-Verträge, ihre Läufe und Konflikte sehen',
  'Start, pause, stop and release sync contracts, and resolve their conflicts':
    'Sync-Verträge starten, pausieren, beenden und freigeben und ihre Konflikte lösen',
  'Create, change and delete sync contracts': 'Sync-Verträge anlegen, ändern und löschen',
  '1 sync contract that works with their rights':
    '1 Sync-Vertrag, der mit den Rechten dieser Person arbeitet',
  '{count} sync contracts that work with their rights':
    '{count} Sync-Verträge, die mit den Rechten dieser Person arbeiten',
  'More than {count} sync contracts that work with their rights':
    'Mehr als {count} Sync-Verträge, die mit den Rechten dieser Person arbeiten',
  '"{name}" has no open run.': 'Von „{name}“ ist kein Lauf im Gang.',
  'This run of "{name}" does not wait for its release. Refresh the contract.':
    'Dieser Lauf von „{name}“ wartet nicht auf seine Freigabe. Sehen Sie sich den Vertrag noch einmal an.',
  'Write the whole path of the folder on the computer, like /srv/share or C:\\Share.':
    'Schreiben Sie den ganzen Pfad des Ordners auf dem Computer, etwa /srv/share oder C:\\Share.',
  '"{name}" cannot be the name of a folder. Choose another one.':
    '„{name}“ kann kein Ordnername sein. Wählen Sie einen anderen.',
  'Write the path without "." and "..".': 'Schreiben Sie den Pfad ohne „.“ und „..“.',
  'There are several desktop agents. Enter the client ID of the agent on the computer with the folder.':
    'Es gibt mehrere Desktop-Agenten. Geben Sie an, auf welchem Computer der Ordner liegt: die Client-ID seines Agenten.',
  'Choose the external system whose files are synced.':
    'Wählen Sie das externe System, dessen Dateien synchronisiert werden.',
  '{name} holds no files that can be synced. Choose another system.':
    '{name} enthält keine Dateien, die synchronisiert werden können. Wählen Sie ein anderes System.',
  'One folder is inside of the other. Choose two separate folders.':
    'Quelle und Ziel liegen ineinander. Wählen Sie zwei getrennte Ordner.',
  'Sync runs': 'Sync-Läufe',
  'Runs of sync contracts that have ended, with what they did.':
    'Beendete Läufe von Sync-Verträgen mit dem, was sie getan haben.',
  'Sync conflicts': 'Sync-Konflikte',
  'Conflicts of sync contracts that are resolved.': 'Gelöste Konflikte von Sync-Verträgen.',
  'The conflict about "{path}" is already resolved.':
    'Der Konflikt um „{path}“ ist bereits gelöst.',
  '"{path}" changed again, so nothing was decided. Compare the new versions.':
    '„{path}“ hat sich erneut geändert, daher wurde nichts entschieden. Vergleichen Sie die neuen Fassungen.',
  'One version was deleted, so there are not two to keep. Keep one.':
    'Eine Fassung wurde gelöscht, daher gibt es keine zwei zu behalten. Behalten Sie eine.',
  'Only two text files of at most 1 MiB can be merged. Keep one or both.':
    'Nur zwei Textdateien von höchstens 1 MiB können zusammengeführt werden. Behalten Sie eine oder beide.',
  'Give the merged text.': 'Geben Sie den zusammengeführten Text an.',
  'The merged text may have at most 1 MiB.':
    'Der zusammengeführte Text darf höchstens 1 MiB haben.',
  'A contract works with the rights of a person. Have a person create it.':
    'Ein Vertrag arbeitet mit den Rechten einer Person. Lassen Sie ihn von einer Person anlegen.',
  '"{folder}" is no folder below the ends. Write it like Plans/2026.':
    '„{folder}“ ist kein Ordner unter den Enden. Schreiben Sie ihn wie Plans/2026.',
  'Choose when the contract runs.': 'Geben Sie an, wann der Vertrag laufen soll.',
  'There is no desktop agent yet. Add one on the computer with the folder, and the contract begins.':
    'Es gibt noch keinen Desktop-Agenten. Fügen Sie auf dem Computer mit dem Ordner einen hinzu, dann beginnt der Vertrag.',
  'The desktop agent of the contract was retired. Choose another one.':
    'Der Desktop-Agent des Vertrags wurde ausgemustert. Wählen Sie einen anderen.',
  'The external system of the contract was deleted. Choose another one.':
    'Das externe System des Vertrags wurde gelöscht. Wählen Sie ein anderes.',
}
