import promotion from './promotion.de.js'
import variables from './variables.de.js'

/** German texts of environments. */
export default {
  'Request for more': 'Anfrage nach mehr',
  'An organization asks you to raise a limit.':
    'Eine Organisation bittet Sie, eine Grenze zu erhöhen.',
  '{tenant} asks for more in {environment}: {label}':
    '{tenant} bittet um mehr in {environment}: {label}',
  'Open the environments': 'Umgebungen öffnen',
  'The limit "{name}" has its own field. Set it next to "limits".':
    'Die Grenze „{name}“ ist ein eigenes Feld: Setzen Sie es neben „limits“.',
  'There is no meter "{name}": no installed plugin adds one.':
    'Einen Zähler „{name}“ gibt es nicht: Kein Plugin hier fügt einen hinzu.',
  'There is no meter "{name}". Use one of: {known}.':
    'Einen Zähler „{name}“ gibt es nicht. Es gibt: {known}.',
  ...promotion,
  ...variables,
  'There is no environment with the id or name "{id}".':
    'Eine Umgebung mit der ID oder dem Namen „{id}“ gibt es nicht.',
  'API calls per month': 'API-Aufrufe im Monat',
  'API calls per minute': 'API-Aufrufe in der Minute',
  'Concurrent connections': 'Gleichzeitige Verbindungen',
  'The {limit} API calls that this environment may make in a month (apiCallsPerMonth) are used up. The count resets on {date} (UTC). To continue before then, ask the operator to raise the limit.':
    'Die {limit} API-Aufrufe, die diese Umgebung im Monat machen darf (apiCallsPerMonth), sind verbraucht. Am {date} (UTC) beginnen sie neu. Um vorher weiterzumachen, lassen Sie die Grenze anheben.',
  'This environment may make {limit} API calls a minute (rateLimitPerMinute). Try again in {seconds} seconds.':
    'Diese Umgebung darf {limit} API-Aufrufe in der Minute machen (rateLimitPerMinute). Versuchen Sie es in {seconds} Sekunden noch einmal.',
  'This environment may have {limit} API calls under way at a time (concurrentConnections). Wait for one to end and try again, in {seconds} seconds at the earliest.':
    'Diese Umgebung darf {limit} API-Aufrufe gleichzeitig offen haben (concurrentConnections). Warten Sie, bis einer zu Ende ist, und versuchen Sie es noch einmal, frühestens in {seconds} Sekunden.',
  'Your browser has made {points} calls within a minute. Try again in {wait} seconds.':
    'Ihr Browser hat innerhalb einer Minute {points} Aufrufe gemacht. Versuchen Sie es in {wait} Sekunden noch einmal.',
  '"since" must not be later than "until".': '„since“ darf nicht nach „until“ liegen.',
  'Ask for {most} days at most.': 'Fragen Sie nach höchstens {most} Tagen.',
  '"{field}" must be a day such as 2026-01-31.': '„{field}“ muss ein Tag wie 2026-01-31 sein.',
  'Asked the operator for more in {environment}: {label}':
    'Hat den Betreiber um mehr gebeten, in {environment}: {label}',
  'Your organization has asked often today. Try again in {wait} seconds.':
    'Ihre Organisation hat heute schon oft gefragt. Versuchen Sie es in {wait} Sekunden noch einmal.',
  'Your organization has asked often today. Try again in {wait} minutes.':
    'Ihre Organisation hat heute schon oft gefragt. Versuchen Sie es in {wait} Minuten noch einmal.',
  'Your organization has asked often today. Try again in {wait} hours.':
    'Ihre Organisation hat heute schon oft gefragt. Versuchen Sie es in {wait} Stunden noch einmal.',
  'There is no limit "{name}".': 'Es gibt kein Limit „{name}“.',
  '{label} in {environment}: more than {threshold} % are used ({used} of {limit})':
    '{label} in {environment}: mehr als {threshold} % sind verbraucht ({used} von {limit})',
  'There is no environment with the id "{id}".': 'Eine Umgebung mit der ID „{id}“ gibt es nicht.',
  'There is no tenant "{tenant}".': 'Einen Mandanten „{tenant}“ gibt es nicht.',
  'The environment of this token was deleted. Use a token of another environment.':
    'Die Umgebung, in der dieses Token arbeitet, wurde gelöscht. Verwenden Sie ein Token einer anderen.',
  'The environment "{name}" is not active, so nothing was done. Name another one in X-Environment, or ask the operator to activate it.':
    'Die Umgebung „{name}“ ist nicht aktiv; deshalb wurde nichts ausgeführt. Nennen Sie in X-Environment eine andere, oder bitten Sie den Betreiber, sie zu aktivieren.',
  'Created the environment {environment}': 'Umgebung {environment} angelegt',
  'Changed the environment {environment}': 'Umgebung {environment} geändert',
  'Deleted the environment {environment}': 'Umgebung {environment} gelöscht',
  'Restored the environment {environment}': 'Umgebung {environment} wiederhergestellt',
  'This tenant already has an environment "{name}". Change that one, or choose another name.':
    'Dieser Mandant hat schon eine Umgebung „{name}“ und kann von jedem Namen eine haben. Ändern Sie jene, oder wählen Sie einen anderen Namen.',
  'The name of an environment cannot change: it stays "{name}".':
    'Der Name einer Umgebung lässt sich nicht ändern: Er bleibt „{name}“.',
  'An environment stays with its tenant.': 'Eine Umgebung bleibt bei ihrem Mandanten.',
  'Every tenant has its production environment: it cannot be deleted. Make it inactive instead.':
    'Jeder Mandant hat seine Produktionsumgebung: Sie lässt sich nicht löschen. Schalten Sie sie stattdessen inaktiv.',
  'The environment "{name}" is not deleted, so there is nothing to restore.':
    'Die Umgebung „{name}“ ist nicht gelöscht; es gibt also nichts wiederherzustellen.',
  'This environment was deleted more than {minutes} minutes ago and is gone permanently. Create a new one instead.':
    'Diese Umgebung wurde vor mehr als {minutes} Minuten gelöscht und ist endgültig weg. Legen Sie stattdessen eine neue an.',
  'The {field} field is required.': 'Das Feld {field} ist erforderlich.',
  'The {field} field must not be empty.': 'Das Feld {field} darf nicht leer sein.',
  'The {field} field must be one of: {choices}.':
    'Das Feld {field} muss eines davon sein: {choices}.',
  'The {field} field must be true or false.': 'Das Feld {field} muss true oder false sein.',
  'The {field} field must be a number.': 'Das Feld {field} muss eine Zahl sein.',
  'The {field} field must be a whole number.': 'Das Feld {field} muss eine ganze Zahl sein.',
  'The {field} field must be from {min} to {max}.':
    'Das Feld {field} muss zwischen {min} und {max} liegen.',
  'The {field} field must be a JSON object.': 'Das Feld {field} muss ein JSON-Objekt sein.',
  'The {field} field must be a text.': 'Das Feld {field} muss ein Text sein.',
  'The {field} must start with http:// or https://.':
    '{field} muss mit http:// oder https:// anfangen.',
  'The {field} must not hold a user name or password.':
    '{field} darf weder Benutzernamen noch Passwort enthalten.',
  'The {field} must be a host name such as {example}, without protocol, port or path.':
    '{field} muss ein Hostname wie {example} sein, ohne Protokoll, Port und Pfad.',
  '"{name}" is not the name of a meter.': '„{name}“ ist kein Name eines Zählers.',
  Usage: 'Nutzung',
  'Usage of each environment, day by day.': 'Was in jeder Umgebung genutzt wurde, Tag für Tag.',
  'This month is compared with the one before.': 'Dieser Monat wird mit dem vorigen verglichen.',
  'Limit nearly reached': 'Grenze fast erreicht',
  'An environment has used more than 75 % or 90 % of a limit.':
    'Eine Umgebung hat mehr als 75 % oder 90 % dessen verbraucht, was sie verbrauchen darf.',
}
