/** German for the texts about sign-in rules. */
export default {
  'Changing the sign-in rules needs all permissions of an administrator. You do not hold {permissions}.':
    'Wer die Anmelderegeln festlegt, entscheidet, wer hineinkommt; dazu gehört alles, was ein Administrator darf. Ihnen fehlt {permissions}.',
  'The sign-in rules of your organization no longer allow {email}, so you cannot change them. Ask another administrator.':
    'Die Anmelderegeln Ihrer Organisation lassen {email} nicht mehr hinein; deshalb ändert sie jemand, den sie hineinlassen. Fragen Sie einen anderen Administrator.',
  'Your own address, {email}, is not in one of these domains, so you could no longer sign in. Add its domain.':
    'Ihre eigene Adresse, {email}, gehört zu keiner dieser Domains: Sie könnten sich nicht mehr anmelden. Nehmen Sie ihre Domain auf.',
  'First sign in with an enabled identity provider of your organization. After this change you cannot sign in without one.':
    'Melden Sie sich zuerst über einen eingeschalteten Identitätsanbieter Ihrer Organisation an: Ab dann kommt niemand mehr ohne ihn hinein, auch Sie nicht.',
  'No active administrator has an address in these domains, so no one could change the rules again. First make a person with an allowed address an administrator.':
    'Kein aktiver Administrator hat eine Adresse dieser Domains: Niemand könnte die Regeln mehr ändern. Machen Sie zuerst jemanden mit einer solchen Adresse zum Administrator.',
  'No active administrator with an allowed address has signed in with an enabled identity provider. Ask one of them to do so first.':
    'Kein aktiver Administrator, der sich dann anmelden könnte, ist schon über einen eingeschalteten Identitätsanbieter hereingekommen. Zuerst meldet sich einer von ihnen darüber an.',
  '{email} has an address in another domain. This ends the sessions of the person, and they can no longer sign in. Confirm the change if you want this.':
    '{email} hat eine Adresse einer anderen Domain und könnte sich nicht mehr anmelden und da, wo die Person angemeldet ist, nicht weiterarbeiten. Bestätigen Sie es, wenn das so gemeint ist.',
  '{count} people, including {email}, have addresses in other domains. This ends their sessions, and they can no longer sign in. Confirm the change if you want this.':
    '{count} Personen haben Adressen anderer Domains, darunter {email}: Sie könnten sich nicht mehr anmelden und da, wo sie angemeldet sind, nicht weiterarbeiten. Bestätigen Sie es, wenn das so gemeint ist.',
  '{count} or more people, including {email}, have addresses in other domains. This ends their sessions, and they can no longer sign in. Confirm the change if you want this.':
    '{count} Personen oder mehr haben Adressen anderer Domains, darunter {email}: Sie könnten sich nicht mehr anmelden und da, wo sie angemeldet sind, nicht weiterarbeiten. Bestätigen Sie es, wenn das so gemeint ist.',
  '{email} has never signed in with an enabled identity provider. This ends the sessions of the person, and they can sign in only if the provider knows them. Confirm the change if you want this.':
    '{email} hat sich noch nie über einen eingeschalteten Identitätsanbieter angemeldet: Die Person könnte da, wo sie angemeldet ist, nicht weiterarbeiten und sich nur noch anmelden, wenn er sie kennt. Bestätigen Sie es, wenn das so gemeint ist.',
  '{count} people, including {email}, have never signed in with an enabled identity provider. This ends their sessions, and they can sign in only if the provider knows them. Confirm the change if you want this.':
    '{count} Personen haben sich noch nie über einen eingeschalteten Identitätsanbieter angemeldet, darunter {email}: Sie könnten da, wo sie angemeldet sind, nicht weiterarbeiten und sich nur noch anmelden, wenn er sie kennt. Bestätigen Sie es, wenn das so gemeint ist.',
  '{count} or more people, including {email}, have never signed in with an enabled identity provider. This ends their sessions, and they can sign in only if the provider knows them. Confirm the change if you want this.':
    '{count} Personen oder mehr haben sich noch nie über einen eingeschalteten Identitätsanbieter angemeldet, darunter {email}: Sie könnten da, wo sie angemeldet sind, nicht weiterarbeiten und sich nur noch anmelden, wenn er sie kennt. Bestätigen Sie es, wenn das so gemeint ist.',
  '{count} people, including {email}, have addresses in other domains or have never signed in with an enabled identity provider. This ends their sessions, and they can sign in only if their address is allowed and the provider knows them. Confirm the change if you want this.':
    '{count} Personen haben Adressen anderer Domains oder haben sich noch nie über einen eingeschalteten Identitätsanbieter angemeldet, darunter {email}: Sie könnten da, wo sie angemeldet sind, nicht weiterarbeiten und sich nur noch anmelden, wenn ihre Adresse erlaubt ist und der Anbieter sie kennt. Bestätigen Sie es, wenn das so gemeint ist.',
  '{count} or more people, including {email}, have addresses in other domains or have never signed in with an enabled identity provider. This ends their sessions, and they can sign in only if their address is allowed and the provider knows them. Confirm the change if you want this.':
    '{count} Personen oder mehr haben Adressen anderer Domains oder haben sich noch nie über einen eingeschalteten Identitätsanbieter angemeldet, darunter {email}: Sie könnten da, wo sie angemeldet sind, nicht weiterarbeiten und sich nur noch anmelden, wenn ihre Adresse erlaubt ist und der Anbieter sie kennt. Bestätigen Sie es, wenn das so gemeint ist.',
  'Each of the {field} must be a domain such as acme.example. Add subdomains separately.':
    'Jeder Eintrag in {field} muss eine Domain wie acme.example sein; Domains darunter werden für sich genannt.',
}
