/** English texts of the dashboard. */
export const dashboardMessages = {
  dashboard: {
    title: 'Dashboard',
    subtitle: 'Manage your digital assets and integrations',
    metrics: {
      totalAssets: 'Total Assets',
      totalAssetsHint: 'Files and folders',
      activeUsers: 'Active Users',
      activeUsersHint: 'People with access',
      integrations: 'Integrations',
      integrationsHint: 'Connected systems',
      status: 'System Status',
    },
    status: { operational: 'Operational', degraded: 'Degraded', down: 'Down' },
    components: {
      allOk:
        'All %{smart_count} component responding |||| All %{smart_count} components responding',
      someBad: 'Needs attention: %{names}',
    },
    trouble: {
      failedJobs: '%{smart_count} failed job |||| %{smart_count} failed jobs',
      parkedEvents: '%{smart_count} parked event |||| %{smart_count} parked events',
    },
    quickActions: {
      title: 'Quick Actions',
      assets: { title: 'Browse Assets', text: 'View and manage files' },
      users: { title: 'Manage Users', text: 'Team and permissions' },
      integrations: { title: 'Integrations', text: 'Connect services' },
    },
    administration: {
      title: 'System Administration',
      tenants: { title: 'Manage Tenants', text: 'Organization settings' },
      environments: { title: 'Environment Settings', text: 'System configuration' },
    },
    activity: {
      title: 'Recent Activity',
      viewAll: 'View all',
      all: 'Activity',
      empty: 'Nothing has happened yet.',
    },
  },
}
