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
}
