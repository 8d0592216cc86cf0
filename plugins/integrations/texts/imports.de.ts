/** German texts of imports of OpenAPI descriptions. */
export default {
  'Workflows that will fail: {names}. Send "confirm": true to import all the same.':
    'Workflows, die scheitern werden: {names}. Senden Sie "confirm": true, um trotzdem zu importieren.',
  '1 workflow will fail. Send "confirm": true to import all the same.':
    '1 Workflow wird scheitern. Senden Sie "confirm": true, um trotzdem zu importieren.',
  '{count} workflows will fail. Send "confirm": true to import all the same.':
    '{count} Workflows werden scheitern. Senden Sie "confirm": true, um trotzdem zu importieren.',
  'Added {count} endpoints to {systemName}': '{count} Endpunkte zu {systemName} hinzugefügt',
  'Your organization imports another document at the moment. Try again when it is done.':
    'Ihre Organisation importiert gerade ein anderes Dokument. Versuchen Sie es danach noch einmal.',
  'The server reads {count} documents at the moment. Try again in some seconds.':
    'Der Server liest gerade {count} Dokumente. Versuchen Sie es in einigen Sekunden noch einmal.',
  'The document may have at most {most} MiB. Import only a part.':
    'Das Dokument darf höchstens {most} MiB haben. Importieren Sie einen Teil davon.',
  'The document is neither a JSON object nor a YAML map. Give an OpenAPI description.':
    'Das Dokument ist weder ein JSON-Objekt noch eine YAML-Zuordnung. Geben Sie eine OpenAPI-Beschreibung an.',
  'The document is not an OpenAPI description of version 2.0, 3.0 or 3.1. Its "openapi" or "swagger" must name one of them.':
    'Das Dokument ist keine OpenAPI-Beschreibung der Version 2.0, 3.0 oder 3.1: Ihm fehlt ein solches „openapi“ oder „swagger“.',
  'The document is not valid JSON: {why}.': 'Das Dokument ist kein gültiges JSON: {why}.',
  'The document is not valid YAML: {why}.': 'Das Dokument ist kein gültiges YAML: {why}.',
  'The document describes no operation. Bundle it when its paths are in other files.':
    'Das Dokument beschreibt keine Operation. Fassen Sie es zusammen, wenn seine Pfade in anderen Dateien stehen.',
  'The document is nested more than {most} deep.':
    'Das Dokument ist mehr als {most} Ebenen tief verschachtelt.',
  'A document in YAML may have at most {most} MiB. Convert it to JSON.':
    'Ein Dokument in YAML darf höchstens {most} MiB haben. Wandeln Sie es in JSON um.',
  'Reading the document takes too much work. Import only a part, or remove repeated content.':
    'Das Lesen des Dokuments ist zu aufwendig. Importieren Sie einen Teil, oder entfernen Sie, was sich wiederholt.',
  'Reading the document takes too much memory. Import only a part.':
    'Das Lesen des Dokuments braucht zu viel Speicher. Importieren Sie einen Teil davon.',
  'The document could not be read within {seconds} seconds. Import only a part.':
    'Das Dokument konnte nicht in {seconds} Sekunden gelesen werden. Importieren Sie einen Teil davon.',
  'The document cannot be read.': 'Das Dokument kann nicht gelesen werden.',
  'The description names the address "{url}", which is not complete. Enter the base URL.':
    'Die Beschreibung nennt die Adresse „{url}“, die nicht vollständig ist. Geben Sie die Basis-URL ein.',
  'The description names no address. Enter the base URL.':
    'Die Beschreibung nennt keine Adresse. Geben Sie die Basis-URL ein.',
  'The base URL {address} has default values in place of its variables. Check it.':
    'In der Basis-URL {address} stehen übliche Werte anstelle ihrer Variablen. Prüfen Sie sie.',
  'The description asks for no authentication. The system is called without credentials.':
    'Die Beschreibung verlangt keine Authentifizierung. Das System wird ohne Zugangsdaten aufgerufen.',
  'Crossdock does not know the authentication "{name}" of the description. Choose another way.':
    'Crossdock kennt die Authentifizierung „{name}“ der Beschreibung nicht. Wählen Sie eine andere.',
  'A person signs in to get a token there. Enter an access token, or client credentials.':
    'Ein Token bekommt dort eine Person, die sich anmeldet. Geben Sie ein Zugriffstoken oder Client-Zugangsdaten ein.',
  'The description asks for OAuth 2.0 by "{flow}", which Crossdock does not do. Enter an access token, or client credentials.':
    'Die Beschreibung verlangt OAuth 2.0 mit „{flow}“, was Crossdock nicht kann. Geben Sie ein Zugriffstoken oder Client-Zugangsdaten ein.',
  'A person grants access at the provider. Enter client ID and secret, and then connect the system.':
    'Eine Person erteilt den Zugriff beim Anbieter. Geben Sie Client-ID und Secret ein, und verbinden Sie dann das System.',
  'The API key "{scheme}" is sent in the query as "{name}". Add it to the query parameters of the endpoints.':
    'Der API-Schlüssel „{scheme}“ steht als „{name}“ in der Abfrage. Fügen Sie ihn den Abfrageparametern der Endpunkte hinzu.',
  'The API key "{scheme}" is sent in the cookie "{name}". Send it as the header Cookie of the system.':
    'Der API-Schlüssel „{scheme}“ steht im Cookie „{name}“. Senden Sie ihn als Header Cookie des Systems.',
  'The authorization URL "{url}" is not complete. Enter it with the credentials.':
    'Die Autorisierungs-URL „{url}“ ist nicht vollständig. Geben Sie sie mit den Zugangsdaten ein.',
  'The body is made without looking at these keywords of its schema: {names}. Check it before the first call.':
    'Der Inhalt wurde erstellt, ohne diese Schlüsselwörter seines Schemas zu beachten: {names}. Prüfen Sie ihn vor dem ersten Aufruf.',
  'JSON Schema has no such types: {names}. The body has texts in their places. Check it.':
    'Diese Typen gibt es in JSON Schema nicht: {names}. Der Inhalt hat an ihren Stellen Texte. Prüfen Sie ihn.',
  'The description names {count} webhooks, which the system calls itself, such as "{first}". Create an inbound endpoint for each one you need.':
    'Die Beschreibung nennt {count} Webhooks, die das System selbst aufruft, etwa „{first}“. Legen Sie für jeden, den Sie brauchen, einen eingehenden Endpunkt an.',
  'The token URL "{url}" is not complete. Enter it with the credentials.':
    'Die Token-URL „{url}“ ist nicht vollständig. Geben Sie sie mit den Zugangsdaten ein.',
  'An import takes {most} operations. {count} more are left out.':
    'Ein Import nimmt {most} Operationen. {count} weitere fehlen.',
  'The samples are too large together. Some operations come without their bodies.':
    'Die Beispiele sind zusammen zu groß. Einige Operationen kommen ohne ihre Inhalte.',
  '{count} references lead to other documents, which are not read, such as "{first}". Bundle the description into one file first.':
    '{count} Verweise führen zu anderen Dokumenten, die nicht gelesen werden, etwa „{first}“. Fassen Sie die Beschreibung zuerst in einer Datei zusammen.',
  'This operation takes several body types. The endpoint sends {type}; others: {others}.':
    'Diese Operation nimmt mehrere Inhaltstypen. Der Endpunkt sendet {type}; andere: {others}.',
  'The body is a file ({type}). Choose in the step to send the file as the body.':
    'Der Inhalt ist eine Datei ({type}). Wählen Sie im Schritt, die Datei als Inhalt zu senden.',
  'The body is a form with a file. Choose in the step to send the file as a form.':
    'Der Inhalt ist ein Formular mit einer Datei. Wählen Sie im Schritt, die Datei als Formular zu senden.',
  'The system expects the file in the part "{name}"; Crossdock sends it as "file".':
    'Das System erwartet die Datei im Teil „{name}“; Crossdock sendet sie als „file“.',
  'The form has several files. An endpoint sends one.':
    'Das Formular hat mehrere Dateien. Ein Endpunkt sendet eine.',
  'The form is multipart without a file, which an endpoint does not send.':
    'Das Formular ist mehrteilig ohne Datei; das sendet ein Endpunkt nicht.',
  'The connection changes to another protocol, which an endpoint does not follow.':
    'Die Verbindung wechselt zu einem anderen Protokoll, dem ein Endpunkt nicht folgt.',
  'The answer is a stream of events that never ends.':
    'Die Antwort ist ein Strom von Ereignissen, der nie endet.',
  'No successful answer is described. The endpoint expects 200, 201, 202 or 204.':
    'Keine erfolgreiche Antwort ist beschrieben. Der Endpunkt erwartet 200, 201, 202 oder 204.',
  'The answer is a file.': 'Die Antwort ist eine Datei.',
  'The operation needs a cookie. Add it as a header.':
    'Die Operation braucht ein Cookie. Fügen Sie es als Header hinzu.',
  'A GET request sends no body. The one that is described is left out.':
    'Eine GET-Anfrage sendet keinen Inhalt. Der beschriebene fehlt.',
  'Endpoints do not use the method {method}.': 'Endpunkte verwenden die Methode {method} nicht.',
  'The operation is at another address: {host}. Import it into a system with that address.':
    'Die Operation hat eine andere Adresse: {host}. Importieren Sie sie in ein System mit dieser Adresse.',
  'The path cannot be called: it is too long or leaves the base URL.':
    'Der Pfad kann nicht aufgerufen werden: Er ist zu lang oder verlässt die Basis-URL.',
  'The operation asks for the authentication "{name}", unlike the others.':
    'Anders als die übrigen verlangt die Operation die Authentifizierung „{name}“.',
  'Some texts of the sample look like placeholders and are left out. Check the body.':
    'Einige Texte des Beispiels sehen wie Platzhalter aus und fehlen. Prüfen Sie den Inhalt.',
  'Check this operation.': 'Prüfen Sie diese Operation.',
  'Give either "document", the text, or "url", its address.':
    'Geben Sie entweder „document“, den Text, oder „url“, seine Adresse, an.',
  'The address redirects to {location}. Enter that address.':
    'Die Adresse führt weiter zu {location}. Geben Sie diese an.',
  'The address answered {status} in place of a document.':
    'Die Adresse hat {status} statt eines Dokuments geantwortet.',
  'The document could not be loaded: {why}': 'Das Dokument konnte nicht geladen werden: {why}',
  '{wanted} endpoints are chosen and {room} fit this environment (maxApiEndpoints). Nothing was created. Choose fewer, or have the limit raised.':
    '{wanted} Endpunkte sind gewählt, und {room} passen in diese Umgebung (maxApiEndpoints). Nichts wurde angelegt. Wählen Sie weniger, oder lassen Sie die Grenze anheben.',
  'Enter the base URL: the address all paths are relative to.':
    'Geben Sie die Basis-URL ein: die Adresse, zu der alle Pfade relativ sind.',
  'There is no operation "{key}" that can be imported.':
    'Eine Operation „{key}“, die importiert werden kann, gibt es nicht.',
}
