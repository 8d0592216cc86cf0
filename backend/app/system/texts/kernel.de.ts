/** German for the sentences of the kernel: storage, mail, repeated requests, HTTP, database. */
export default {
  'The file is larger than the {maxBytes} bytes allowed here. Nothing was stored.':
    'Die Datei ist größer als die {maxBytes} Byte, die hier erlaubt sind. Es wurde nichts gespeichert.',
  'No content {id} is stored for this tenant.':
    'Ein Inhalt {id} ist für diesen Mandanten nicht gespeichert.',
  'The stored bytes of this file are damaged on the server. Upload the same file again to repair it.':
    'Der gespeicherte Inhalt dieser Datei ist auf dem Server beschädigt. Laden Sie dieselbe Datei noch einmal hoch, dann ist er wieder heil.',
  'The server cannot store files: its disk is read-only. Nothing was stored. Ask the operator to check the disk.':
    'Auf diesem Server kann keine Datei geschrieben werden: Der Datenträger, auf dem er sie aufbewahrt, lässt nur Lesen zu. Es wurde nichts gespeichert. Bitten Sie den Betreiber, nachzusehen.',
  'There is no room for this file on the server. Nothing was stored.':
    'Auf dem Server ist kein Platz für diese Datei. Es wurde nichts gespeichert.',
  'There is no room for this file on the server: {free} MiB are free, and {kept} MiB are reserved so that deleting still works. Nothing was stored.':
    'Auf dem Server ist kein Platz für diese Datei: {free} MiB sind frei, und {kept} MiB bleiben frei, damit sich noch etwas löschen lässt. Es wurde nichts gespeichert.',
  'The storage of this server is not available. Ask the operator to restore it.':
    'Der Ort, an dem dieser Server Dateien aufbewahrt, ist nicht mehr da. Sein Betreiber muss ihn zurückbringen.',
  'The storage of files does not answer correctly. Try again in a moment.':
    'Der Speicher für Dateien antwortet nicht so, wie er soll. Versuchen Sie es gleich noch einmal.',
  'The server lost the thread that processes large files. Nothing was stored. Try again.':
    'Der Server hat den Thread verloren, der große Dateien bearbeitet. Es wurde nichts gespeichert. Versuchen Sie es noch einmal.',
  'The server lost the place where this file was being written. Nothing was stored. Send it again.':
    'Der Server hat die Stelle verloren, an die diese Datei geschrieben wurde. Es wurde nichts gespeichert. Senden Sie sie noch einmal.',
  'The server took too long to store this file and no longer keeps its bytes. Nothing was stored. Send it again.':
    'Der Server hat für diese Datei zu lange gebraucht und hat sie nicht mehr. Es wurde nichts gespeichert. Senden Sie sie noch einmal.',
  'There is no field "{name}" here. Did you mean "{meant}"? Known: {choices}.':
    'Es gibt hier kein Feld „{name}“. Meinten Sie „{meant}“? Bekannt: {choices}.',
  'Send one file per request.': 'Senden Sie eine Datei je Anfrage.',
  'Send at most {most} fields.': 'Senden Sie höchstens {most} Felder.',
  'No field may be named "{name}".': 'Kein Feld darf „{name}“ heißen.',
  'The field "{name}" comes after a file. Send it before the first one.':
    'Das Feld „{name}“ steht hinter einer Datei. Senden Sie es vor der ersten.',
  'The file must be in the form field "{field}", with a file name.':
    'Die Datei muss im Formularfeld „{field}“ stehen, mit einem Dateinamen.',
  'The form has no file in the field "{field}".': 'Das Formular hat im Feld „{field}“ keine Datei.',
  'The multipart form cannot be read: {reason}.':
    'Das Multipart-Formular lässt sich nicht lesen: {reason}.',
  'Mail to {to} was refused: check the address':
    'E-Mail an {to} wurde abgelehnt: Prüfen Sie die Adresse',
  'A configuration holds at most {count} secrets.':
    'Eine Konfiguration enthält höchstens {count} Geheimnisse.',
  'A configuration has at most {count} parts.': 'Eine Konfiguration hat höchstens {count} Teile.',
  'No part may be named "{name}": this name marks sealed secrets.':
    'Kein Teil darf „{name}“ heißen: So heißen versiegelte Geheimnisse.',
  'The Idempotency-Key must be one to 255 visible ASCII characters, without spaces: a new UUID is best.':
    'Der Idempotency-Key muss aus 1 bis 255 sichtbaren ASCII-Zeichen ohne Leerzeichen bestehen: am besten eine neue UUID.',
  'The organization has used all of its {most} Idempotency-Keys for 24 hours. Nothing was done. Send the request again later, or without a key.':
    'Die {most} Idempotency-Keys, die von einer Organisation binnen 24 Stunden gemerkt werden, sind aufgebraucht. Es wurde nichts ausgeführt. Senden Sie die Anfrage später oder ohne Schlüssel noch einmal.',
  'This Idempotency-Key was used for another request: address, environment or body differ. Nothing was done. Use a new key for every request.':
    'Dieser Idempotency-Key kam schon mit einer anderen Anfrage: Adresse, Umgebung oder Inhalt sind verschieden. Es wurde nichts ausgeführt. Geben Sie jeder Anfrage einen eigenen Schlüssel.',
  'A request with this Idempotency-Key is in progress. Send it again in a moment to get its answer.':
    'Eine Anfrage mit diesem Idempotency-Key läuft noch. Senden Sie sie gleich noch einmal, um ihre Antwort zu bekommen.',
  'The request with this Idempotency-Key has been carried out. Your permissions have changed since, so its answer is not sent again. Nothing was done now.':
    'Die Anfrage mit diesem Idempotency-Key wurde ausgeführt. Ihre Berechtigungen haben sich seither geändert; deshalb wird ihre Antwort nicht noch einmal gegeben. Jetzt wurde nichts ausgeführt.',
  'A request with this Idempotency-Key has been carried out, at least in part, but its answer is not kept. Nothing was done now. Check {list} before you send it with another key.':
    'Eine Anfrage mit diesem Idempotency-Key wurde zumindest teilweise ausgeführt, aber ihre Antwort ist nicht aufbewahrt. Jetzt wurde nichts ausgeführt. Sehen Sie unter {list} nach, bevor Sie sie mit einem anderen Schlüssel senden.',
  'A request with this Idempotency-Key has been carried out, at least in part, but its answer is not kept. Nothing was done now. Check what has changed before you send it with another key.':
    'Eine Anfrage mit diesem Idempotency-Key wurde zumindest teilweise ausgeführt, aber ihre Antwort ist nicht aufbewahrt. Jetzt wurde nichts ausgeführt. Sehen Sie nach, was sich geändert hat, bevor Sie sie mit einem anderen Schlüssel senden.',
  'The connection was closed before the body was complete.':
    'Die Verbindung wurde geschlossen, bevor der Inhalt vollständig war.',
  'This environment has sent {points} requests of uploads within a minute. Try again in {wait} seconds.':
    'Diese Umgebung hat innerhalb einer Minute {points} Anfragen für Uploads gesendet. Versuchen Sie es in {wait} Sekunden erneut.',
  'Too many requests at a time from this address. Try again in a moment.':
    'Zu viele gleichzeitige Anfragen von dieser Adresse. Versuchen Sie es gleich noch einmal.',
  'Something with the same name exists already.': 'Etwas mit demselben Namen gibt es schon.',
  'The request cannot be answered.': 'Die Anfrage lässt sich nicht beantworten.',
  'Something went wrong on our side. Try again.':
    'Bei uns ist etwas schiefgegangen. Versuchen Sie es noch einmal.',
  '"{path}" holds characters that are not allowed.':
    '„{path}“ enthält Zeichen, die nicht erlaubt sind.',
  '"{path}" is nested too deeply.': '„{path}“ ist zu tief verschachtelt.',
  '"{field}" is not allowed: no key may be named "__proto__".':
    '„{field}“ ist nicht erlaubt: Kein Schlüssel darf „__proto__“ heißen.',
  '"{field}" may hold a text, a number or a list, but no object.':
    '„{field}“ darf einen Text, eine Zahl oder eine Liste enthalten, aber kein Objekt.',
  '"{field}" is not allowed: nothing in a query may be named "{name}".':
    '„{field}“ ist nicht erlaubt: In einer Abfrage darf nichts „{name}“ heißen.',
  'The query has more than {most} parameters.': 'Die Abfrage hat mehr als {most} Parameter.',
  'This address has no ETag, so If-Match cannot match and nothing was done. Send the request without If-Match.':
    'Was diese Adresse ändert, hat kein ETag; also kann kein If-Match zutreffen, und es wurde nichts ausgeführt. Senden Sie die Anfrage ohne.',
  'This was changed since you read it, so nothing was done. Read it again, and repeat your change if it still makes sense.':
    'Dies wurde geändert, seit Sie es gelesen haben; deshalb wurde nichts ausgeführt. Lesen Sie es neu, und wiederholen Sie Ihre Änderung, wenn sie noch passt.',
  'Too many attempts. Try again in {wait} seconds.':
    'Zu viele Versuche. Versuchen Sie es in {wait} Sekunden noch einmal.',
  'Too many attempts. Try again in {wait} minutes.':
    'Zu viele Versuche. Versuchen Sie es in {wait} Minuten noch einmal.',
  'Too many attempts. Try again in {wait} hours.':
    'Zu viele Versuche. Versuchen Sie es in {wait} Stunden noch einmal.',
  'The query parameter "{name}" is not valid JSON.':
    'Der Abfrageparameter „{name}“ ist kein gültiges JSON.',
  'An export has no pages. Leave "{name}" out.':
    'Ein Export hat keine Seiten. Lassen Sie „{name}“ weg.',
  'Unknown filter "{name}". Known filters: id, {known}.':
    'Einen Filter „{name}“ gibt es nicht. Möglich sind: id, {known}.',
  'The query parameter "filter" must be a JSON object.':
    'Der Abfrageparameter „filter“ muss ein JSON-Objekt sein.',
  'The filter "{name}" must be true or false.': 'Der Filter „{name}“ muss true oder false sein.',
  'The filter "{name}" must be a whole number.': 'Der Filter „{name}“ muss eine ganze Zahl sein.',
  'The filter "{name}" needs a key: {example}.':
    'Der Filter „{name}“ braucht einen Schlüssel dahinter: {example}.',
  'The filter "{name}" must be a text, a number, true or false, or a range of {ends}: {example}.':
    'Der Filter „{name}“ muss ein Text, eine Zahl, true oder false sein, oder ein Bereich aus {ends}: {example}.',
  'The filter "{name}" must be a text.': 'Der Filter „{name}“ muss ein Text sein.',
  'The filter "{name}" must be a text or a list of texts.':
    'Der Filter „{name}“ muss ein Text oder eine Liste von Texten sein.',
  'The filter "{name}" must be a list of at most {most} texts.':
    'Der Filter „{name}“ muss eine Liste von höchstens {most} Texten sein.',
  'The filter "{name}" must be one of {choices}.':
    'Der Filter „{name}“ muss eines davon sein: {choices}.',
  'The filter "{name}" takes the beginning of an id as 4 characters or more and a star: 3f2a9c41*.':
    'Der Filter „{name}“ nimmt den Anfang einer ID als mindestens 4 Zeichen und einen Stern: 3f2a9c41*.',
  'The filter "{name}": more than {most} rows fit {value}. Give more of the id.':
    'Filter „{name}“: Auf {value} passen mehr als {most} Zeilen. Bitte mehr von der ID angeben.',
  'The filter "{name}" must be an instant such as 2026-01-31T08:00:00Z.':
    'Der Filter „{name}“ muss ein Zeitpunkt sein, etwa 2026-01-31T08:00:00Z.',
  'The query parameter "sort" must read like ["name","ASC"].':
    'Der Abfrageparameter „sort“ muss aussehen wie ["name","ASC"].',
  'Cannot sort by "{field}". Sortable fields: id, {known}.':
    'Nach „{field}“ lässt sich nicht sortieren. Möglich sind: id, {known}.',
  'The query parameter "limit" must be a whole number from 1 to {most}.':
    'Der Abfrageparameter „limit“ muss eine ganze Zahl von 1 bis {most} sein.',
  'The query parameter "range" must read like [0,24], with at most {most} items.':
    'Der Abfrageparameter „range“ muss aussehen wie [0,24], mit höchstens {most} Einträgen.',
  'This request comes from a page of another address (not named). Open Crossdock at {address} and try again.':
    'Diese Anfrage kommt von einer Seite einer anderen Adresse (nicht genannt). Öffnen Sie Crossdock unter {address}, und versuchen Sie es noch einmal.',
  'This request comes from a page of another address ({origin}). Open Crossdock at {address} and try again.':
    'Diese Anfrage kommt von einer Seite einer anderen Adresse ({origin}). Öffnen Sie Crossdock unter {address}, und versuchen Sie es noch einmal.',
  'The body of the request came too slowly and was not read to its end. Try again on a better connection.':
    'Der Inhalt der Anfrage kam zu langsam und wurde nicht zu Ende gelesen. Versuchen Sie es mit einer besseren Verbindung noch einmal.',
  'Send {accepted}, not "{type}".': 'Senden Sie {accepted}, nicht „{type}“.',
  'A JSON body may have at most {most} bytes.': 'JSON-Inhalt hat höchstens {most} Byte.',
  'A form may have at most {most} bytes.': 'Ein Formular hat höchstens {most} Byte.',
  'The body may have at most {most} bytes.': 'Der Inhalt hat höchstens {most} Byte.',
  'The body is not valid JSON.': 'Der Inhalt ist kein gültiges JSON.',
  'The body holds a number with more than 500 digits or places. Send it as a text.':
    'Der Inhalt enthält eine Zahl mit mehr als 500 Stellen. Senden Sie sie als Text.',
  'The number {number} has more digits than "{field}" keeps. Send a shorter one.':
    'Die Zahl {number} hat mehr Stellen, als „{field}“ behält. Senden Sie eine kürzere.',
  'The body is not a valid form: it is not UTF-8.':
    'Der Inhalt ist kein gültiges Formular: Er ist kein UTF-8.',
  '{method} is not allowed at this address. Use one of {allow}.':
    '{method} ist an dieser Adresse nicht möglich. Möglich sind {allow}.',
  'The X-Tenant header must be one id or subdomain.':
    'Der Header X-Tenant muss eine ID oder Subdomain sein.',
  'The X-Tenant header names "{tenant}", which is not the tenant you are signed in to. Leave it out, or give that tenant\'s id or subdomain.':
    'Der Header X-Tenant nennt „{tenant}“; das ist nicht der Mandant, bei dem Sie angemeldet sind. Lassen Sie ihn weg, oder nennen Sie dessen ID oder Subdomain.',
  'The tenantId in the address must be one id or subdomain.':
    'Die tenantId in der Adresse muss eine ID oder Subdomain sein.',
  'The tenantId in the address names "{tenant}", which is not the tenant you are signed in to. Leave it out, or give that tenant\'s id or subdomain.':
    'Die tenantId in der Adresse nennt „{tenant}“; das ist nicht der Mandant, bei dem Sie angemeldet sind. Lassen Sie sie weg, oder nennen Sie dessen ID oder Subdomain.',
  'The tenantId in the body must be one id or subdomain.':
    'Die tenantId im Inhalt muss eine ID oder Subdomain sein.',
  'The tenantId in the body names "{tenant}", which is not the tenant you are signed in to. Leave it out, or give that tenant\'s id or subdomain.':
    'Die tenantId im Inhalt nennt „{tenant}“; das ist nicht der Mandant, bei dem Sie angemeldet sind. Lassen Sie sie weg, oder nennen Sie dessen ID oder Subdomain.',
  'The request names different tenants.': 'Die Anfrage nennt verschiedene Mandanten.',
  'The X-Environment header names "{environment}", and your token works in another environment only. Leave the header out, or use a token for that environment.':
    'Die Kopfzeile X-Environment nennt „{environment}“, und Ihr Token gilt nur für eine andere Umgebung. Lassen Sie die Kopfzeile weg, oder benutzen Sie ein Token für diese Umgebung.',
  'Packs that are in neither storage: {packs}. Check that STORAGE_FROM_URL is right and mounted. Keep the variable, restore the lost packs, and run this command again.':
    'Packs, die in keinem der beiden Speicher liegen: {packs}. Stimmt STORAGE_FROM_URL, und ist der Speicher eingehängt? Behalten Sie die Variable, stellen Sie wieder her, was verloren ist, und starten Sie den Umzug erneut.',
  'This tenant does not exist (any more). Choose another one.':
    'Diesen Mandanten gibt es nicht (mehr). Wählen Sie einen anderen.',
  'There is no tenant with the id or subdomain "{id}".':
    'Einen Mandanten mit der ID oder Subdomain „{id}“ gibt es nicht.',
  'A second factor is required of you, and you have none yet, so nothing else is open to you. Add a passkey first (POST /api/passkeys).':
    'Von Ihnen wird ein zweiter Faktor verlangt, und Sie haben noch keinen; deshalb steht Ihnen sonst nichts offen. Fügen Sie zuerst einen Passkey hinzu (POST /api/passkeys).',
  'A second factor is required of you, and this session has not brought it, so nothing else is open to you. Confirm with a passkey or a recovery code first (POST /api/auth/proof/verify).':
    'Von Ihnen wird ein zweiter Faktor verlangt, und in dieser Sitzung haben Sie ihn noch nicht gebracht; deshalb steht Ihnen sonst nichts offen. Bestätigen Sie zuerst mit einem Passkey oder einem Wiederherstellungscode (POST /api/auth/proof/verify).',
  'Confirm that it is you: this takes a proof no older than {minutes} minutes, by a mailed code or a passkey (POST /api/auth/proof). Then try again.':
    'Bestätigen Sie, dass Sie es sind: Das verlangt einen Nachweis, der nicht älter als {minutes} Minuten ist, durch einen Code per E-Mail oder einen Passkey (POST /api/auth/proof). Versuchen Sie es dann noch einmal.',
  'Only the super administrator may do this.': 'Das darf nur der Super-Administrator.',
  'Choose a tenant first (X-Tenant header or tenantId).':
    'Wählen Sie zuerst einen Mandanten (Header X-Tenant oder tenantId).',
  'The {field} cannot be used: it holds control characters.':
    '{field} lässt sich nicht verwenden: Es enthält Steuerzeichen.',
  'The {field} cannot be used: it holds characters that cannot be seen or that turn the reading direction around.':
    '{field} lässt sich nicht verwenden: Es enthält Zeichen, die nicht zu sehen sind oder die Leserichtung umkehren.',
  'The {field} cannot be used: it holds nothing that can be seen.':
    '{field} lässt sich nicht verwenden: Darin ist nichts zu sehen.',
  'The {field} must not hold a web or mail address.':
    'In {field} darf keine Web- oder E-Mail-Adresse stehen.',
  'The {field} must not hold a web or mail address. After a dot, put a space.':
    'In {field} darf keine Web- oder E-Mail-Adresse stehen. Setzen Sie nach einem Punkt ein Leerzeichen.',
  'The {field} field must be a plain e-mail address.':
    'Das Feld {field} muss eine einfache E-Mail-Adresse sein.',
  'There is no field "{name}" here. Known: {choices}.':
    'Ein Feld „{name}“ gibt es hier nicht. Möglich sind: {choices}.',
  'There is no field "{name}" here.': 'Ein Feld „{name}“ gibt es hier nicht.',
  'The server is stopping. Come back in a moment.':
    'Der Server wird angehalten. Kommen Sie gleich wieder.',
  'Send JSON as text, not bytes.': 'Senden Sie JSON als Text, nicht als Bytes.',
  'Something went wrong on our side.': 'Bei uns ist etwas schiefgegangen.',
  'This is not valid JSON.': 'Das ist kein gültiges JSON.',
  'This address requires a WebSocket. Repeat the request with Upgrade: websocket.':
    'Diese Adresse spricht WebSocket. Fragen Sie mit Upgrade: websocket.',
  'This address sends Server-Sent Events. Repeat the request without the Upgrade header.':
    'Diese Adresse meldet, was geschieht, als Server-Sent Events. Fragen Sie ohne Upgrade.',
  'Your organization has {most} live streams open, the most it may. Close some and try again.':
    'Ihre Organisation hat {most} Live-Verbindungen offen; mehr darf sie nicht. Schließen Sie einige, und versuchen Sie es noch einmal.',
  'The server has all the live streams it can hold. Close some and try again.':
    'Der Server hat so viele Live-Verbindungen offen, wie er halten kann. Schließen Sie einige, und versuchen Sie es noch einmal.',
  'You have {most} live streams open, which is all one may have. Close some and try again.':
    'Sie haben {most} Live-Verbindungen offen; mehr darf niemand haben. Schließen Sie einige, und versuchen Sie es noch einmal.',
  'Your permissions have changed since this stream was opened. Open it again.':
    'Ihre Berechtigungen haben sich geändert, seit diese Live-Verbindung geöffnet wurde. Öffnen Sie sie neu.',
  'The server is stopping. Try again in a moment.':
    'Der Server wird angehalten. Versuchen Sie es gleich noch einmal.',
  'There is nothing at this address.': 'An dieser Adresse gibt es nichts.',
  'You may not do this: the permission "{permission}" is missing. Ask an administrator.':
    'Das dürfen Sie nicht: Die Berechtigung „{permission}“ fehlt. Fragen Sie einen Administrator.',
  'There is no room left in the database of this server. Nothing was stored. Ask its operator to make room.':
    'In der Datenbank dieses Servers ist kein Platz mehr. Es wurde nichts gespeichert. Bitten Sie den Betreiber, Platz zu schaffen.',
  'The database of this server cannot be reached at the moment. Nothing was stored. Try again in a few seconds.':
    'Die Datenbank dieses Servers ist gerade nicht erreichbar. Es wurde nichts gespeichert. Versuchen Sie es in einigen Sekunden noch einmal.',
  'The search was stopped before it finished. Try again.':
    'Was gesucht wurde, war noch nicht gefunden, als die Suche beendet wurde. Versuchen Sie es noch einmal.',
  'The search took longer than {seconds} seconds. Narrow it and try again.':
    'Die Suche danach hat länger als {seconds} Sekunden gedauert. Fragen Sie nach weniger auf einmal.',
  'The search found more than {most} rows or 64 MiB. Narrow it and try again.':
    'Es wurde mehr gefunden, als auf einmal gelesen wird: {most} Zeilen oder 64 MiB. Fragen Sie nach weniger auf einmal.',
  'Too many searches are waiting. Try again.':
    'Gerade warten zu viele Suchen, bis sie an der Reihe sind. Versuchen Sie es noch einmal.',
  'The database was too busy with other work, or with the same data. Nothing was stored. Try again.':
    'Die Datenbank war mit anderem oder mit denselben Daten zu beschäftigt. Es wurde nichts gespeichert. Versuchen Sie es noch einmal.',
  'The database of this server cannot be written: its disk is full, or can only be read. Nothing was stored. Ask its operator to look at it.':
    'In die Datenbank dieses Servers kann nicht geschrieben werden: Der Datenträger ist voll oder lässt nur Lesen zu. Es wurde nichts gespeichert. Bitten Sie den Betreiber, nachzusehen.',
  'The database of this server cannot be written (its disk is full, or can only be read), so it is not known whether it was stored. Check before you repeat it.':
    'In die Datenbank dieses Servers kann nicht geschrieben werden (der Datenträger ist voll oder lässt nur Lesen zu); ob gespeichert wurde, ist nicht bekannt. Sehen Sie nach, bevor Sie es wiederholen.',
  'The change was stored, at least in part, but the database failed before it was answered. Check before you repeat it.':
    'Die Änderung wurde zumindest teilweise gespeichert, aber die Datenbank versagte, bevor geantwortet wurde. Sehen Sie nach, bevor Sie sie wiederholen.',
  'The database did not confirm the change, so it is not known whether it was stored. Check before you repeat it.':
    'Die Datenbank hat die Änderung nicht bestätigt; ob gespeichert wurde, ist nicht bekannt. Sehen Sie nach, bevor Sie es wiederholen.',
  'Another request continues this upload. Ask for its offset before you send more.':
    'Eine andere Anfrage setzt diesen Upload fort. Fragen Sie, wie weit er ist, bevor Sie mehr senden.',
  'There is no upload with the id "{id}".': 'Einen Upload mit der ID „{id}“ gibt es nicht.',
  'Send at most {most} files per request.':
    'Senden Sie höchstens {most} Dateien mit einer Anfrage.',
  'Send the value of METRICS_TOKEN as "Authorization: Bearer …" to read the metrics.':
    'Senden Sie den Wert von METRICS_TOKEN als „Authorization: Bearer …“, um die Messwerte zu lesen.',
  'The cursor comes from another version of Crossdock. Read the list from its start.':
    'Der Cursor stammt von einer anderen Version von Crossdock. Lesen Sie die Liste von vorn.',
  'The cursor is not valid. Use the nextCursor of the previous page.':
    'Diesen Cursor hat keine Liste ausgegeben. Verwenden Sie den nextCursor der vorigen Seite.',
  'The cursor is cut short or belongs to another list, filter, sort, environment or organization. Use the nextCursor of the previous page.':
    'Der Cursor ist abgeschnitten oder gehört zu einer anderen Liste, einem anderen Filter, einer anderen Sortierung, Umgebung oder Organisation. Verwenden Sie den nextCursor der vorigen Seite.',
  'The query parameter "range" is not known here. Use "limit" and "cursor".':
    'Den Abfrageparameter „range“ gibt es hier nicht. Verwenden Sie „limit“ und „cursor“.',
  'The query parameter "cursor" must be given once.':
    'Der Abfrageparameter „cursor“ darf nur einmal angegeben werden.',
}
