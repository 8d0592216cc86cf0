import type { Translation } from '@crossdock/admin/kit'
import type english from './messages.js'

/** German texts of tenant management. */
export default {
  tenants: {
    menu: 'Mandanten',
    title: 'Mandanten',
    add: 'Mandant hinzufügen',
    search: 'Mandanten suchen',
    all: 'Alle Mandanten',
    total: '%{count} Mandanten insgesamt',
    empty: {
      title: 'Keine Mandanten gefunden',
      text: 'Ein Mandant ist eine Organisation mit eigenen Benutzern, Dateien und Integrationen.',
      action: 'Ersten Mandanten anlegen',
    },
    column: {
      tenant: 'Mandant',
      users: 'Benutzer',
      storage: 'Speicher',
      assets: 'Dateien',
      lastActive: 'Zuletzt aktiv',
      status: 'Status',
    },
    figures: {
      users: '%{count} Benutzer |||| %{count} Benutzer',
      assets: '%{count} Datei |||| %{count} Dateien',
    },
    status: { active: 'Aktiv', suspended: 'Gesperrt', inactive: 'Inaktiv' },
    form: {
      title: 'Neuen Mandanten hinzufügen',
      text: 'Der Administrator bekommt einen Anmeldelink per E-Mail.',
      name: 'Name des Mandanten',
      subdomain: 'Subdomain',
      adminEmail: 'E-Mail-Adresse des Administrators',
      submit: 'Mandant anlegen',
      submitting: 'Wird angelegt …',
      nameRequired: 'Der Name des Mandanten ist erforderlich',
      subdomainLength: 'Die Subdomain muss mindestens 3 Zeichen haben',
      subdomainCharacters:
        'Die Subdomain darf nur Kleinbuchstaben, Ziffern und Bindestriche enthalten',
      subdomainEdges: 'Die Subdomain darf nicht mit einem Bindestrich anfangen oder enden',
      emailInvalid: 'Eine gültige E-Mail-Adresse ist erforderlich',
    },
    created: {
      title: 'Mandant angelegt',
      text: 'Der neue Mandant wurde angelegt.',
    },
    createFailed: 'Der Mandant konnte nicht angelegt werden',
  },
} satisfies Translation<typeof english>
