/** English texts of the integrations area that other pages show, too. */
export default {
  integrations: {
    palette: { systems: 'Systems' },
    title: 'Integrations',
    asset: { title: 'Calls about this file', all: 'All calls', call: 'Call' },
    webhooksMenu: 'Inbound webhooks',
    templates: { title: 'Templates' },
    imports: { title: 'Import from OpenAPI' },
    failing: {
      title: '%{name} refuses calls',
      facts: 'The last call failed, |||| The last %{smart_count} calls failed, the first of them',
      log: 'Log',
      logOf: 'Log of the calls to %{name}',
      test: 'Test',
      testOf: 'Test the endpoints of %{name}',
    },
    firstSteps: { system: 'Connect a system', endpoint: 'Create an endpoint' },
    systems: {
      add: 'Add System',
    },
  },
}
