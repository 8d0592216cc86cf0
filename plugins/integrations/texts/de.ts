import notify from './notify.de.js'
import imports from './imports.de.js'
import hooks from './hooks.de.js'
import kinds from './kinds.de.js'
import templates from './templates.de.js'

/** German texts of integrations. */
export default {
  ...notify,
  ...kinds,
  ...imports,
  ...templates,
  ...hooks,
  'Events of {name} start flows: {flows}. Delete them or choose another system there. Then {name} can be deleted.':
    'Ereignisse von {name} starten Abläufe: {flows}. Löschen Sie diese oder wählen Sie dort ein anderes System. Dann kann {name} gelöscht werden.',
  '{name} gets another address or authentication. Its credentials in the target, and those in its endpoints, belong to the former one. They are deleted, and {name} is inactive until they are entered again.':
    '{name} bekommt eine andere Adresse oder Authentifizierung. Seine Zugangsdaten im Ziel und solche, die in seinen Endpunkten stehen, galten der bisherigen: Sie werden gelöscht, und es ist inaktiv, bis neue eingegeben sind.',
  '{name} gets another address or authentication, and these also send secrets there: {places}. They are kept, and {name} is inactive until a person checks them and activates it.':
    '{name} bekommt eine andere Adresse oder Authentifizierung, und auch diese senden Geheimnisse dorthin: {places}. Sie bleiben, wie sie sind, und es ist inaktiv, bis jemand sie angesehen hat und es einschaltet.',
  '{name} is bound to folders in the source. Folder bindings are not promoted: in the target it gets no files until it is bound to folders there.':
    '{name} ist in der Quelle an Ordner gebunden. Ordnerbindungen werden nicht übernommen: Im Ziel bekommt es keine Dateien, bis es dort an Ordner gebunden ist.',
  '{name} is bound to folders in the source, and to none in the target, where it gets all files. Folder bindings are not promoted.':
    '{name} ist in der Quelle an Ordner gebunden und im Ziel an keinen; dort bekommt es alle Dateien. Ordnerbindungen werden nicht übernommen.',
  '{name} would be deleted and has been bound to a folder since. Delete the binding first.':
    '{name} würde gelöscht und ist seither an einen Ordner gebunden worden. Löschen Sie zuerst die Bindung.',
  'The {field} has braces in its host. Write a variable as {example}.':
    'Das Feld {field} hat geschweifte Klammern im Host. Ein Platz für eine Variable lautet {example}.',
  'There is no variable {name} in this environment: calls are refused.':
    'Die Variable {name} gibt es in dieser Umgebung nicht: Aufrufe werden abgelehnt.',
  'The base URL of {system} uses the variable {name}, which does not exist in this environment: calls are refused.':
    'Die Variable {name}, für die die Basis-URL von {system} einen Platz hat, gibt es in dieser Umgebung nicht: Aufrufe werden abgelehnt.',
  'The {field} must start with http://, https:// or a variable that contains an HTTP address, followed by a slash: {example}.':
    'Das Feld {field} muss mit http://, https:// oder einer Variable beginnen, die eine solche Adresse enthält, gefolgt von einem Schrägstrich: {example}.',
  '{name} takes {limit} calls at once, and all slots are in use.':
    '{name} nimmt {limit} Aufrufe gleichzeitig an, und alle Plätze sind belegt.',
  '{name} takes {limit} calls a minute, and all of them are used.':
    '{name} nimmt {limit} Aufrufe in der Minute an, und alle sind verbraucht.',
  '{name} takes {limit} calls at once, and all slots are in use. Try again when a call has ended.':
    '{name} nimmt {limit} Aufrufe gleichzeitig an, und alle Plätze sind belegt. Versuchen Sie es wieder, wenn ein Aufruf geendet hat.',
  '{name} takes {limit} calls a minute, and all of them are used. Try again in {seconds} seconds.':
    '{name} nimmt {limit} Aufrufe in der Minute an, und alle sind verbraucht. Versuchen Sie es in {seconds} Sekunden wieder.',
  'Calls to {name} were paused by a person and stay paused until a person resets them.':
    'Aufrufe von {name} sind von Hand angehalten, bis eine Person sie zurücksetzt.',
  'Calls to {name} are paused.': 'Aufrufe von {name} pausieren.',
  'Calls to {name} are paused because it failed several times in a row. Crossdock tries again by itself.':
    'Aufrufe von {name} pausieren, weil es mehrmals nacheinander versagt hat. Crossdock versucht es von selbst wieder.',
  'Paused the calls to {name}': 'Aufrufe von {name} angehalten',
  'Calls to {name} pause: it failed several times in a row':
    'Aufrufe von {name} pausieren: Es hat mehrmals nacheinander versagt',
  'Reset {name}: it is called again': '{name} zurückgesetzt: Es wird wieder aufgerufen',
  '{name} answers again, and is called again': '{name} antwortet wieder und wird wieder aufgerufen',
  'Calls to a system pause': 'Aufrufe eines Systems pausieren',
  'A system failed several times in a row. Sent at most once an hour for each system.':
    'Ein System hat mehrmals nacheinander versagt. Einmal in der Stunde je System.',
  'Calls to {name} paused {count} times within an hour':
    'Aufrufe von {name} haben in einer Stunde {count}-mal pausiert',
  'Granted access to {name}': 'Zugriff auf {name} gewährt',
  '{name} has to be connected again': '{name} muss neu verbunden werden',
  'A system has to be connected again': 'Ein System muss neu verbunden werden',
  'The provider of a system does not accept its tokens any more.':
    'Der Anbieter eines Systems nimmt dessen Tokens nicht mehr an.',
  'Enter the authorization URL and the client ID of {name} first.':
    'Tragen Sie zuerst die Autorisierungs-URL und die Client-ID von {name} ein.',
  '{name} does not sign in by OAuth 2.0 with an authorization code.':
    '{name} meldet sich nicht mit OAuth 2.0 und Autorisierungscode an.',
  '{name} cannot be connected: {reason}': '{name} lässt sich nicht verbinden: {reason}',
  'Connected {name}': '{name} verbunden',
  'Updated the connection to {name}': 'Verbindung zu {name} geändert',
  'Disconnected {name}': '{name} getrennt',
  'Added the endpoint {name} to {system}': 'Endpunkt {name} zu {system} hinzugefügt',
  'Updated the endpoint {name} of {system}': 'Endpunkt {name} von {system} geändert',
  'Deleted the endpoint {name} of {system}': 'Endpunkt {name} von {system} gelöscht',
  'Bound {system} to a folder': '{system} an einen Ordner gebunden',
  'Changed a folder binding of {system}': 'Ordnerbindung von {system} geändert',
  'Deleted a folder binding of {system}': 'Ordnerbindung von {system} gelöscht',
  'There is no folder binding with the id "{id}".':
    'Eine Ordnerbindung mit der ID „{id}“ gibt es nicht.',
  'A binding cannot change its system or its folder. Delete it and add another one.':
    'Eine Bindung bleibt bei ihrem System und ihrem Ordner. Löschen Sie sie, und legen Sie eine andere an.',
  '{name} is bound to this folder already. Change that binding.':
    '{name} ist an diesen Ordner schon gebunden. Ändern Sie diese Bindung.',
  'The permissions may be: {choices}.': 'Mögliche Rechte sind: {choices}.',
  'The {field} field is required.': 'Das Feld {field} ist erforderlich.',
  'The {field} field must not be empty.': 'Das Feld {field} darf nicht leer sein.',
  'The {field} field must be one of: {choices}.':
    'Das Feld {field} muss eines davon sein: {choices}.',
  'Choose at least one capability: send, receive or observe.':
    'Wählen Sie mindestens eine Fähigkeit: send, receive oder observe.',
  'The capabilities may be: {choices}.': 'Mögliche Fähigkeiten sind: {choices}.',
  'The triggers may be: {choices}.': 'Mögliche Auslöser sind: {choices}.',
  'The expected status codes must be numbers.': 'Die erwarteten Statuscodes müssen Zahlen sein.',
  'The expected status codes must be from 100 to 599.':
    'Die erwarteten Statuscodes müssen zwischen 100 und 599 liegen.',
  'The {field} field must be true or false.': 'Das Feld {field} muss true oder false sein.',
  'The {field} field must be a list.': 'Das Feld {field} muss eine Liste sein.',
  'The {field} field must be a JSON object.': 'Das Feld {field} muss ein JSON-Objekt sein.',
  'The {field} field must be a text.': 'Das Feld {field} muss ein Text sein.',
  'The {field} holds a line end or another control character.':
    '{field} enthält ein Zeilenende oder ein anderes Steuerzeichen.',
  'The {field} must start with http:// or https://.':
    '{field} muss mit http:// oder https:// anfangen.',
  'The {field} must not hold a user name or password; enter them as credentials.':
    '{field} darf weder Benutzernamen noch Passwort enthalten; tragen Sie sie als Zugangsdaten ein.',
  "The {field} must be relative to the system's base URL, such as {example}.":
    '{field} muss relativ zur Basis-URL des Systems sein, etwa {example}.',
  'The {field} must not leave the base URL with "..", plain or encoded.':
    '{field} darf die Basis-URL nicht mit „..“ verlassen, auch nicht verschlüsselt geschrieben.',
  'The {field} hold "{name}", which is not a header name.':
    'In {field} steht „{name}“; das ist kein Name eines Headers.',
  'The {field} hold "Host", which follows from the base URL.':
    'In {field} steht „Host“; dieser Header ergibt sich aus der Basis-URL.',
  'The header "{name}" holds a character headers cannot carry.':
    'Der Header „{name}“ enthält ein Zeichen, das in Headern nicht stehen kann.',
  'The {field} hold "{path}", which is not a field path.':
    'In {field} steht „{path}“; das ist kein Feldpfad.',
  '{text} is never filled. Known after "{root}.": {known}.':
    '{text} wird nie ausgefüllt. Bekannt nach „{root}.“: {known}.',
  '{text} is not a valid placeholder. Write {right}, or {literal} for the text itself.':
    '{text} ist kein gültiger Platzhalter. Schreiben Sie {right}, oder {literal} für den Text selbst.',
  'The name of a field is sent as it is written: {text} would not be filled. Put it into a value.':
    'Der Name eines Felds wird so gesendet, wie er geschrieben ist: {text} würde nicht ausgefüllt. Setzen Sie den Platzhalter in einen Wert.',
  'Choose the endpoint this step calls.': 'Wählen Sie den Endpunkt, den dieser Schritt aufruft.',
  'There is no API endpoint with the id "{id}".':
    'Einen API-Endpunkt mit der ID „{id}“ gibt es nicht.',
  'Endpoint {name} belongs to another external system.':
    'Der Endpunkt {name} gehört zu einem anderen externen System.',
  'Endpoint {name} is inbound and cannot be called.':
    'Der Endpunkt {name} ist eingehend und lässt sich nicht aufrufen.',
  'A {method} request cannot carry a file.': 'Eine {method}-Anfrage kann keine Datei mitnehmen.',
  '{field} must be one of: {choices}.': '{field} muss eines davon sein: {choices}.',
  '{field} must be a JSON object of values for the placeholders of the endpoint.':
    '{field} muss ein JSON-Objekt mit Werten für die Platzhalter des Endpunkts sein.',
  'The mapping of {endpoint} reads "{source}", which none of the last {count} files has: "{target}" is left out.':
    'Die Zuordnung von {endpoint} liest „{source}“, was keine der letzten {count} Dateien hat: „{target}“ entfällt.',
  'None of the last {count} files has "{source}".':
    'Keine der letzten {count} Dateien hat „{source}“.',
  'There is no call with the id "{id}".': 'Einen Aufruf mit der ID „{id}“ gibt es nicht.',
  'There is no external system with the id "{id}".':
    'Ein externes System mit der ID „{id}“ gibt es nicht.',
  'The client left before the answer came.': 'Die Verbindung endete, bevor die Antwort kam.',
  'The address has changed. Enter the credentials again or set them to null ({names}): the stored ones were given for another host.':
    'Die Adresse hat sich geändert. Geben Sie die Zugangsdaten neu ein, oder setzen Sie sie auf null ({names}): Die hinterlegten galten einem anderen Host.',
  '{connector} does not know the authentication {name}. Known: {known}.':
    '{connector} kennt die Anmeldung {name} nicht. Bekannt sind: {known}.',
  'There is no connector for the system type "{name}". Known: {known}.':
    'Für die Systemart „{name}“ gibt es keinen Connector. Bekannt sind: {known}.',
  'There is no authentication type "{name}". Known: {known}.':
    'Eine Anmeldung der Art „{name}“ gibt es nicht. Bekannt sind: {known}.',
  'Neither this file nor any of the last {count} has "{source}": "{target}" is left out.':
    'Weder diese Datei noch eine der letzten {count} hat „{source}“: „{target}“ entfällt.',
  'None of the last {count} files has "{source}": "{target}" is left out.':
    'Keine der letzten {count} Dateien hat „{source}“: „{target}“ entfällt.',
  'There is no field "{source}" of a person. Known: {known}.':
    'Ein Feld „{source}“ einer Person gibt es nicht. Bekannt sind: {known}.',
  'There is no field "{source}" of a run. Known: {known}.':
    'Ein Feld „{source}“ einer Ausführung gibt es nicht. Bekannt sind: {known}.',
  '"{target}" is filled from {other} already. Fill it from one of them.':
    '„{target}“ wird schon aus {other} gefüllt. Füllen Sie es nur aus einem von beiden.',
  'There is no asset with the id "{id}".': 'Eine Datei mit der ID „{id}“ gibt es nicht.',
  'There is no tenant "{tenant}".': 'Einen Mandanten „{tenant}“ gibt es nicht.',
  'There is no egress allowance with the id "{id}".':
    'Eine Freigabe ausgehender Aufrufe mit der ID „{id}“ gibt es nicht.',
  '"{given}" is not a range. Write a CIDR such as 10.1.0.0/16, or a single address; the port has a field of its own.':
    '„{given}“ ist kein Bereich. Schreiben Sie ein CIDR wie 10.1.0.0/16 oder eine einzelne Adresse; der Port hat ein eigenes Feld.',
  'External systems': 'Externe Systeme',
  'API endpoints': 'API-Endpunkte',
  'You have reached the limit of {limit} external systems. Nothing was created. Delete one, or ask for more.':
    'Sie haben die Grenze von {limit} externen Systemen erreicht. Es wurde nichts angelegt. Löschen Sie eines, oder bitten Sie um mehr.',
  'You have reached the limit of {limit} API endpoints. Nothing was created. Delete one, or ask for more.':
    'Sie haben die Grenze von {limit} API-Endpunkten erreicht. Es wurde nichts angelegt. Löschen Sie einen, oder bitten Sie um mehr.',
  Calls: 'Aufrufe',
  'Calls to other systems, with what was sent and answered.':
    'Aufrufe anderer Systeme mit dem, was gesendet und geantwortet wurde.',
  'The call "{id}" has no stored body of this name.':
    'Der Aufruf „{id}“ hat keinen gespeicherten Inhalt dieses Namens.',
  'This call has not ended yet. Wait for its end.':
    'Dieser Aufruf ist noch nicht beendet. Warten Sie sein Ende ab.',
  'This call cannot be made again: its system was deleted.':
    'Dieser Aufruf kann nicht wiederholt werden: Sein System wurde gelöscht.',
  'This call cannot be made again: its endpoint was deleted.':
    'Dieser Aufruf kann nicht wiederholt werden: Sein Endpunkt wurde gelöscht.',
  'This call cannot be made again: neither its request nor its parameters are stored whole.':
    'Dieser Aufruf kann nicht wiederholt werden: Weder seine Anfrage noch seine Parameter sind vollständig gespeichert.',
  'This call cannot be made again: a secret in its parameters is not stored.':
    'Dieser Aufruf kann nicht wiederholt werden: Ein Geheimnis in seinen Parametern ist nicht gespeichert.',
  'This call cannot be made again: its file has changed since.':
    'Dieser Aufruf kann nicht wiederholt werden: Seine Datei wurde inzwischen geändert.',
  'This call cannot be made again. {reason}':
    'Dieser Aufruf kann nicht wiederholt werden. {reason}',
  'This call cannot be made again: its file was deleted.':
    'Dieser Aufruf kann nicht wiederholt werden: Seine Datei wurde gelöscht.',
}
