/** English texts of tenant management. */
export default {
  tenants: {
    menu: 'Tenants',
    title: 'Tenant Management',
    add: 'Add Tenant',
    search: 'Search tenants',
    all: 'All Tenants',
    total: '%{count} total tenants',
    empty: {
      title: 'No tenants found',
      text: 'A tenant is one organization with its own users, files and integrations.',
      action: 'Create Your First Tenant',
    },
    column: {
      tenant: 'Tenant',
      users: 'Users',
      storage: 'Storage',
      assets: 'Assets',
      lastActive: 'Last Active',
      status: 'Status',
    },
    figures: {
      users: '%{count} user |||| %{count} users',
      assets: '%{count} asset |||| %{count} assets',
    },
    status: { active: 'Active', suspended: 'Suspended', inactive: 'Inactive' },
    form: {
      title: 'Add New Tenant',
      text: 'The administrator gets a sign-in link by email.',
      name: 'Tenant Name',
      subdomain: 'Subdomain',
      adminEmail: 'Admin Email',
      submit: 'Create Tenant',
      submitting: 'Creating...',
      nameRequired: 'Tenant name is required',
      subdomainLength: 'Subdomain must be at least 3 characters',
      subdomainCharacters: 'Subdomain can only contain lowercase letters, numbers, and hyphens',
      subdomainEdges: 'Subdomain cannot start or end with a hyphen',
      emailInvalid: 'Valid email address is required',
    },
    created: {
      title: 'Tenant created',
      text: 'The new tenant has been created successfully.',
    },
    createFailed: 'Failed to create tenant',
  },
}
