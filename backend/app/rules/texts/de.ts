/** German for the sentences about sign-in rules. */
export default {
  'Whoever sets the sign-in rules decides who gets in, so it takes all that an administrator may. You do not hold {permissions}.':
    'Wer die Anmelderegeln festlegt, entscheidet, wer hineinkommt; dazu gehört alles, was ein Administrator darf. Ihnen fehlt {permissions}.',
  'The sign-in rules of your organization let {email} in no more, so they are changed by somebody whom they do let in. Ask another administrator.':
    'Die Anmelderegeln Ihrer Organisation lassen {email} nicht mehr hinein; deshalb ändert sie jemand, den sie hineinlassen. Fragen Sie einen anderen Administrator.',
  'Your own address, {email}, is of none of these domains: you could not sign in any more. Add its domain.':
    'Ihre eigene Adresse, {email}, gehört zu keiner dieser Domains: Sie könnten sich nicht mehr anmelden. Nehmen Sie ihre Domain auf.',
  'Sign in by an identity provider of your organization first, one that is on: from then on nobody gets in without one, you neither.':
    'Melden Sie sich zuerst über einen eingeschalteten Identitätsanbieter Ihrer Organisation an: Ab dann kommt niemand mehr ohne ihn hinein, auch Sie nicht.',
  'No active administrator has an address of these domains: nobody could change the rules any more. Make somebody an administrator who has one first.':
    'Kein aktiver Administrator hat eine Adresse dieser Domains: Niemand könnte die Regeln mehr ändern. Machen Sie zuerst jemanden mit einer solchen Adresse zum Administrator.',
  'No active administrator who could sign in then has come in by an identity provider that is on. One of them signs in by it first.':
    'Kein aktiver Administrator, der sich dann anmelden könnte, ist schon über einen eingeschalteten Identitätsanbieter hereingekommen. Zuerst meldet sich einer von ihnen darüber an.',
  '{email} has an address of another domain and could not sign in any more, nor go on where they are signed in. Confirm it, if that is meant.':
    '{email} hat eine Adresse einer anderen Domain und könnte sich nicht mehr anmelden und da, wo die Person angemeldet ist, nicht weiterarbeiten. Bestätigen Sie es, wenn das so gemeint ist.',
  '{count} people have addresses of other domains, {email} among them: they could not sign in any more, nor go on where they are signed in. Confirm it, if that is meant.':
    '{count} Personen haben Adressen anderer Domains, darunter {email}: Sie könnten sich nicht mehr anmelden und da, wo sie angemeldet sind, nicht weiterarbeiten. Bestätigen Sie es, wenn das so gemeint ist.',
  '{count} people or more have addresses of other domains, {email} among them: they could not sign in any more, nor go on where they are signed in. Confirm it, if that is meant.':
    '{count} Personen oder mehr haben Adressen anderer Domains, darunter {email}: Sie könnten sich nicht mehr anmelden und da, wo sie angemeldet sind, nicht weiterarbeiten. Bestätigen Sie es, wenn das so gemeint ist.',
  '{email} has never signed in by an identity provider that is on: they could not go on where they are signed in, nor sign in any more unless it knows them. Confirm it, if that is meant.':
    '{email} hat sich noch nie über einen eingeschalteten Identitätsanbieter angemeldet: Die Person könnte da, wo sie angemeldet ist, nicht weiterarbeiten und sich nur noch anmelden, wenn er sie kennt. Bestätigen Sie es, wenn das so gemeint ist.',
  '{count} people have never signed in by an identity provider that is on, {email} among them: they could not go on where they are signed in, nor sign in any more unless it knows them. Confirm it, if that is meant.':
    '{count} Personen haben sich noch nie über einen eingeschalteten Identitätsanbieter angemeldet, darunter {email}: Sie könnten da, wo sie angemeldet sind, nicht weiterarbeiten und sich nur noch anmelden, wenn er sie kennt. Bestätigen Sie es, wenn das so gemeint ist.',
  '{count} people or more have never signed in by an identity provider that is on, {email} among them: they could not go on where they are signed in, nor sign in any more unless it knows them. Confirm it, if that is meant.':
    '{count} Personen oder mehr haben sich noch nie über einen eingeschalteten Identitätsanbieter angemeldet, darunter {email}: Sie könnten da, wo sie angemeldet sind, nicht weiterarbeiten und sich nur noch anmelden, wenn er sie kennt. Bestätigen Sie es, wenn das so gemeint ist.',
  '{count} people have addresses of other domains, or have never signed in by an identity provider that is on, {email} among them: they could not go on where they are signed in, nor sign in any more unless their address is allowed and the provider knows them. Confirm it, if that is meant.':
    '{count} Personen haben Adressen anderer Domains oder haben sich noch nie über einen eingeschalteten Identitätsanbieter angemeldet, darunter {email}: Sie könnten da, wo sie angemeldet sind, nicht weiterarbeiten und sich nur noch anmelden, wenn ihre Adresse erlaubt ist und der Anbieter sie kennt. Bestätigen Sie es, wenn das so gemeint ist.',
  '{count} people or more have addresses of other domains, or have never signed in by an identity provider that is on, {email} among them: they could not go on where they are signed in, nor sign in any more unless their address is allowed and the provider knows them. Confirm it, if that is meant.':
    '{count} Personen oder mehr haben Adressen anderer Domains oder haben sich noch nie über einen eingeschalteten Identitätsanbieter angemeldet, darunter {email}: Sie könnten da, wo sie angemeldet sind, nicht weiterarbeiten und sich nur noch anmelden, wenn ihre Adresse erlaubt ist und der Anbieter sie kennt. Bestätigen Sie es, wenn das so gemeint ist.',
  'Each of the {field} must be a domain such as acme.example; domains below it are named by themselves.':
    'Jeder Eintrag in {field} muss eine Domain wie acme.example sein; Domains darunter werden für sich genannt.',
}
