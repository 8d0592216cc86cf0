/** English texts of the dashboard. */
export default {
  dashboard: {
    title: 'Dashboard',
    subtitle: 'Manage your digital assets and integrations',
    metrics: {
      totalAssets: 'Total Assets',
      totalAssetsHint: 'Files and folders',
      activeUsers: 'Active Users',
      activeUsersHint: 'People who have signed in',
      invited: '%{smart_count} invited',
      integrations: 'Integrations',
      integrationsHint: 'Connected systems',
      status: 'System Status',
    },
    status: { operational: 'Operational', degraded: 'Degraded', down: 'Down' },
    components: {
      allOk:
        'All %{smart_count} component responding |||| All %{smart_count} components responding',
      someBad: 'Needs attention: %{names}',
      untried: 'Not tried yet: %{names}',
    },
    trouble: {
      failedJobs: '%{smart_count} failed job |||| %{smart_count} failed jobs',
      parkedEvents: '%{smart_count} parked event |||| %{smart_count} parked events',
    },
    attention: {
      title: '%{smart_count} thing needs attention |||| %{smart_count} things need attention',
      well: 'All is well.',
      serverWell: 'The server itself is well.',
      lastEvent: 'Last event',
      unknown: 'Not everything could be looked at: %{reason}',
      component: 'Part of the system: %{name}',
      degraded: 'It does not work as it should.',
      down: 'It does not answer.',
      failedJobs: 'Jobs that failed in the last seven days. List and retry them with',
      parkedEvents: 'Events that could not be handled. List and retry them with',
    },
    firstSteps: {
      title: 'First steps',
      progress: '%{done} of %{total} done',
      done: 'Done',
      dismiss: 'Hide the first steps',
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
      by: 'by %{name}',
    },
  },
}
