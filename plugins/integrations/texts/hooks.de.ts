/** German texts of webhooks that other systems call. */
export default {
  Webhooks: 'Webhooks',
  'You have reached the limit of {limit} webhooks. Nothing was saved. Delete a workflow with a webhook trigger or an inbound endpoint, or ask for more.':
    'Sie haben die Grenze von {limit} Webhooks erreicht. Es wurde nichts gespeichert. Löschen Sie einen Workflow mit Webhook-Auslöser oder einen eingehenden Endpunkt, oder bitten Sie um mehr.',
  'Changed the webhook of {name}': 'Webhook von {name} geändert',
  'Rotated the secret of the webhook of {name}': 'Geheimnis des Webhooks von {name} gewechselt',
  'Renewed the address of the webhook of {name}': 'Adresse des Webhooks von {name} erneuert',
  'Webhook requests': 'Webhook-Anfragen',
  'Requests of other systems, with their content and result.':
    'Anfragen anderer Systeme, mit dem, was sie sendeten und was daraus wurde.',
  'There is no webhook with the id "{id}".': 'Einen Webhook mit der ID „{id}“ gibt es nicht.',
  'There is no webhook request with the id "{id}".':
    'Eine Webhook-Anfrage mit der ID „{id}“ gibt es nicht.',
  'There is no webhook verification "{name}". Known: {known}.':
    'Die Webhook-Prüfung „{name}“ gibt es nicht. Bekannt: {known}.',
  'This webhook has no secret. Choose another verification first.':
    'Dieser Webhook hat kein Geheimnis. Wählen Sie zuerst eine andere Prüfung.',
  'The body of this request was not kept, so it cannot be replayed.':
    'Der Inhalt dieser Anfrage wurde nicht aufbewahrt, daher kann sie nicht wiederholt werden.',
  'This request did not come as a whole, so it cannot be replayed.':
    'Diese Anfrage kam nicht vollständig an, daher kann sie nicht wiederholt werden.',
  'The address of this request is gone ("{id}").':
    'Die Adresse dieser Anfrage gibt es nicht mehr („{id}“).',
  'Endpoint {name} has no address. Save it again.':
    'Endpunkt {name} hat keine Adresse. Speichern Sie ihn noch einmal.',
  'There is no webhook at this address.': 'Unter dieser Adresse gibt es keinen Webhook.',
  'The organization of this address is not active.':
    'Die Organisation dieser Adresse ist nicht aktiv.',
  'The request is not signed as this address asks for, or its time is off.':
    'Die Anfrage ist nicht so signiert, wie diese Adresse es verlangt, oder ihre Zeit stimmt nicht.',
  'The body cannot be read: {why}.': 'Der Inhalt kann nicht gelesen werden: {why}.',
  'The body may have at most {most} bytes.': 'Der Inhalt darf höchstens {most} Bytes haben.',
  'The body holds a number with more than 500 digits or places.':
    'Der Inhalt enthält eine Zahl mit mehr als 500 Ziffern oder Stellen.',
  'The body is not valid JSON.': 'Der Inhalt ist kein gültiges JSON.',
  'The body is not a valid form.': 'Der Inhalt ist kein gültiges Formular.',
  'The mapped fields and the query have more than {most} bytes.':
    'Die zugeordneten Felder und die Abfrage haben mehr als {most} Bytes.',
  'The endpoint of this address is not an inbound one.':
    'Der Endpunkt dieser Adresse ist kein eingehender.',
  'The workflow of this address has no webhook trigger.':
    'Der Workflow dieser Adresse hat keinen Webhook-Auslöser.',
  'This address takes {method}, not {given}.': 'Diese Adresse nimmt {method} an, nicht {given}.',
  'Endpoint {name} is paused. Activate it first.':
    'Endpunkt {name} ist pausiert. Schalten Sie ihn zuerst ein.',
  'No workflow is started by endpoint {name}. Choose it in the trigger of a workflow.':
    'Endpunkt {name} startet keinen Workflow. Wählen Sie ihn im Auslöser eines Workflows.',
  'The request does not fit the schema of its endpoint: {field} {says}.':
    'Die Anfrage passt nicht zum Schema ihres Endpunkts: {field} {says}.',
  '{field} {says}.': '{field} {says}.',
  'The workflow did not complete (execution {id}).':
    'Der Workflow wurde nicht fertig (Ausführung {id}).',
  'The value of "{name}" must be one of {types}, or a list of them.':
    'Der Wert von „{name}“ muss eines von {types} sein oder eine Liste davon.',
  'The value of "{name}" must be an object with a schema for each property.':
    'Der Wert von „{name}“ muss ein Objekt mit einem Schema für jede Eigenschaft sein.',
  'The value of "{name}" must be a schema.': 'Der Wert von „{name}“ muss ein Schema sein.',
  'The value of "{name}" must be a list of names.':
    'Der Wert von „{name}“ muss eine Liste von Namen sein.',
  'The value of "{name}" must be true or false.':
    'Der Wert von „{name}“ muss true oder false sein.',
  'The value of "{name}" must be a list of values.':
    'Der Wert von „{name}“ muss eine Liste von Werten sein.',
  'The value of "{name}" must be a number.': 'Der Wert von „{name}“ muss eine Zahl sein.',
  'The value of "{name}" must be a whole number from 0 on.':
    'Der Wert von „{name}“ muss eine ganze Zahl ab 0 sein.',
  'This looks like a JSON Schema without a type. Add "type", such as "object".':
    'Das sieht nach einem JSON-Schema ohne Typ aus. Ergänzen Sie „type“, etwa „object“.',
  'This webhook has no folder for files, so it takes no form with files. Choose a folder for it.':
    'Dieser Webhook hat keinen Ordner für Dateien und nimmt daher kein Formular mit Dateien an. Wählen Sie einen Ordner für ihn.',
  'The folder for files of this webhook is gone, in the trash, or closed to the person who chose it. Choose another one.':
    'Den Ordner für Dateien dieses Webhooks gibt es nicht mehr, er liegt im Papierkorb, oder er ist für den, der ihn gewählt hat, gesperrt. Wählen Sie einen anderen.',
  'A form may have at most {most} fields.': 'Ein Formular darf höchstens {most} Felder haben.',
  'The secret must have at least {least} characters.':
    'Das Geheimnis muss mindestens {least} Zeichen haben.',
  'The secret must be "whsec_" and 24 to 64 bytes in base64.':
    'Das Geheimnis muss aus „whsec_“ und 24 bis 64 Bytes in Base64 bestehen.',
  'This webhook has no secret yet, so no request can be verified. Give it one, or rotate it.':
    'Dieser Webhook hat noch kein Geheimnis; keine Anfrage lässt sich prüfen. Geben Sie ihm eines, oder wechseln Sie es.',
  'The keyword "{name}" is not checked. Known: {known}.':
    'Das Schlüsselwort „{name}“ wird nicht geprüft. Bekannt: {known}.',
  'Endpoint {name} is outbound. Choose an inbound one.':
    'Endpunkt {name} ist ausgehend. Wählen Sie einen eingehenden.',
  'The address of a webhook must start with https://.':
    'Die Adresse eines Webhooks muss mit https:// beginnen.',
  'The {field} must be the name of a header.': '{field} muss der Name eines Headers sein.',
  // The names of the kinds, as catalogs and forms show them.
  Webhook: 'Webhook',
  'Another system calls the address of the workflow':
    'Ein anderes System ruft die Adresse des Workflows auf',
  'Inbound endpoint': 'Eingehender Endpunkt',
  'Requests to this endpoint start the workflow, too.':
    'Auch Anfragen an diesen Endpunkt starten den Workflow.',
  Secret: 'Geheimnis',
  'Standard Webhooks': 'Standard Webhooks',
  'Signatures as standardwebhooks.com describes them, which many senders use.':
    'Signaturen, wie standardwebhooks.com sie beschreibt und viele Absender sie nutzen.',
  GitHub: 'GitHub',
  'Signed by X-Hub-Signature-256.': 'Signiert durch X-Hub-Signature-256.',
  Stripe: 'Stripe',
  'Signed by Stripe-Signature.': 'Signiert durch Stripe-Signature.',
  Slack: 'Slack',
  'Signed by X-Slack-Signature.': 'Signiert durch X-Slack-Signature.',
  Shopify: 'Shopify',
  'Signed by X-Shopify-Hmac-Sha256.': 'Signiert durch X-Shopify-Hmac-Sha256.',
  'HMAC signature': 'HMAC-Signatur',
  'An HMAC of the body in a header of its own.': 'Ein HMAC des Inhalts in einem eigenen Header.',
  Header: 'Header',
  'The header with the signature.': 'Der Header mit der Signatur.',
  Algorithm: 'Verfahren',
  Encoding: 'Kodierung',
  Prefix: 'Präfix',
  'The text before the signature.': 'Was vor der Signatur steht.',
  'Time header': 'Zeit-Header',
  'The header with the time in seconds since 1970. Its value and a dot are signed before the body.':
    'Der Header mit der Zeit in Sekunden seit 1970. Sein Wert und ein Punkt werden vor dem Inhalt signiert.',
  'ID header': 'ID-Header',
  'The header with the id of a message, the same for each attempt. The id is not signed, so it is ignored if there is a signed time: then time and body identify a message. Without a time, id and body do. A repetition starts nothing.':
    'Der Header mit der ID einer Nachricht, bei jedem Versuch dieselbe. Sie ist nicht signiert: Neben einer signierten Zeit zählt sie nicht, und Nachrichten werden nach Zeit und Inhalt unterschieden; ohne Zeit nach ID und Inhalt. Eine Wiederholung startet nichts.',
  'The JSON of the body may have at most {most} values.':
    'Das JSON des Inhalts hat höchstens {most} Werte.',
  'The server is receiving too many bodies at present. Try again in a moment.':
    'Zurzeit sind zu viele Inhalte unterwegs. Versuchen Sie es gleich noch einmal.',
  Tolerance: 'Toleranz',
  'How many seconds the time may be off.': 'Um wie viele Sekunden die Zeit abweichen darf.',
  'Shared token': 'Gemeinsames Token',
  'The sender sends the secret itself, in a header or in the query.':
    'Der Absender sendet das Geheimnis selbst, in einem Header oder in der Abfrage.',
  Place: 'Stelle',
  'Where the sender puts the token.': 'Wohin der Absender das Token schreibt.',
  Name: 'Name',
  'Name of the header or of the query parameter.': 'Name des Headers oder des Abfrageparameters.',
  None: 'Keine',
  'Anyone who knows the address can call it.': 'Wer die Adresse kennt, darf sie aufrufen.',
}
