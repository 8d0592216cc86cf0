/** German for the texts of sign-in and permissions. */
export default {
  '{email} signed in': '{email} hat sich angemeldet',
  'Ended a session of {email}': 'Eine Sitzung von {email} beendet',
  'Ended {count} sessions of {email}': '{count} Sitzungen von {email} beendet',
  '{name} is suspended, so you cannot sign in. Ask the operator of this Crossdock for details.':
    '{name} ist gesperrt, daher ist keine Anmeldung möglich. Fragen Sie den Betreiber dieses Crossdock.',
  'Your account is deactivated. Ask an administrator of your organization to reactivate it.':
    'Ihr Konto ist deaktiviert. Bitten Sie die Administration Ihrer Organisation, es wieder zu aktivieren.',
  'There is no session with the id "{id}".': 'Eine Sitzung mit der ID „{id}“ gibt es nicht.',
  'There is no user with the id "{id}".': 'Eine Person mit der ID „{id}“ gibt es nicht.',
  '{actor} does not act for a person, so it has no sessions.':
    '{actor} handelt für niemanden und hat deshalb keine Sitzungen.',
  'The API token "{actor}" may do less than its owner, so it neither sees nor ends their sessions. Use one without scopes, or the console.':
    'Das Zugriffstoken „{actor}“ darf weniger als sein Inhaber; deshalb sieht und beendet es dessen Sitzungen nicht. Benutzen Sie eines ohne Einschränkung oder die Konsole.',
  'You cannot give more than you have: your own token ends at {end}, so choose an end no later than that.':
    'Sie können nicht mehr vergeben, als Sie haben: Ihr eigenes Token endet am {end}; wählen Sie ein Ende, das nicht später liegt.',
  'You cannot give more than you have: your own token is confined to the environment {environment}.':
    'Sie können nicht mehr vergeben, als Sie haben: Ihr eigenes Token gilt nur in der Umgebung {environment}.',
  'You cannot give more than you have: the role "{role}" holds {permissions}, which you do not hold.':
    'Sie können nicht mehr vergeben, als Sie haben: Die Rolle „{role}“ hat {permissions}; das haben Sie nicht.',
  'You cannot manage {email}, who has permissions you do not hold: {permissions}.':
    'Über {email} können Sie nicht entscheiden, denn diese Person darf mehr als Sie: {permissions}.',
  'You cannot give more than you have: asked for {permissions}, which you do not hold.':
    'Sie können nicht mehr vergeben, als Sie haben: Verlangt ist {permissions}; das haben Sie nicht.',
  'This browser signed in again after you opened this page, so nothing was changed. Reload the page to continue.':
    'Seit diese Seite geöffnet wurde, hat sich in diesem Browser jemand neu angemeldet; deshalb wurde nichts ausgeführt. Laden Sie die Seite neu, um weiterzuarbeiten.',
  'The page is out of date: the X-XSRF-TOKEN header is missing or stale. Reload and try again.':
    'Die Seite ist veraltet: Der Header X-XSRF-TOKEN fehlt oder gilt nicht mehr. Laden Sie sie neu, und versuchen Sie es noch einmal.',
  '{actor} does not act for a person, so no person is signed in.':
    '{actor} handelt für niemanden; also ist niemand angemeldet.',
  'Only people signed in with a browser can do this, and {actor} is not. Sign in with a browser.':
    'Das tun nur Personen, die in einem Browser angemeldet sind; {actor} ist es nicht.',
  'That code is wrong, has expired or belongs to another session. Request a new one.':
    'Dieser Code ist falsch, abgelaufen oder wurde in einer anderen Sitzung angefordert. Fordern Sie einen neuen an.',
  'This person may not sign in. Ask an administrator.':
    'Diese Person darf nicht hinein. Fragen Sie jemanden aus der Verwaltung.',
  'Only people of the organization that owns this address can sign in here. Sign in at {address}.':
    'Unter dieser Adresse melden sich Personen ihrer eigenen Organisation an und sonst niemand. Melden Sie sich unter {address} an.',
  'Send exactly one: a code, a passkey or a recovery code.':
    'Geben Sie einen Code, einen Passkey oder einen Wiederherstellungscode an, eins davon.',
  'You have a second factor, so a mailed code is not enough. Use a passkey or a recovery code.':
    'Sie haben einen zweiten Faktor; deshalb genügt ein Code per E-Mail nicht. Benutzen Sie einen Passkey oder einen Wiederherstellungscode.',
  'This recovery code is wrong or already used. Try another one.':
    'Dieser Wiederherstellungscode ist falsch oder wurde schon benutzt. Versuchen Sie einen anderen.',
  '{organization} accepts only certain email domains, and {email} is not in one of them. Ask an administrator.':
    '{organization} lässt nur Adressen bestimmter Domains hinein; {email} gehört nicht dazu. Fragen Sie jemanden aus der Verwaltung.',
  '{organization} allows sign-in only through its identity provider. Enter the organization on the sign-in page and continue from there.':
    '{organization} lässt Personen nur über den Identitätsanbieter hinein. Geben Sie die Organisation auf der Anmeldeseite ein, und gehen Sie von dort weiter.',
  'People of {organization} confirm their identity at its identity provider, not with a mailed code. Sign in there again, or use a passkey.':
    'Personen von {organization} bestätigen beim Identitätsanbieter, dass sie es sind, nicht mit einem Code per E-Mail. Melden Sie sich dort noch einmal an, oder benutzen Sie einen Passkey.',
  'Unknown query parameter "{name}". Use userId.':
    'Den Abfrageparameter „{name}“ gibt es nicht; bekannt ist userId.',
  'Sign in first.': 'Melden Sie sich zuerst an.',
  'This link was requested in another browser, or this browser is already signed in. Open it on the sign-in page and confirm there.':
    'Dieser Link wurde nicht in diesem Browser angefordert, oder hier ist jemand angemeldet. Öffnen Sie ihn auf der Anmeldeseite, und bestätigen Sie dort.',
  'That code is wrong or has expired. Request a new one.':
    'Dieser Code ist falsch oder abgelaufen. Fordern Sie einen neuen an.',
  'A code works only where it was requested. Request a new one here.':
    'Ein Code gilt nur da, wo er angefordert wurde, und das war nicht hier. Fordern Sie hier einen neuen an.',
  'This sign-in link has expired or was used already. Request a new one.':
    'Dieser Anmeldelink ist abgelaufen oder wurde schon benutzt. Fordern Sie einen neuen an.',
  "See and end other people's sessions": 'Sitzungen anderer Personen sehen und beenden',
  'See and end your sessions': 'Ihre Sitzungen sehen und beenden',
  'Sign-in from a new device': 'Anmeldung von einem neuen Gerät',
  'Your account signed in from a browser you have not used before.':
    'Jemand hat sich als Sie von einem Browser angemeldet, den Sie noch nicht benutzt haben.',
  'Your account signed in from a new device: {device}. If it was not you, end that session.':
    'Sie haben sich von einem neuen Gerät angemeldet: {device}. Waren Sie es nicht, beenden Sie diese Sitzung.',
  'Invitation accepted': 'Einladung angenommen',
  'A person signed in to your organization for the first time.':
    'Jemand hat sich zum ersten Mal in Ihrer Organisation angemeldet.',
  '{email} signed in for the first time': '{email} hat sich zum ersten Mal angemeldet',
  'Your sessions were ended': 'Ihre Sitzungen wurden beendet',
  'Another person ended your sessions.': 'Jemand anderes hat Ihre Sitzungen beendet.',
  'Another person ended your sessions': 'Ihre Sitzungen wurden von jemand anderem beendet',
}
