/** German for the sentences of single sign-on. */
export default {
  'A person who sets up single sign-on can sign in as anyone, so it requires all permissions of an administrator. You do not have {permissions}.':
    'Wer die Anmeldung über einen Anbieter einrichtet, kann als jeder hereinkommen; dazu gehört alles, was ein Administrator darf. Ihnen fehlt {permissions}.',
  'Set up the identity provider {name}': 'Identitätsanbieter {name} eingerichtet',
  'Changed the identity provider {name}, which is on':
    'Identitätsanbieter {name} geändert; er ist eingeschaltet',
  'Changed the identity provider {name}, which is off':
    'Identitätsanbieter {name} geändert; er ist ausgeschaltet',
  'Removed the identity provider {name}': 'Identitätsanbieter {name} entfernt',
  'Tested the identity provider {name}: it can be used':
    'Identitätsanbieter {name} geprüft: Er kann benutzt werden',
  'Tested the identity provider {name}: it cannot be used yet':
    'Identitätsanbieter {name} geprüft: Er kann noch nicht benutzt werden',
  'Tried the identity provider {name}: it signs {email} in':
    'Identitätsanbieter {name} ausprobiert: Er lässt {email} herein',
  'The trial cannot begin ({code}). Test the connection to see what is wrong.':
    'Die Probe kann nicht beginnen ({code}). Prüfen Sie die Verbindung, um zu sehen, was nicht stimmt.',
  'You have tried no sign-in by the identity provider "{id}" in the last ten minutes. Start a trial first.':
    'Sie haben in den letzten zehn Minuten keine Anmeldung über den Identitätsanbieter „{id}“ ausprobiert. Beginnen Sie zuerst eine Probe.',
  'Sign in with the provider once before you switch it on: in the console under Settings, Single sign-on, choose "Test connection", then "Sign in with it". A token cannot do this.':
    'Melden Sie sich einmal über den Anbieter an, bevor Sie ihn einschalten: Wählen Sie in der Konsole unter Einstellungen, Single Sign-on „Verbindung prüfen“, dann „Darüber anmelden“. Ein Token kann das nicht für Sie tun.',
  'There is no identity provider with the id "{id}".':
    'Einen Identitätsanbieter mit der ID „{id}“ gibt es nicht.',
  'There is no role "{role}" in this organization.':
    'Eine Rolle „{role}“ gibt es in dieser Organisation nicht.',
  'Enter the directory (tenant) ID of your organization at Microsoft.':
    'Geben Sie die Verzeichnis-ID (Mandanten-ID) Ihrer Organisation bei Microsoft an.',
  'Enter the issuer of the provider, as its documentation names it.':
    'Geben Sie den Aussteller (Issuer) an, wie ihn die Dokumentation des Anbieters nennt.',
  'The issuer has changed. Enter the client secret again, or set it to null: the stored one belongs to another provider.':
    'Der Aussteller hat sich geändert. Geben Sie das Client-Secret noch einmal ein, oder setzen Sie es auf null: Das gespeicherte war für einen anderen Anbieter bestimmt.',
  'The current connection has not passed a test. Save it, test it, then switch it on.':
    'Bevor die Verbindung eingeschaltet wird, muss sie so, wie sie jetzt eingerichtet ist, mit Erfolg geprüft worden sein. Speichern Sie sie, prüfen Sie sie, und schalten Sie sie dann ein.',
  'People of this organization sign in by identity providers only, and no active administrator has signed in with another active provider. Set up another provider and sign in with it first, or allow sign-in by mail again (Security).':
    'Personen dieser Organisation melden sich nur über einen Identitätsanbieter an, und kein aktiver Administrator ist schon über einen anderen hereingekommen, der eingeschaltet ist. Richten Sie zuerst einen anderen ein und melden Sie sich darüber an, oder lassen Sie die Anmeldung per E-Mail wieder zu (Sicherheit).',
  'The connection changed during the test, so the result was not stored. Test it again.':
    'Die Verbindung wurde während der Prüfung geändert; deshalb wurde nichts vermerkt. Prüfen Sie sie noch einmal.',
  'The {field} must be an address that starts with https://.':
    'Das Feld {field} muss eine Adresse sein, die mit https:// beginnt.',
  'The {field} must start with https://, because it carries sign-ins.':
    'Das Feld {field} muss mit https:// beginnen: Darüber wird mitgeteilt, wer sich anmeldet.',
  'The {field} must not contain a user name, a query or a fragment.':
    'Das Feld {field} darf weder einen Benutzernamen noch eine Abfrage noch ein Fragment enthalten.',
  'Enter the {field} itself, without /.well-known/… after it.':
    'Geben Sie {field} selbst an, ohne /.well-known/… dahinter.',
  'The {field} must name one directory, not a shared one.':
    'Das Feld {field} muss ein einzelnes Verzeichnis nennen, nicht die von allen.',
  '{host} did not answer in time. Try again, or check the issuer.':
    '{host} hat nicht rechtzeitig geantwortet. Versuchen Sie es noch einmal, oder prüfen Sie den Aussteller.',
  'The answer of {host} is too large for a provider. Check the issuer.':
    '{host} antwortet mit viel mehr, als ein Anbieter zu sagen hat. Prüfen Sie den Aussteller.',
  '{host} resolves to an address that Crossdock may not call. The operator can allow it with EGRESS_ALLOW.':
    '{host} führt zu einer Adresse, die Crossdock nicht aufrufen darf. Der Betreiber kann sie mit EGRESS_ALLOW freigeben.',
  '{host} could not be reached. Check the issuer.':
    '{host} war nicht zu erreichen. Prüfen Sie den Aussteller.',
  'The stored client secret cannot be opened with the present APP_KEY. Enter it again.':
    'Das gespeicherte Client-Secret lässt sich mit dem jetzigen APP_KEY nicht öffnen. Geben Sie es noch einmal ein.',
  '{host} names a different issuer. Enter the issuer exactly as in its configuration.':
    '{host} nennt einen anderen Aussteller. Geben Sie den Aussteller genau so an, wie er in seiner Konfiguration steht.',
  '{host} does not answer like an OpenID Connect provider. Check the issuer: its address followed by /.well-known/openid-configuration must return its configuration.':
    '{host} antwortet nicht wie ein OpenID-Connect-Anbieter. Prüfen Sie den Aussteller: Unter seiner Adresse, gefolgt von /.well-known/openid-configuration, muss seine Konfiguration stehen.',
  '{host} describes itself as a provider.': '{host} beschreibt sich als Anbieter.',
  'The provider names no address over https:// as its {endpoint}.':
    'Der Anbieter nennt keine Adresse über https:// als {endpoint}.',
  'It names the addresses to sign in and to exchange codes.':
    'Er nennt, wo man sich anmeldet und wo Codes eingetauscht werden.',
  'It publishes its signing keys: {count}.':
    'Er zeigt die Schlüssel, mit denen er unterschreibt: {count}.',
  'It publishes no signing key.': 'Er zeigt keinen Schlüssel, mit dem er unterschreiben könnte.',
  'It signs its tokens with a private key.':
    'Er unterschreibt, was er sagt, mit einem eigenen Schlüssel.',
  'It signs its tokens only with the client secret, which proves nothing to others.':
    'Er unterschreibt nur mit dem Client-Secret; das beweist anderen nichts.',
  'It answers with a code.': 'Er antwortet mit einem Code.',
  'It does not answer with a code (response type "code").':
    'Er antwortet nicht mit einem Code (Antworttyp „code“).',
  'It binds the code to the client that requested it (PKCE).':
    'Er bindet den Code an den, der ihn angefordert hat (PKCE).',
  'It does not say whether it supports PKCE. Crossdock sends PKCE values anyway.':
    'Er sagt nicht, ob er Codes an den bindet, der sie angefordert hat (PKCE); mitgeschickt wird es trotzdem.',
  'It does not support PKCE with S256.': 'Er kennt PKCE mit S256 nicht.',
  'It knows the client and its secret.': 'Er kennt den Client und sein Secret.',
  'It refuses the client: its ID or its secret is wrong.':
    'Er weist den Client ab: Seine ID oder sein Secret ist falsch.',
  'The first sign-in shows whether it accepts the client and its secret: its answer to a test was inconclusive.':
    'Ob er den Client und sein Secret kennt, zeigt sich, wenn sich jemand anmeldet: Auf einen Versuch hat er mit etwas anderem geantwortet.',
  'The logout token was not accepted ({code}), so no session was ended.':
    'Das Logout-Token wurde nicht angenommen ({code}); niemand wurde abgemeldet.',
  'See how people sign in by an identity provider':
    'Sehen, wie sich Personen über einen Identitätsanbieter anmelden',
  'Set up, test and switch single sign-on': 'Single Sign-on einrichten, prüfen und schalten',
}
