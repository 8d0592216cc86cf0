/** German for the sentences of passkeys. */
export default {
  '{email} added the passkey {name}': '{email} hat den Passkey {name} hinzugefügt',
  '{email} removed the passkey {name}': '{email} hat den Passkey {name} entfernt',
  'The passkey {name} of {email} may have been copied and was refused':
    'Der Passkey {name} von {email} wurde vielleicht kopiert und deshalb abgelehnt',
  'The answer of the passkey cannot be read. Try again.':
    'Die Antwort des Passkeys lässt sich nicht lesen. Versuchen Sie es noch einmal.',
  'This answer of the passkey was already used, expired, or belongs to another request. Try again.':
    'Diese Antwort des Passkeys wurde schon benutzt, kam zu spät oder wurde anderswo angefordert. Versuchen Sie es noch einmal.',
  'The passkey was used at {origin}, not at {here}. Use it at {here}.':
    'Der Passkey wurde bei {origin} benutzt und nicht bei {here}. Benutzen Sie ihn dort.',
  'The passkey belongs to another site than {site}. Use one that was made for {site}.':
    'Der Passkey hat einer anderen Website als {site} geantwortet. Benutzen Sie einen, der für diese angelegt wurde.',
  'This passkey is unknown. Use another one, or sign in with a mailed code.':
    'Dieser Passkey ist hier nicht bekannt. Benutzen Sie einen anderen, oder melden Sie sich mit einem Code per E-Mail an.',
  'The signature of the passkey is invalid, so nothing was done. Try again.':
    'Die Signatur des Passkeys ist falsch; deshalb wurde nichts ausgeführt. Versuchen Sie es noch einmal.',
  'The passkey "{name}" may have been copied: its use counter went backwards. Remove it under Security, and add a new one.':
    'Der Passkey „{name}“ wurde vielleicht kopiert: Er wurde öfter benutzt, als er angibt. Entfernen Sie ihn unter „Sicherheit“, und fügen Sie einen neuen hinzu.',
  'You have {most} passkeys, which is the limit. Remove one first.':
    'Sie haben {most} Passkeys; mehr sind es nie. Entfernen Sie zuerst einen.',
  'This passkey is already added.': 'Dieser Passkey wurde schon hinzugefügt.',
  'The answer of the passkey is invalid, so the passkey was not added. Try again.':
    'Die Antwort des Passkeys ist falsch; deshalb wurde er nicht hinzugefügt. Versuchen Sie es noch einmal.',
  '{email} turned the second factor on': '{email} hat den zweiten Faktor eingeschaltet',
  '{email} turned the second factor off': '{email} hat den zweiten Faktor ausgeschaltet',
  '{email} made new recovery codes': '{email} hat neue Wiederherstellungscodes angelegt',
  '{email} used a recovery code': '{email} hat einen Wiederherstellungscode benutzt',
  'Reset the second factor of {email}': 'Den zweiten Faktor von {email} zurückgesetzt',
  'Required a second factor of everyone': 'Von allen wird ab jetzt ein zweiter Faktor verlangt',
  'Stopped requiring a second factor': 'Ein zweiter Faktor wird nicht mehr verlangt',
  'Set the sign-in rules, require a second factor of everyone, and reset second factors of other people':
    'Anmelderegeln festlegen, von allen einen zweiten Faktor verlangen und den anderer Personen zurücksetzen',
  'Add your own passkey first: after this change everyone needs one to sign in, including you.':
    'Fügen Sie zuerst selbst einen Passkey hinzu: Danach kommt niemand mehr ohne hinein, auch Sie nicht.',
  'There is no tenant with the id or subdomain "{id}".':
    'Eine Organisation mit der ID oder Subdomain „{id}“ gibt es nicht.',
  'There is no user with the id "{id}".': 'Eine Person mit der ID „{id}“ gibt es nicht.',
  'There is no person with the address "{id}" there.':
    'Dort gibt es niemanden mit der Adresse „{id}“.',
  'Change your own second factor under Security, or ask another administrator to reset it.':
    'Ihren eigenen zweiten Faktor ändern Sie unter „Sicherheit“, oder jemand anderes aus der Verwaltung setzt ihn zurück.',
  'The operator of this server requires a second factor of everyone, so yours stays on.':
    'Wer diesen Server betreibt, verlangt von allen einen zweiten Faktor; deshalb bleibt Ihrer eingeschaltet.',
  'Your organization requires a second factor of everyone, so yours stays on.':
    'Ihre Organisation verlangt von allen einen zweiten Faktor; deshalb bleibt Ihrer eingeschaltet.',
  'This is your last passkey, and you must have a second factor. Add another passkey first.':
    'Das ist Ihr letzter Passkey, und von Ihnen wird ein zweiter Faktor verlangt. Fügen Sie zuerst einen weiteren Passkey hinzu.',
  'A passkey was added elsewhere in between. Confirm with that one first, then add this one.':
    'Sie haben inzwischen einen Passkey, der anderswo angelegt wurde. Bestätigen Sie zuerst damit, und fügen Sie dann diesen hinzu.',
  'Add a passkey first. Without one you could no longer sign in.':
    'Fügen Sie zuerst einen Passkey hinzu: Ohne einen kämen Sie nicht mehr hinein.',
  'This is your last passkey, and you are asked for one when you sign in. Turn the second factor off first, or add another passkey.':
    'Das ist Ihr letzter Passkey, und bei der Anmeldung wird einer verlangt. Schalten Sie zuerst den zweiten Faktor aus, oder fügen Sie einen weiteren Passkey hinzu.',
  'This sign-in has expired, or was not begun in this browser. Sign in again.':
    'Diese Anmeldung hat zu lange gewartet oder wurde nicht hier begonnen. Beginnen Sie von vorn.',
  'This recovery code is wrong or already used. Try another one.':
    'Dieser Wiederherstellungscode ist falsch oder wurde schon benutzt. Versuchen Sie einen anderen.',
  'Send either a passkey or a recovery code.':
    'Geben Sie einen Passkey oder einen Wiederherstellungscode an, eins von beiden.',
  'You have no passkey with the id "{id}".': 'Sie haben keinen Passkey mit der ID „{id}“.',
  'Security of your account': 'Sicherheit Ihres Kontos',
  'Your passkeys, recovery codes or second factor changed or were used.':
    'Ihre Passkeys, Wiederherstellungscodes oder Ihr zweiter Faktor wurden geändert oder benutzt.',
  'You added the passkey {name}': 'Sie haben den Passkey {name} hinzugefügt',
  'You removed the passkey {name}': 'Sie haben den Passkey {name} entfernt',
  'Your passkey {name} may have been copied and was refused':
    'Ihr Passkey {name} wurde womöglich kopiert und abgelehnt',
  'You turned your second factor on or off':
    'Sie haben geändert, ob ein zweiter Faktor von Ihnen verlangt wird',
  'You made new recovery codes': 'Sie haben neue Wiederherstellungscodes erzeugt',
  'You used a recovery code': 'Sie haben einen Wiederherstellungscode benutzt',
  'Your second factor was reset': 'Ihr zweiter Faktor wurde zurückgesetzt',
}
