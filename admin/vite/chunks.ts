const login = ['admin/src/login/(LoginScreen.tsx|held/)']

/** The dashboard with all its blocks, whoever brings them, and what follows along on every screen. */
const dashboard = [
  'admin/src/screens/dashboard/DashboardScreen.tsx',
  'admin/src/screens/dashboard/TroubleRows.tsx',
  'plugins/flows/admin/runs/(LastDay|RecentRuns|FailingWorkflows|WaitingRuns).tsx',
  'plugins/integrations/admin/systems/FailingSystems.tsx',
  'plugins/flows/admin/tray/',
  'admin/src/screens/assets/upload/UploadCounter.tsx',
  'admin/src/data/live/index.ts',
]

/** What opens over a screen, fetched when the first one is there: dialogs, menus, tray, palette. */
const overlays = [
  'admin/src/kit/(ConfirmDialog|DeleteDialog|DialogFrame|PlainDialog|ActionPopup).tsx',
  'admin/src/shell/(NarrowRail|SignInAgain|ConfirmIdentity|UserMenuPopup).tsx',
  'admin/src/shell/(tray/(TrayPanel|CountBadge)|undo/Undo(Place|Part)|environment/EnvironmentMenu).tsx',
  'admin/src/login/LanguagePopup.tsx',
  'admin/src/palette/Overlay.tsx',
  'admin/src/screens/assets/upload/UploadPanel.tsx',
  'admin/src/screens/tenants/(working/|use_texts.ts)',
  'admin/src/screens/notifications/(Bell|NotificationRow|use_)',
  '(plugins|admin/src/screens)/.*/search.ts',
]

/** What lists and forms are made of, and what several screens take from libraries: else one screen would fetch another. */
const lists = [
  'admin/src/kit/',
  'admin/src/(product|data/tenant_url).ts',
  'admin/src/screens/users/(model|use_roles).ts',
  'admin/src/screens/assets/permissions/',
  'admin/src/screens/branding/(LogoDrop|look/ColorInput).tsx',
  'admin/src/screens/activity/(log_filters.ts|ExportButton.tsx)',
  'ra-ui-materialui/.*/(DataTable|RadioButtonGroupInput).js',
  'ra-core/.*/useLocale.js',
  '(ListItem(Button|Text|Icon)|ToggleButton(Group)?|Accordion(Summary|Details)?).js',
  'lucide-react/dist/esm/icons/',
]

/** The drawing of a workflow with its large library, fetched when a person chooses that view. */
const canvas = ['plugins/flows/admin/canvas/']

const ownCode = /\/(?:plugins|admin\/src\/screens)\/([^/]+)\//

/**
 * Which code shares a file. Each group takes with it what its modules import, unless a group before it
 * has taken that; so a further screen is the file of its plugin and what all lists and forms share.
 * Hundreds of small files cost a request each and compress worse.
 * @param root of the repository
 */
export function chunks(root: string) {
  // Bundlers name modules with slashes everywhere. Without the last one, a folder beside ours would be ours.
  const ours = `${root.replaceAll('\\', '/')}/`
  const isOurs = (id: string) => id.startsWith(ours) && !isText(id)
  const within = (paths: string[]) => {
    const pattern = new RegExp(`/(?:${paths.join('|')})`)
    return (id: string) => isOurs(id) && pattern.test(id)
  }
  const groups = [
    // What every page starts with.
    { name: 'vendor', tags: ['$initial' as const], test: /node_modules/ },
    { name: 'base', tags: ['$initial' as const] },
    { name: 'login', test: within(login) },
    { name: 'dashboard', test: within(dashboard) },
    { name: 'overlays', test: within(overlays) },
    // A run is looked at from a mail or another program: it does without lists and forms.
    { name: 'run', test: within(['plugins/flows/admin/runs/RunScreen.tsx']) },
    { name: 'lists', test: within(lists) },
    {
      name: (id: string) => ownCode.exec(id)?.[1] ?? null,
      test: (id: string) => isOurs(id) && !within(canvas)(id),
    },
    // Behind the group before it, which keeps what other screens use, too.
    { name: 'canvas', test: within(canvas) },
  ]
  return groups.map((group, at) => ({ ...group, priority: groups.length - at }))
}

/** Texts come by language. */
const isText = (id: string) => /\/((screen_)?messages|texts)(\.\w+)?(\.ts|\/)/.test(id)
