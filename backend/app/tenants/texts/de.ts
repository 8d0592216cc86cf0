/** German for the texts of tenants. */
export default {
  'Open Tenants': 'Mandanten öffnen',
  'Tenant suspended or closing': 'Mandant gesperrt oder in Löschung',
  'Another operator has suspended a tenant or scheduled its deletion.':
    'Ein anderer Betreiber hat einen Mandanten gesperrt oder seine Löschung geplant.',
  'Tenant near or at a limit': 'Mandant nahe oder an einer Grenze',
  'A tenant has used 90 % or more of its API calls or its storage.':
    'Ein Mandant hat mindestens 90 % seiner API-Aufrufe oder seines Speichers verbraucht.',
  '{name} has no API calls left this month': '{name} hat diesen Monat keine API-Aufrufe mehr',
  '{name} has no storage left': '{name} hat keinen Speicher mehr',
  '{name} has used {percent} % of its API calls':
    '{name} hat {percent} % der API-Aufrufe verbraucht',
  '{name} has used {percent} % of its storage': '{name} hat {percent} % des Speichers verbraucht',
  'Created the organization {name}': 'Organisation {name} angelegt',
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
  'Scheduled the deletion of the tenant {name}':
    'Mandant {name} nach Ablauf der Frist löschen lassen',
  'Canceled the deletion of the tenant {name}': 'Löschung des Mandanten {name} zurückgenommen',
  'Deleted the tenant {subdomain} and all its data':
    'Mandant {subdomain} mit allem gelöscht, was ihm gehörte',
  'Began to work in the tenant {name}': 'Arbeit im Mandanten {name} begonnen',
  'Left the tenant {name}': 'Mandant {name} verlassen',
  'The tenant "{name}" is being deleted and can no longer be restored.':
    'Der Mandant „{name}“ wird gerade gelöscht; das lässt sich nicht mehr zurücknehmen.',
  'Nothing was done: the tenant "{name}" is active.':
    'Es wurde nichts geändert: Der Mandant „{name}“ ist aktiv.',
  'Nothing was done: the tenant "{name}" is suspended.':
    'Es wurde nichts geändert: Der Mandant „{name}“ ist gesperrt.',
  'Nothing was done: the tenant "{name}" is scheduled for deletion. Restore it first (POST /api/tenants/…/restore).':
    'Es wurde nichts geändert: Der Mandant „{name}“ soll gelöscht werden. Nehmen Sie das zuerst zurück (POST /api/tenants/…/restore).',
  'Nothing was done: the status of the tenant "{name}" is "{status}".':
    'Es wurde nichts geändert: Der Status des Mandanten „{name}“ ist „{status}“.',
  'Changed several sign-in rules': 'Mehrere Anmelderegeln geändert',
  'Changed the domains of addresses that may sign in':
    'Geändert, mit Adressen welcher Domains man sich anmelden darf',
  'Changed whether people sign in only with an identity provider':
    'Geändert, ob man sich nur über einen Identitätsanbieter anmeldet',
  'Changed how long a session lasts': 'Geändert, wie lange eine Sitzung dauert',
  'This organization does not allow {email}. Use an address that ends in {domains}.':
    '{email} gehört nicht zu den Adressen, die diese Organisation zulässt: Sie enden auf {domains}.',
  'This organization does not allow {email}. Use an address that ends in {domains} or one of {more} more domains.':
    '{email} gehört nicht zu den Adressen, die diese Organisation zulässt: Sie enden auf {domains} oder eine von {more} weiteren Domains.',
  'Confirm the deletion with the subdomain of the tenant, {subdomain}.':
    'Geben Sie zur Bestätigung der Löschung die Subdomain des Mandanten an: {subdomain}.',
}
