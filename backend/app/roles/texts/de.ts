/** German for the texts of roles, and for the permission descriptions of all domains. */
export default {
  'You cannot change the role "{role}", which has permissions you do not hold: {permissions}.':
    'Über die Rolle „{role}“ können Sie nicht entscheiden, denn sie darf mehr als Sie: {permissions}.',
  Administrator: 'Administrator',
  'Can do everything in the organization.': 'Darf in der Organisation alles.',
  Editor: 'Bearbeiter',
  'Manages files and runs workflows. Sees systems, people and the activity feed.':
    'Verwaltet Dateien und startet Workflows; sieht Systeme, Personen und was geschehen ist.',
  Viewer: 'Betrachter',
  'Sees files, workflows and the dashboard.': 'Sieht Dateien, Workflows und die Übersicht.',
  User: 'Benutzer',
  'The default role. Has the same permissions as Viewer.':
    'Was Personen sind, wenn nichts anderes gesagt ist: darf, was Betrachter dürfen.',
  'Created the role {name}': 'Rolle {name} angelegt',
  'Changed the role {name}': 'Rolle {name} geändert',
  'Deleted the role {name}': 'Rolle {name} gelöscht',
  'Deleted the role {name} and gave its holders {replacement}':
    'Rolle {name} gelöscht; wer sie hatte, hat jetzt {replacement}',
  'There is no role with the id "{id}".': 'Eine Rolle mit der ID „{id}“ gibt es nicht.',
  'The role "{role}" is built in and cannot be changed. Copy it and change the copy.':
    'Die Rolle „{role}“ ist eingebaut: Jede Organisation hat sie so, wie sie ist. Kopieren Sie sie, und ändern Sie die Kopie.',
  'There is a role called "{name}" already. Choose another name.':
    'Eine Rolle namens „{name}“ gibt es schon. Wählen Sie einen anderen Namen.',
  'An organization has at most {most} roles of its own. Delete one first.':
    'Eine Organisation hat höchstens {most} eigene Rollen. Löschen Sie zuerst eine.',
  'You hold the role "{name}" yourself. Without {permissions} you could not undo this. Ask a person with another role to do it.':
    'Sie haben die Rolle „{name}“ selbst: Ohne {permissions} könnten Sie das nicht mehr rückgängig machen. Lassen Sie es jemanden mit einer anderen Rolle tun.',
  'There is no other role with the key "{key}". Choose another replacement.':
    'Eine andere Rolle mit dem Schlüssel „{key}“, die an ihre Stelle treten könnte, gibt es nicht.',
  'One person holds the role "{name}". Say which role they get instead (replacement).':
    'Eine Person hat die Rolle „{name}“. Geben Sie an, welche Rolle sie stattdessen bekommt (replacement).',
  '{people} people hold the role "{name}". Say which role they get instead (replacement).':
    '{people} Personen haben die Rolle „{name}“. Geben Sie an, welche Rolle sie stattdessen bekommen (replacement).',
  'There is no person with the id "{id}".': 'Eine Person mit der ID „{id}“ gibt es nicht.',
  'Deactivated people have no permissions.': 'Wer abgeschaltet ist, darf nichts.',
  'Super administrators may do everything.': 'Super-Administratoren dürfen alles.',
  'The role "{role}" no longer exists, so it has no permissions.':
    'Die Rolle „{role}“ gibt es nicht mehr, also gibt sie nichts.',
  'The role "{name}" does not hold it.': 'Die Rolle „{name}“ hat sie nicht.',
  'The built-in role "{name}" holds it.': 'Die eingebaute Rolle „{name}“ hat sie.',
  'The organization’s own role "{name}" holds it.':
    'Die eigene Rolle „{name}“ der Organisation hat sie.',
  'See roles': 'Rollen sehen',
  'Create, change and delete roles': 'Rollen anlegen, ändern und löschen',
  'See people': 'Personen sehen',
  'Create, change and delete people': 'Personen anlegen, ändern und löschen',
  'Set who has access to the folders you can change':
    'Sagen, wer in Ordner darf, die man ändern darf',
  'Open every folder, regardless of folder permissions':
    'Jeden Ordner öffnen, wer immer sonst hineindarf',
  'See files and folders': 'Dateien und Ordner sehen',
  'Create, change and delete files and folders': 'Dateien und Ordner anlegen, ändern und löschen',
  'See the activity feed': 'Die Aktivitäten sehen',
  'See the dashboard': 'Die Übersicht sehen',
  'See installed plugins and failed work': 'Installierte Plugins sehen, und was fehlgeschlagen ist',
  'Retry, drop and delete failed work':
    'Was fehlgeschlagen ist, noch einmal versuchen, aufgeben und löschen',
  'See all API tokens': 'Die Zugriffstoken aller sehen',
  'Revoke all API tokens, and create some with a token':
    'Die Zugriffstoken aller widerrufen, und mit einem Token welche anlegen',
  'See workflows and their runs': 'Workflows und ihre Läufe sehen',
  'Start, cancel and retry runs': 'Läufe starten, abbrechen und wiederholen',
  'Create, change and delete workflows': 'Workflows anlegen, ändern und löschen',
  'See external systems, endpoints and the log of their calls':
    'Externe Systeme, Endpunkte und das Protokoll ihrer Aufrufe sehen',
  'Have workflows call external systems with their credentials':
    'Workflows externe Systeme mit deren Zugangsdaten aufrufen lassen',
  'Connect, change, test and delete external systems and endpoints':
    'Externe Systeme und Endpunkte anbinden, ändern, testen und löschen',
}
