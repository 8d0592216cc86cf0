/** German names of the kinds of systems, authentication and calls, as catalogs and forms show them. */
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
  'REST API': 'REST-API',
  'Sends requests to an HTTP API.': 'Sendet Anfragen an eine HTTP-API.',
  'Webhook Receiver': 'Webhook-Empfänger',
  'Receives events by HTTP requests.': 'Erfährt durch HTTP-Anfragen, was geschieht.',
  'Access Token': 'Zugriffstoken',
  'API Key': 'API-Schlüssel',
  'Sent as X-API-Key, or in a header that contains {apiKey}.':
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
  Audience: 'Audience',
  'The API for which the provider issues the token. Auth0 needs it.':
    'Die API, für die der Anbieter das Token ausstellt. Auth0 braucht sie.',
  Resource: 'Ressource',
  'The address the token is for (RFC 8707).': 'Die Adresse, für die das Token gilt (RFC 8707).',
  'Client Authentication': 'Client-Authentifizierung',
  'client_secret_post sends ID and secret in the form. Otherwise they are sent as Basic.':
    'client_secret_post sendet ID und Geheimnis im Formular. Sonst gehen sie als Basic hinaus.',
  'Token Parameters': 'Token-Parameter',
  'Further fields of the request for a token.': 'Weitere Felder der Anfrage nach einem Token.',
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
  'OAuth 2.0 (authorization code)': 'OAuth 2.0 (Autorisierungscode)',
  'A person grants access at the provider; tokens renew automatically.':
    'Eine Person gewährt beim Anbieter Zugriff; Tokens werden automatisch erneuert.',
  'Authorization URL': 'Autorisierungs-URL',
  'Where a person grants access.': 'Wo eine Person Zugriff gewährt.',
  'No authentication': 'Keine Authentifizierung',
  'Sends no credentials.': 'Sendet keine Zugangsdaten.',
  'Digest (username and password)': 'Digest (Benutzername und Passwort)',
  'Answers the challenge of the system without sending the password (RFC 7616).':
    'Beantwortet die Challenge des Systems, ohne das Passwort zu senden (RFC 7616).',
  'Client certificate': 'Client-Zertifikat',
  'Shows a certificate when the TLS connection is made (mutual TLS).':
    'Zeigt beim Aufbau der TLS-Verbindung ein Zertifikat vor (mutual TLS).',
  Certificate: 'Zertifikat',
  'PEM, with the certificates of its issuers behind it.':
    'PEM, dahinter die Zertifikate seiner Aussteller.',
  'Private Key': 'Privater Schlüssel',
  'PEM, of the certificate.': 'PEM, der des Zertifikats.',
  Passphrase: 'Passphrase',
  'For an encrypted private key.': 'Eines verschlüsselten privaten Schlüssels.',
  'Trusted Issuers': 'Vertraute Aussteller',
  'PEM certificates to trust in addition to the public ones, for a system with a private issuer.':
    'PEM-Zertifikate, denen neben den öffentlichen vertraut wird, wenn das System einen privaten Aussteller hat.',
  'Sent with every request.': 'Werden mit jeder Anfrage gesendet.',
  'Sends a key as X-API-Key, or in a header of its own.':
    'Sendet einen Schlüssel als X-API-Key oder in einem eigenen Header.',
}
