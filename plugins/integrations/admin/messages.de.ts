import type { Translation } from '@crossdock/admin/kit'
import type english from './messages.js'

/** German texts of the integrations area. */
export default {
  integrations: {
    palette: { systems: 'Systeme' },
    title: 'Integrationen',
    asset: { title: 'Aufrufe zu dieser Datei', all: 'Alle Aufrufe', call: 'Aufruf' },
    webhooksMenu: 'Eingehende Webhooks',
    templates: { title: 'Vorlagen' },
    imports: { title: 'Aus OpenAPI importieren' },
    failing: {
      title: '%{name} weist Aufrufe ab',
      facts:
        'Der letzte Aufruf schlug fehl, |||| Die letzten %{smart_count} Aufrufe schlugen fehl, der erste davon',
      log: 'Protokoll',
      logOf: 'Protokoll der Aufrufe von %{name}',
      test: 'Testen',
      testOf: 'Endpunkte von %{name} testen',
    },
    firstSteps: { system: 'Ein System verbinden', endpoint: 'Einen Endpunkt anlegen' },
    systems: {
      add: 'System hinzufügen',
    },
  },
} satisfies Translation<typeof english>
