/** German texts of contract templates, including the templates that ship with Crossdock. */
export default {
  'A secret of this environment is written out in the system ({place}). Put it into a secret variable or the authentication of the system first.':
    'Ein Geheimnis dieser Umgebung steht ausgeschrieben im System ({place}). Setzen Sie es zuerst in eine geheime Variable oder in die Anmeldung des Systems.',
  'Made the template {name}': 'Vorlage {name} angelegt',
  'Changed the template {name}': 'Vorlage {name} geändert',
  'Deleted the template {name}': 'Vorlage {name} gelöscht',
  'There is no contract template with the id "{id}".':
    'Eine Vertragsvorlage mit der ID „{id}“ gibt es nicht.',
  'The template has no version "{id}".': 'Die Vorlage hat keine Version „{id}“.',
  'The template {name} is inactive. Activate it first.': 'Die Vorlage {name} ist ausgeschaltet.',
  'This template comes with Crossdock and stays as it is. Make one of your own from it.':
    'Diese Vorlage gehört zu Crossdock und bleibt, wie sie ist. Legen Sie danach eine eigene an.',
  'Templates for everyone are changed by a super administrator.':
    'Vorlagen für alle ändert ein Superadministrator.',
  'There are at most {most} templates. Delete one first.':
    'Es gibt höchstens {most} Vorlagen. Löschen Sie zuerst eine.',
  'Give one of "contractDefinition", "fromSystemId", "document" and "url".':
    'Geben Sie eines von „contractDefinition“, „fromSystemId“, „document“ und „url“ an.',
  'Two endpoints of the template have the same key.':
    'Zwei Endpunkte der Vorlage haben denselben Schlüssel.',
  'A template has at least one endpoint.': 'Eine Vorlage hat mindestens einen Endpunkt.',
  'A template may have at most {most} KiB. Choose fewer endpoints.':
    'Eine Vorlage darf höchstens {most} KiB haben. Wählen Sie weniger Endpunkte.',
  'REST and GraphQL': 'REST und GraphQL',
  Files: 'Dateien',
  Messages: 'Nachrichten',
  'Orders and invoices': 'Aufträge und Rechnungen',
  Shipping: 'Versand',
  Customs: 'Zoll',
  'Generic REST': 'REST, allgemein',
  'List, read, create, change and delete one kind of record.':
    'Eine Art von Datensätzen auflisten, lesen, anlegen, ändern und löschen.',
  'GraphQL service': 'GraphQL-Dienst',
  'One address, queries and mutations with variables.':
    'Eine Adresse, Abfragen und Änderungen mit Variablen.',
  'SOAP over HTTP': 'SOAP über HTTP',
  'Envelope and action header of a service that speaks SOAP 1.1.':
    'Umschlag und Aktionsheader eines Dienstes, der SOAP 1.1 spricht.',
  'JSON-RPC 2.0': 'JSON-RPC 2.0',
  'Calls and notifications to one address.': 'Aufrufe und Benachrichtigungen an eine Adresse.',
  'Document archive': 'Dokumentenarchiv',
  'File documents with their metadata, find them and fetch them.':
    'Dokumente mit ihren Metadaten ablegen, finden und abholen.',
  'Team chat': 'Team-Chat',
  'Post a message to a channel, answer in its thread, and react to it.':
    'Eine Nachricht in einen Kanal schreiben, in ihrem Faden antworten und auf sie reagieren.',
  'Text messages': 'Kurznachrichten',
  'Send a text message to a phone, and ask whether it has arrived.':
    'Eine Kurznachricht an ein Telefon senden und fragen, ob sie angekommen ist.',
  'ERP order intake': 'Auftragseingang im ERP',
  'Orders, order lines and their state.': 'Aufträge, Auftragspositionen und ihr Status.',
  'Invoice exchange': 'Rechnungsaustausch',
  'Deliver invoices as files, and follow whether they are accepted and paid.':
    'Rechnungen als Dateien übergeben und verfolgen, ob sie angenommen und bezahlt werden.',
  'Carrier tracking': 'Sendungsverfolgung',
  'Book a shipment, get its label, and follow where it is.':
    'Eine Sendung buchen, ihr Etikett holen und verfolgen, wo sie ist.',
  'Warehouse node': 'Lager',
  'Announce goods, and read receipts, stock and picks of a warehouse.':
    'Waren ankündigen und Eingänge, Bestand und Kommissionierungen eines Lagers lesen.',
  'Customs declaration': 'Zollanmeldung',
  'Declare goods, add their papers, and wait for the release.':
    'Waren anmelden, ihre Papiere hinzufügen und auf die Freigabe warten.',
}
