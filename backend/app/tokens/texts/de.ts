/** German for the texts of API tokens. */
export default {
  'Revoked {count} API tokens': '{count} Zugriffstoken widerrufen',
  'Created the API token {name}': 'Zugriffstoken {name} angelegt',
  'Revoked the API token {name}': 'Zugriffstoken {name} widerrufen',
  'The API token is unknown, expired or revoked. Create a new one and use it instead.':
    'Das Zugriffstoken ist unbekannt, abgelaufen oder widerrufen. Legen Sie ein neues an, und benutzen Sie das.',
  'The API token was revoked.': 'Das Zugriffstoken wurde widerrufen.',
  'Tokens can create tokens for at most {most} generations. Use an earlier token.':
    'Ein Token von einem Token von einem Token: Mehr als {most} Generationen gibt es nicht. Benutzen Sie ein früheres.',
  '"{given}" is not a date. Write it like 2026-01-31T08:00:00Z.': '„{given}“ ist kein Datum.',
  'The expiry must be in the future.': 'Das Ablaufdatum muss in der Zukunft liegen.',
  '{actor} does not act for a person, and API tokens belong to people.':
    '{actor} handelt für niemanden, und Zugriffstoken gehören Personen.',
  'Outside of a tenant there are no environments. Leave "environment" out, or choose a tenant first.':
    'Ohne Mandanten gibt es keine Umgebungen. Lassen Sie die Angabe weg, oder wählen Sie zuerst einen Mandanten.',
  'There is no environment with the id or name "{environment}".':
    'Eine Umgebung mit der ID oder dem Namen „{environment}“ gibt es nicht.',
  'There is no permission "{permission}".': 'Eine Berechtigung „{permission}“ gibt es nicht.',
  'There is no API token with the id "{id}".': 'Ein Zugriffstoken mit der ID „{id}“ gibt es nicht.',
  'Your organization is suspended, so its API tokens do not work now. They work again when it is reactivated.':
    'Ihre Organisation ist gesperrt, deshalb gelten ihre API-Tokens zurzeit nicht. Sie gelten wieder, wenn sie freigegeben wird.',
  'This caller may send {points} requests a minute to /api/v2. Try again in {wait} seconds.':
    'Dieser Aufrufer darf {points} Anfragen in der Minute an /api/v2 senden. Versuchen Sie es in {wait} Sekunden noch einmal.',
  'This caller may send {points} requests an hour to /api/v2. Try again in {wait} minutes.':
    'Dieser Aufrufer darf {points} Anfragen in der Stunde an /api/v2 senden. Versuchen Sie es in {wait} Minuten noch einmal.',
  'The bearer token is unknown or has expired, or its API token was revoked. Get a new one with POST /api/v2/auth/token.':
    'Das Bearer-Token ist unbekannt oder abgelaufen, oder sein API-Token wurde widerrufen. Holen Sie ein neues mit POST /api/v2/auth/token.',
  'Send the API token as "token", or as Authorization: Bearer.':
    'Senden Sie das API-Token als „token“ oder als Authorization: Bearer.',
}
