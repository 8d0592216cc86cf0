/** German for the sentences of environments. */
export default {
  'There is no environment with the id or name "{id}".':
    'Eine Umgebung mit der ID oder dem Namen „{id}“ gibt es nicht.',
  'API calls per month': 'API-Aufrufe im Monat',
  'API calls per minute': 'API-Aufrufe in der Minute',
  'Connections at a time': 'Gleichzeitige Verbindungen',
  'The {limit} API calls that this environment may make in a month (apiCallsPerMonth) are used up. They begin anew in {seconds} seconds, on the first of the next month (UTC). To go on before, have the limit raised.':
    'Die {limit} API-Aufrufe, die diese Umgebung im Monat machen darf (apiCallsPerMonth), sind verbraucht. In {seconds} Sekunden, am Ersten des nächsten Monats (UTC), beginnen sie neu. Um vorher weiterzumachen, lassen Sie die Grenze anheben.',
  'This environment may make {limit} API calls a minute (rateLimitPerMinute). Try again in {seconds} seconds.':
    'Diese Umgebung darf {limit} API-Aufrufe in der Minute machen (rateLimitPerMinute). Versuchen Sie es in {seconds} Sekunden noch einmal.',
  'This environment may have {limit} API calls under way at a time (concurrentConnections). Wait for one to end and try again, in {seconds} seconds at the earliest.':
    'Diese Umgebung darf {limit} API-Aufrufe gleichzeitig offen haben (concurrentConnections). Warten Sie, bis einer zu Ende ist, und versuchen Sie es noch einmal, frühestens in {seconds} Sekunden.',
  'Your browser has made {points} calls within a minute. Try again in {wait} seconds.':
    'Ihr Browser hat innerhalb einer Minute {points} Aufrufe gemacht. Versuchen Sie es in {wait} Sekunden noch einmal.',
  '"since" must not be later than "until".': '„since“ darf nicht nach „until“ liegen.',
  'Ask for {most} days at most.': 'Fragen Sie nach höchstens {most} Tagen.',
  '"{field}" must be a day such as 2026-01-31.': '„{field}“ muss ein Tag wie 2026-01-31 sein.',
  '{label} in {environment}: more than {threshold} % are used ({used} of {limit})':
    '{label} in {environment}: mehr als {threshold} % sind verbraucht ({used} von {limit})',
}
