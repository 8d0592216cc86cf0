/** German for the sentences of tenants. */
export default {
  'Created the tenant {name}': 'Mandant {name} angelegt',
  'Tenant name is required': 'Der Name des Mandanten ist erforderlich',
  'Tenant name can have at most 255 characters': 'Der Name des Mandanten hat höchstens 255 Zeichen',
  'Subdomain must be at least 3 characters': 'Die Subdomain muss mindestens 3 Zeichen haben',
  'Subdomain can have at most 63 characters': 'Die Subdomain hat höchstens 63 Zeichen',
  'Subdomain can only contain lowercase letters, numbers, and hyphens':
    'Die Subdomain darf nur Kleinbuchstaben, Ziffern und Bindestriche enthalten',
  'Subdomain cannot start or end with a hyphen':
    'Die Subdomain darf nicht mit einem Bindestrich anfangen oder enden',
  'Valid email address is required': 'Eine gültige E-Mail-Adresse ist erforderlich',
  'There is no tenant with the id "{id}".': 'Einen Mandanten mit der ID „{id}“ gibt es nicht.',
  'The subdomain "{subdomain}" is already taken. Choose another one.':
    'Die Subdomain „{subdomain}“ ist schon vergeben. Wählen Sie eine andere.',
  'Changed the tenant {name}': 'Mandant {name} geändert',
  'Suspended the tenant {name}': 'Mandant {name} gesperrt',
  'Suspended the tenant {name}: {reason}': 'Mandant {name} gesperrt: {reason}',
  'Reactivated the tenant {name}': 'Mandant {name} wieder freigegeben',
  'Had the tenant {name} deleted after its grace period':
    'Mandant {name} nach Ablauf der Frist löschen lassen',
  'Took back the deletion of the tenant {name}': 'Löschung des Mandanten {name} zurückgenommen',
  'Deleted the tenant {subdomain} and everything of it':
    'Mandant {subdomain} mit allem gelöscht, was ihm gehörte',
  'Began to work in the tenant {name}': 'Arbeit im Mandanten {name} begonnen',
  'Left the tenant {name}': 'Mandant {name} verlassen',
  'The tenant "{name}" is being deleted, which cannot be taken back any more.':
    'Der Mandant „{name}“ wird gerade gelöscht; das lässt sich nicht mehr zurücknehmen.',
  'Nothing was done: the tenant "{name}" is active.':
    'Es wurde nichts geändert: Der Mandant „{name}“ ist aktiv.',
  'Nothing was done: the tenant "{name}" is suspended.':
    'Es wurde nichts geändert: Der Mandant „{name}“ ist gesperrt.',
  'Nothing was done: the tenant "{name}" is to be deleted. Take that back first (POST /api/tenants/…/restore).':
    'Es wurde nichts geändert: Der Mandant „{name}“ soll gelöscht werden. Nehmen Sie das zuerst zurück (POST /api/tenants/…/restore).',
  'Nothing was done: the status of the tenant "{name}" is "{status}".':
    'Es wurde nichts geändert: Der Status des Mandanten „{name}“ ist „{status}“.',
  'Changed several sign-in rules': 'Mehrere Anmelderegeln geändert',
  'Changed the domains of addresses that may sign in':
    'Geändert, mit Adressen welcher Domains man sich anmelden darf',
  'Changed whether people sign in by an identity provider only':
    'Geändert, ob man sich nur über einen Identitätsanbieter anmeldet',
  'Changed how long a session lasts': 'Geändert, wie lange eine Sitzung dauert',
  '{email} is none of the addresses this organization allows: they end in {domains}.':
    '{email} gehört nicht zu den Adressen, die diese Organisation zulässt: Sie enden auf {domains}.',
  '{email} is none of the addresses this organization allows: they end in {domains} or one of {more} more domains.':
    '{email} gehört nicht zu den Adressen, die diese Organisation zulässt: Sie enden auf {domains} oder eine von {more} weiteren Domains.',
  'Give the subdomain of the tenant, {subdomain}, to confirm that it is to be deleted.':
    'Geben Sie zur Bestätigung der Löschung die Subdomain des Mandanten an: {subdomain}.',
}
