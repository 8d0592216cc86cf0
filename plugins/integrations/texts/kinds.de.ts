/** German for the kinds of systems, authentication and calls, as catalogues and forms show them. */
export default {
  'API call': 'API-Aufruf',
  'Calls an endpoint of an external system, with the file or its data':
    'Ruft einen Endpunkt eines externen Systems auf, mit der Datei oder ihren Daten',
  'Send the file': 'Die Datei senden',
  'Not at all, as the body, or as "file" of a multipart form.':
    'Gar nicht, als Inhalt oder als „file“ eines Multipart-Formulars.',
  Parameters: 'Parameter',
  'Values for the placeholders of the endpoint; may hold placeholders themselves.':
    'Werte für die Platzhalter des Endpunkts; dürfen selbst Platzhalter enthalten.',
  'Sync Client': 'Sync-Client',
  'A program that keeps files in step; it calls Crossdock.':
    'Ein Programm, das Dateien abgleicht; es ruft Crossdock auf.',
  'REST API': 'REST-API',
  'Sends requests to an HTTP API.': 'Sendet Anfragen an eine HTTP-API.',
  'Webhook Receiver': 'Webhook-Empfänger',
  'Is told of what happens by HTTP requests.': 'Erfährt durch HTTP-Anfragen, was geschieht.',
  'Access Token': 'Zugriffstoken',
  'API Key': 'API-Schlüssel',
  'Sent as X-API-Key, or where {apiKey} stands in a header.':
    'Wird als X-API-Key gesendet, oder wo {apiKey} in einem Header steht.',
  Username: 'Benutzername',
  Password: 'Passwort',
  'Client ID': 'Client-ID',
  'Client Secret': 'Client-Geheimnis',
  'Token URL': 'Token-URL',
  'Where access tokens are fetched; oauth/token below the base URL when empty.':
    'Wo Zugriffstoken geholt werden; wenn leer, oauth/token unter der Basis-URL.',
  Scope: 'Scope',
  'Scopes asked for, separated by spaces.': 'Verlangte Scopes, durch Leerzeichen getrennt.',
  Headers: 'Header',
  'Sent with every request. {apiKey} and {accessToken} stand for the secrets.':
    'Werden mit jeder Anfrage gesendet. {apiKey} und {accessToken} stehen für die Geheimnisse.',
  Value: 'Wert',
  'Bearer token': 'Zugriffstoken (Bearer)',
  'Sends an access token as Authorization: Bearer.':
    'Sendet ein Zugriffstoken als Authorization: Bearer.',
  'Basic (username and password)': 'Basic (Benutzername und Passwort)',
  'Sends a user name and a password.': 'Sendet Benutzernamen und Passwort.',
  'OAuth 2.0 (client credentials)': 'OAuth 2.0 (Client Credentials)',
  'Fetches access tokens with client credentials, or sends the one that is given.':
    'Holt Zugriffstoken mit Client-Zugangsdaten oder sendet das angegebene.',
  'API key': 'API-Schlüssel',
  'Sends a key as X-API-Key, or in a header of its own.':
    'Sendet einen Schlüssel als X-API-Key oder in einem eigenen Header.',
}
