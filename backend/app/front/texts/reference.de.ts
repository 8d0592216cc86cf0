/** German for the sentences of the API reference. */
export default {
  'The server cannot read the request. Check its address, headers, and body.':
    'Der Server kann die Anfrage nicht lesen. Prüfen Sie Adresse, Kopfzeilen und Inhalt.',
  '"{field}" must be JSON.': '„{field}“ muss JSON sein.',
  'A caller may send {standard} requests an hour, {enterprise} with the plan Enterprise, and {burst} a minute.':
    'Ein Aufrufer darf {standard} Anfragen je Stunde senden, mit dem Tarif Enterprise {enterprise}, und {burst} je Minute.',
  'A field is missing or has a wrong value. The answer names each field.':
    'Ein Feld fehlt oder hat einen falschen Wert. Die Antwort nennt jedes Feld.',
  'This list does not support the filter, the sort or the limit.':
    'Einen solchen Filter, eine solche Sortierung oder ein solches Limit nimmt diese Liste nicht an.',
  'A folder or a machine of the sync contract is missing.':
    'Ein Ordner oder ein Rechner des Sync-Vertrags fehlt.',
  'A list returns data and nextCursor. Send nextCursor as cursor to read the next page. A page has at most {most} rows (limit).':
    'Eine Liste antwortet mit data und nextCursor. Senden Sie nextCursor als cursor, um die nächste Seite zu lesen. Eine Seite hat höchstens {most} Zeilen (limit).',
  'A name in the query is unknown, or is given twice.':
    'Ein Name in der Abfrage ist unbekannt oder steht zweimal da.',
  'An error is problem details (RFC 9457) with a stable code and a sentence that says what to do.':
    'Eine Ablehnung besteht aus Problem Details (RFC 9457) mit einem festen Code und einem Satz, der sagt, was zu tun ist.',
  'About the API': 'Über die API',
  'All error codes': 'Alle Fehlercodes',
  'An API token can be exchanged for a bearer token of an hour (POST /auth/token).':
    'Ein API-Token lässt sich gegen ein Bearer-Token tauschen, das eine Stunde gilt (POST /auth/token).',
  'An event has a type, a timestamp, and data of the type’s schema. The description has all of them under `webhooks`. `GET /api/v2/events` reads them from the log.':
    'Ein Ereignis hat einen Typ, einen Zeitpunkt und Daten nach dem Schema des Typs. Die Beschreibung enthält alle unter `webhooks`. `GET /api/v2/events` liest sie aus dem Protokoll.',
  Analytics: 'Auswertung',
  Answer: 'Antwort',
  Assets: 'Dateien',
  'At most {most} characters': 'Höchstens {most} Zeichen',
  'At most {most} entries': 'Höchstens {most} Einträge',
  Authentication: 'Anmeldung',
  'Base URL': 'Basisadresse',
  'Bearer authentication': 'Anmeldung mit Bearer-Token',
  Body: 'Inhalt',
  'Body: {type}': 'Inhalt: {type}',
  Burst: 'Spitze',
  'Calls to this system are paused because they failed.':
    'Aufrufe dieses Systems sind angehalten, weil sie fehlgeschlagen sind.',
  Cancel: 'Abbrechen',
  Changelog: 'Änderungen',
  'Choose an operation. Now: {where}': 'Operation wählen. Jetzt: {where}',
  Copied: 'Kopiert',
  Copy: 'Kopieren',
  'Copy: {what}': 'Kopieren: {what}',
  'Default: {value}': 'Vorgabe: {value}',
  'Each answer reports the limits: RateLimit has the rest and RateLimit-Policy the limits. A request beyond them is refused with 429, and Retry-After says after how many seconds to send it again.':
    'Jede Antwort sagt, was übrig ist: RateLimit enthält den Rest und RateLimit-Policy die Grenzen. Eine Anfrage darüber hinaus wird mit 429 abgelehnt, und Retry-After sagt, in wie vielen Sekunden sie noch einmal gesendet werden darf.',
  'Error codes': 'Fehlercodes',
  Errors: 'Fehler',
  'Example in': 'Beispiel in',
  Examples: 'Beispiele',
  'From {minimum} to {maximum}': 'Von {minimum} bis {maximum}',
  Headers: 'Kopfzeilen',
  'It contains nothing else.': 'Es enthält sonst nichts.',
  Lists: 'Listen',
  'Lists are read by cursor: rows that come or go between two pages are neither repeated nor left out.':
    'Listen werden mit einem Cursor gelesen: Zeilen, die zwischen zwei Seiten hinzukommen oder wegfallen, werden weder wiederholt noch ausgelassen.',
  'Create an API token in the console (API Tokens) and exchange it for a bearer token, which is valid for {seconds} seconds. Send it with each request as "Authorization: Bearer …". The API token itself works as well.':
    'Erstellen Sie in der Konsole ein API-Token (API-Tokens) und tauschen Sie es gegen ein Bearer-Token, das {seconds} Sekunden gilt. Senden Sie es mit jeder Anfrage als „Authorization: Bearer …“. Auch das API-Token selbst gilt.',
  'More would be deleted than was confirmed. Look at the plan and confirm it.':
    'Es würde mehr gelöscht, als bestätigt wurde. Sehen Sie sich den Plan an und bestätigen Sie ihn.',
  'No operation has "{words}".': 'Keine Operation enthält „{words}“.',
  'No operation matches.': 'Keine passende Operation.',
  'No sign-in needed': 'Ohne Anmeldung',
  'The request has no token and no session.': 'Die Anfrage hat weder Token noch Sitzung.',
  'Nothing: the status reports success.': 'Nichts: Der Status sagt, dass es getan ist.',
  'One of: {values}': 'Eines von: {values}',
  'Only the beginning is shown.': 'Nur der Anfang wird gezeigt.',
  'Operations have addresses under /api/v2 and answer with data. Lists also have nextCursor.':
    'Operationen haben Adressen unter /api/v2 und antworten mit data. Listen haben außerdem nextCursor.',
  'Page not found': 'Seite nicht gefunden',
  'Programs decide by the code, which stays the same. People read the sentence, which may change and comes in the language of Accept-Language.':
    'Programme richten sich nach dem Code, der gleich bleibt. Menschen lesen den Satz, der sich ändern kann und in der Sprache von Accept-Language kommt.',
  'Programs do what people do in the console: same operations, same permissions, same log.':
    'Programme tun, was Menschen in der Konsole tun: dieselben Operationen, dieselben Rechte, dasselbe Protokoll.',
  'Rate limits': 'Grenzen für Anfragen',
  'Read with the permission {permission}': 'Lesbar mit der Berechtigung {permission}',
  'Operations found: {count}': 'Operationen gefunden: {count}',
  'Operations with "{words}": {count}': 'Operationen mit „{words}“: {count}',
  Reference: 'Nachschlagen',
  Request: 'Anfrage',
  'Requests of a caller are limited by the hour and by the minute.':
    'Die Anfragen eines Aufrufers sind je Stunde und je Minute begrenzt.',
  'Requests, Enterprise': 'Anfragen, Enterprise',
  'Requests, standard': 'Anfragen, Standard',
  Required: 'Erforderlich',
  'Rows of a page (limit)': 'Zeilen einer Seite (limit)',
  'Scope {permission}': 'Recht {permission}',
  Search: 'Suche',
  'Search operations': 'Operationen suchen',
  Sections: 'Abschnitte',
  'Send request': 'Anfrage senden',
  'Send {method}?': '{method} senden?',
  'Sending requests from this page needs JavaScript.':
    'Um von dieser Seite Anfragen zu senden, ist JavaScript nötig.',
  'Sends a real request': 'Sendet eine echte Anfrage',
  'Sends a real request to {environment}': 'Sendet eine echte Anfrage an {environment}',
  'Signed in': 'Angemeldet',
  'Signed in as {name}': 'Angemeldet als {name}',
  Start: 'Einstieg',
  'Sync and agents': 'Synchronisation und Agents',
  Tenants: 'Mandanten',
  'The API of {product}: {name}': 'Die API von {product}: {name}',
  'This operation does not support the Content-Type.':
    'Diesen Content-Type liest die Operation nicht.',
  'The OpenAPI description cannot be imported. The answer says which part is wrong.':
    'Die OpenAPI-Beschreibung lässt sich nicht importieren. Die Antwort sagt, welcher Teil falsch ist.',
  'This server may not call the address.': 'Diese Adresse darf der Server nicht aufrufen.',
  'The answer of the system that was called cannot be read.':
    'Die Antwort des aufgerufenen Systems lässt sich nicht lesen.',
  'The body cannot be read, or the connection was closed before it was complete.':
    'Der Inhalt lässt sich nicht lesen, oder die Verbindung wurde geschlossen, bevor er vollständig war.',
  'The body is larger than this operation allows.':
    'Der Inhalt ist größer, als die Operation annimmt.',
  'The bytes of a file': 'Die Bytes einer Datei',
  'The bytes of a file.': 'Die Bytes einer Datei.',
  'The change would lock you or all administrators out.':
    'Die Änderung würde Sie oder alle Verwalter aussperren.',
  'The cursor is incomplete, or belongs to another list, filter or sort.':
    'Der Cursor ist abgeschnitten oder stammt von einer anderen Liste, einem anderen Filter oder einer anderen Sortierung.',
  'The description has the events under webhooks, each with its schema.':
    'Die Beschreibung enthält unter webhooks die Ereignisse, jedes mit seinem Schema.',
  'The folder for files of the webhook is missing or cannot be used.':
    'Der Ordner für Dateien des Webhooks fehlt oder ist nicht verwendbar.',
  'The organization has no environment of this name.':
    'Eine Umgebung dieses Namens hat die Organisation nicht.',
  'The current state does not allow it, or the name is taken.':
    'Der jetzige Zustand lässt es nicht zu, oder der Name ist vergeben.',
  'The request came too slowly. Send it again.':
    'Die Anfrage kam zu langsam. Senden Sie sie noch einmal.',
  'The server could not be reached.': 'Der Server war nicht zu erreichen.',
  'The state of the tenant does not allow this.': 'Der Zustand des Mandanten lässt das nicht zu.',
  'The system accepts no more calls now. Retry-After says when it does.':
    'Das System nimmt im Moment keine weiteren Aufrufe an. Retry-After sagt, wann wieder.',
  'The answer of the system that was called is too large.':
    'Das aufgerufene System hat mit mehr geantwortet, als gelesen wird.',
  'The system that was called cannot be reached.': 'Das aufgerufene System ist nicht zu erreichen.',
  'The system that was called did not answer in time.':
    'Das aufgerufene System hat nicht rechtzeitig geantwortet.',
  'The resource has changed since you read it (If-Match). Read it again.':
    'Das Objekt hat sich geändert, seit Sie es gelesen haben (If-Match). Lesen Sie es noch einmal.',
  'The token is unknown, has expired, or was revoked.':
    'Das Token ist unbekannt, abgelaufen oder widerrufen.',
  'The token stays in this page and is forgotten when you leave or reload it.':
    'Das Token bleibt in dieser Seite und wird vergessen, wenn Sie sie verlassen oder neu laden.',
  'There is no picture of this file.': 'Von dieser Datei gibt es kein Bild.',
  'The resource does not exist, or you may not see it.':
    'Das gibt es nicht, oder Sie dürfen es nicht sehen.',
  'They are counted by token, or by session. The limits of the environment count as well: calls a minute and a month, and calls at a time.':
    'Gezählt wird je Token oder Sitzung. Dazu gelten die Grenzen der Umgebung: Aufrufe je Minute und Monat und Aufrufe zugleich.',
  'This call or run cannot be repeated. The answer says why.':
    'Dieser Aufruf oder Lauf lässt sich nicht wiederholen. Die Antwort sagt, warum.',
  'This changes or deletes real data: {path}': 'Das ändert oder löscht echte Daten: {path}',
  Token: 'Token',
  'Too many streams are open. Close one.': 'Zu viele Streams sind offen. Schließen Sie einen.',
  'Try it': 'Ausprobieren',
  'Use a token': 'Token verwenden',
  'Users and roles': 'Personen und Rollen',
  'The change to undo was changed again in between.':
    'Was zurückgenommen werden soll, hat sich seitdem geändert.',
  'You or the token lack the permission that the operation needs.':
    'Ihnen oder dem Token fehlt die Berechtigung, die die Operation verlangt.',
  'at most {count}': 'höchstens {count}',
  'not sent': 'nicht gesendet',
  '{bytes} bytes of {type}': '{bytes} Bytes {type}',
  '{count} a minute': '{count} je Minute',
  '{count} an hour': '{count} je Stunde',
  '{count} fields': '{count} Felder',
  '{count} more': '{count} weitere',
  '{count} operations': '{count} Operationen',
  '{count} seconds': '{count} Sekunden',
  '{hourly} requests an hour, {burst} a minute. Retry-After says when to go on.':
    '{hourly} Anfragen je Stunde, {burst} je Minute. Retry-After sagt, wann es weitergeht.',
  '{method} {path}: {summary}': '{method} {path}: {summary}',
  '{name} · {product} API': '{name} · {product} API',
  '{product} API': '{product} API',
  '{summary} · {product} API': '{summary} · {product} API',
}
