/** German texts of desktop agents and their commands. */
export default {
  'Sent {commandType} {count} times to desktop agents':
    '{commandType} {count}-mal an Desktop-Agenten gesendet',
  'Canceled {commandType} {count} times on desktop agents':
    '{commandType} {count}-mal auf Desktop-Agenten abgebrochen',
  '{commandType} failed {count} times on desktop agents':
    '{commandType} {count}-mal auf Desktop-Agenten fehlgeschlagen',
  'Changed {count} desktop agents': '{count} Desktop-Agenten geändert',
  'Asked {count} desktop agents for diagnostics':
    'Diagnose von {count} Desktop-Agenten angefordert',
  'Retired {count} desktop agents': '{count} Desktop-Agenten ausgemustert',
  'Made a token to add a desktop agent': 'Token zum Hinzufügen eines Desktop-Agenten angelegt',
  'Revoked a token to add a desktop agent': 'Token zum Hinzufügen eines Desktop-Agenten widerrufen',
  'Added the desktop agent {name}': 'Desktop-Agent {name} hinzugefügt',
  'Changed the desktop agent {name}': 'Desktop-Agent {name} geändert',
  'Took over the desktop agent {name}': 'Desktop-Agent {name} übernommen',
  'Asked the desktop agent {name} for diagnostics':
    'Diagnose des Desktop-Agenten {name} angefordert',
  'Retired the desktop agent {name}': 'Desktop-Agent {name} ausgemustert',
  'A copy of the desktop agent {name} runs on {otherMachineName}':
    'Eine Kopie des Desktop-Agenten {name} läuft auf {otherMachineName}',
  'Sent {commandType} to {name}': '{commandType} an {name} gesendet',
  'Canceled {commandType} on {name}': '{commandType} auf {name} abgebrochen',
  '{commandType} failed on {name}': '{commandType} auf {name} fehlgeschlagen',
  'Made the agent group {name}': 'Agentengruppe {name} angelegt',
  'Changed the agent group {name}': 'Agentengruppe {name} geändert',
  'Deleted the agent group {name}': 'Agentengruppe {name} gelöscht',
  'Changed how desktop agents are updated': 'Aktualisierung der Desktop-Agenten geändert',
  'The update of desktop agents to {version} stopped':
    'Aktualisierung der Desktop-Agenten auf {version} angehalten',
  'Desktop agents': 'Desktop-Agenten',
  'You have reached the limit of {limit} desktop agents. Nothing was created. Retire one, or ask for more.':
    'Sie haben die Grenze von {limit} Desktop-Agenten erreicht. Es wurde nichts angelegt. Mustern Sie einen aus, oder bitten Sie um mehr.',
  'Choose at least one.': 'Wählen Sie mindestens einen Eintrag.',
  Agent: 'Agent',
  'Sync Client': 'Sync-Client',
  'A desktop agent, which keeps files in step; it calls Crossdock.':
    'Ein Desktop-Agent, der Dateien abgleicht; er ruft Crossdock auf.',
  'Client ID of the desktop agent, or its first 8 characters.':
    'Client-ID des Desktop-Agenten, oder ihre ersten 8 Zeichen.',
  'Client ID of the desktop agent.': 'Client-ID des Desktop-Agenten.',
  Command: 'Befehl',
  'Path on the machine': 'Pfad auf dem Rechner',
  'A file or folder in the allow-list of the agent.':
    'Eine Datei oder ein Ordner aus der Freigabeliste des Agenten.',
  'For sync_folder: "upload" or "download".': 'Bei sync_folder: „upload“ oder „download“.',
  'Asset folder': 'Ordner in Crossdock',
  'The default is /Agents and the name of the agent.':
    'Ohne Angabe ist es /Agents mit dem Namen des Agenten.',
  'Minutes until it must be done': 'Minuten, bis es erledigt sein muss',
  'The step fails after that. The default is one day.':
    'Danach schlägt der Schritt fehl. Ohne Angabe ein Tag.',
  'Choose the agent.': 'Wählen Sie den Agenten.',
  'Choose the command.': 'Wählen Sie den Befehl.',
  'Agent Command': 'Agentenbefehl',
  'Sends a command to a desktop agent and waits for its result':
    'Sendet einem Desktop-Agenten einen Befehl und wartet auf dessen Ergebnis',
  'The agent did not report the result in time.':
    'Der Agent hat das Ergebnis nicht rechtzeitig gemeldet.',
  'There is no desktop agent with the id "{id}".':
    'Einen Desktop-Agenten mit der ID „{id}“ gibt es nicht.',
  'There is no agent group with the id "{id}".':
    'Eine Agentengruppe mit der ID „{id}“ gibt es nicht.',
  'There is no command with the id "{id}".': 'Einen Befehl mit der ID „{id}“ gibt es nicht.',
  'Say hello first: the server does not know this process yet.':
    'Senden Sie zuerst hello: Der Server kennt diesen Prozess noch nicht.',
  'Say hello once.': 'Senden Sie hello nur einmal.',
  'The signature does not fit the new key.': 'Die Signatur passt nicht zum neuen Schlüssel.',
  'Many agents connect at the moment. Try again in {seconds} seconds.':
    'Gerade verbinden sich viele Agenten. Versuchen Sie es in {seconds} Sekunden noch einmal.',
  'There is no download for "{id}". Build the downloads on the server: npm run build:agents.':
    'Für „{id}“ gibt es keinen Download. Bauen Sie die Downloads auf dem Server: npm run build:agents.',
  'Only the program of a desktop agent connects here.':
    'Hier verbindet sich nur das Programm eines Desktop-Agenten.',
  'See desktop agents and their commands': 'Desktop-Agenten und ihre Befehle sehen',
  'Send commands to desktop agents, cancel and retry them':
    'Desktop-Agenten Befehle senden, sie abbrechen und wiederholen',
  'Add, rename, pause, group and retire desktop agents':
    'Desktop-Agenten hinzufügen, umbenennen, anhalten, gruppieren und ausmustern',
  'The organization of this agent is suspended. The agent goes on by itself when it is active again.':
    'Die Organisation dieses Agenten ist gesperrt. Er arbeitet von selbst weiter, sobald sie wieder aktiv ist.',
  'This agent is unknown here. Enroll it with a new token (Desktop agents, Deploy).':
    'Diesen Agenten kennt der Server nicht. Melden Sie ihn mit einem neuen Token an (Desktop-Agenten, Bereitstellen).',
  'The signature does not fit the key and the challenge. Ask for a new challenge and sign that with the key of this agent.':
    'Die Signatur passt nicht zum Schlüssel und zur Aufgabe. Holen Sie eine neue Aufgabe und signieren Sie diese mit dem Schlüssel dieses Agenten.',
  'This agent was retired. To use this machine again, enroll it with a new token (Desktop agents, Deploy).':
    'Dieser Agent wurde ausgemustert. Um den Rechner wieder zu benutzen, melden Sie ihn mit einem neuen Token an (Desktop-Agenten, Bereitstellen).',
  'This is a copy of an agent that runs elsewhere. Enroll this machine as a separate agent, with a new token (Desktop agents, Deploy).':
    'Dies ist die Kopie eines Agenten, der anderswo läuft. Melden Sie diesen Rechner mit einem neuen Token als eigenen Agenten an (Desktop-Agenten, Bereitstellen).',
  '1 desktop agent that works with their rights':
    '1 Desktop-Agent, der mit den Rechten dieser Person arbeitet',
  '{count} desktop agents that work with their rights':
    '{count} Desktop-Agenten, die mit den Rechten dieser Person arbeiten',
  'More than {count} desktop agents that work with their rights':
    'Mehr als {count} Desktop-Agenten, die mit den Rechten dieser Person arbeiten',
  'The agent "{name}" was retired. Enroll the machine again.':
    'Der Agent „{name}“ wurde ausgemustert. Melden Sie den Rechner neu an.',
  'An agent is called "{name}" already. Choose another name.':
    'Ein Agent heißt schon „{name}“. Wählen Sie einen anderen Namen.',
  'An agent acts for a person. Ask a person to take it over.':
    'Ein Agent handelt für eine Person. Lassen Sie ihn von einer Person übernehmen.',
  'A group is called "{name}" already. Choose another name.':
    'Eine Gruppe heißt schon „{name}“. Wählen Sie einen anderen Namen.',
  'There is no desktop agent with the client id "{clientId}".':
    'Einen Desktop-Agenten mit der Client-ID „{clientId}“ gibt es nicht.',
  'The agent "{name}" was retired. Choose another one.':
    'Der Agent „{name}“ wurde ausgemustert. Wählen Sie einen anderen.',
  'The agent "{name}" does not know the command {commandType}. Update it.':
    'Der Agent „{name}“ kennt den Befehl {commandType} nicht. Aktualisieren Sie ihn.',
  'The profile of the group of "{name}" does not allow the command {commandType}. Allow it there, or choose another agent.':
    'Das Profil der Gruppe von „{name}“ erlaubt den Befehl {commandType} nicht. Erlauben Sie ihn dort, oder wählen Sie einen anderen Agenten.',
  'Say which file or folder of the machine is meant.':
    'Geben Sie an, welche Datei oder welcher Ordner des Rechners gemeint ist.',
  'The action of sync_folder must be "upload" or "download".':
    'Die Aktion von sync_folder ist „upload“ oder „download“.',
  'Write the folder like "/Arrivals/New": it begins with a slash.':
    'Schreiben Sie den Ordner wie „/Eingang/Neu“: Er beginnt mit einem Schrägstrich.',
  'Write the time like 2026-03-01T08:00:00Z.': 'Schreiben Sie die Zeit wie 2026-03-01T08:00:00Z.',
  'The time limit is before the start time. Choose a later time.':
    'Die Zeit, bis zu der es erledigt sein muss, liegt vor dem Beginn.',
  'The command has already ended: {status}.': 'Der Befehl ist schon beendet: {status}.',
  'Only a failed or canceled command can be sent again; this one is {status}.':
    'Nur ein Befehl, der fehlschlug oder abgebrochen wurde, kann noch einmal gesendet werden; dieser ist {status}.',
  'An agent acts for a person. Have a person add it.':
    'Ein Agent handelt für eine Person. Lassen Sie ihn von einer Person hinzufügen.',
  'There is no enrollment token with the id "{id}".':
    'Einen Anmeldetoken mit der ID „{id}“ gibt es nicht.',
  'This token has added an agent already. Retire the agent instead.':
    'Dieser Token hat schon einen Agenten hinzugefügt. Mustern Sie stattdessen den Agenten aus.',
  'The environment {environment} is switched off, so no agent can be added.':
    'Die Umgebung {environment} ist abgeschaltet, daher kann kein Agent hinzugefügt werden.',
  'The agent "{name}" of a machine with the id "{machineId}" is connected. Retire it first. If this is another machine, give it an id of its own.':
    'Der Agent „{name}“ eines Rechners mit der ID „{machineId}“ ist verbunden. Mustern Sie ihn zuerst aus. Wenn dies ein anderer Rechner ist, geben Sie ihm eine eigene ID.',
  'The enrollment token is unknown. Create a new one (Desktop agents, Deploy) and use it.':
    'Der Anmeldetoken ist unbekannt. Legen Sie einen neuen an (Desktop-Agenten, Bereitstellen) und benutzen Sie ihn.',
  'The enrollment token was revoked. Create a new one (Desktop agents, Deploy).':
    'Der Anmeldetoken wurde widerrufen. Legen Sie einen neuen an (Desktop-Agenten, Bereitstellen).',
  'The enrollment token has expired: it is valid for 24 hours. Create a new one (Desktop agents, Deploy).':
    'Der Anmeldetoken ist abgelaufen: Er gilt 24 Stunden. Legen Sie einen neuen an (Desktop-Agenten, Bereitstellen).',
  'The enrollment token was already used: each adds one agent. Create a new one (Desktop agents, Deploy).':
    'Der Anmeldetoken wurde schon benutzt: Jeder fügt einen Agenten hinzu. Legen Sie einen neuen an (Desktop-Agenten, Bereitstellen).',
  'The person who created the enrollment token may no longer sign in. Have another person create a new one.':
    'Die Person, die den Anmeldetoken angelegt hat, darf sich nicht mehr anmelden. Lassen Sie eine andere Person einen neuen anlegen.',
  'Agent commands': 'Agentenbefehle',
  'Commands to desktop agents that have ended, with their results.':
    'Beendete Befehle an Desktop-Agenten mit ihren Ergebnissen.',
  'The session of this agent is unknown or has ended, or the agent is retired. Begin a new session.':
    'Die Sitzung dieses Agenten ist unbekannt oder beendet, oder der Agent ist ausgemustert. Beginnen Sie eine neue Sitzung.',
  'A desktop agent may only read and write files. Use an API token for this.':
    'Ein Desktop-Agent liest und schreibt Dateien und tut hier sonst nichts.',
  'At "{folder}", above it or below it is a folder that is closed to you. Choose another one.':
    'Bei "{folder}", darüber oder darunter liegt ein Ordner, der für Sie geschlossen ist. Wählen Sie einen anderen.',
  'The {field} cannot be used: it holds characters that cannot be seen.':
    'Das Feld {field} ist unbrauchbar: Es enthält unsichtbare Zeichen.',
  'The {field} is the client ID of a desktop agent, or its first 8 characters.':
    'Das Feld {field} ist die Client-ID eines Desktop-Agenten oder sind deren erste 8 Zeichen.',
}
