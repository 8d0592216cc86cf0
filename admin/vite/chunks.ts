/** What every signed-in screen has around it, and all blocks of the dashboard, whoever brings them. */
const frame = [
  'admin/src/data/live/index.ts',
  'admin/src/shell/tray/TrayPanel.tsx',
  'admin/src/screens/assets/upload/Upload(Panel|Counter).tsx',
  'plugins/flows/admin/tray/',
  'admin/src/screens/dashboard/',
  'plugins/flows/admin/runs/(LastDay|RecentRuns|FailingWorkflows|WaitingRuns).tsx',
  'plugins/integrations/admin/systems/FailingSystems.tsx',
  // The small pieces of the kit: all screens are made of them.
  'admin/src/kit/(?!Form)[A-Z]\\w+.tsx',
  'admin/src/kit/(data/|use)',
]
const palette = ['admin/src/palette/Overlay.tsx', '(plugins|src/screens)/.*/search.ts']
const lists = ['admin/src/kit/', 'ra-ui-materialui/.*/DataTable.js', 'ListItemButton.js']

const ownCode = /\/(?:plugins|admin\/src\/screens)\/([^/]+)\//

/**
 * Which code shares a file. Each group takes with it what its modules import, unless a group before it
 * has taken that; so a further screen is the file of its plugin and what all lists and forms share.
 * Hundreds of small files cost a request each and compress worse.
 * @param root of the repository
 */
export function chunks(root: string) {
  const within = (paths: string[]) => {
    const pattern = new RegExp(`/(?:${paths.join('|')})`)
    return (id: string) => id.startsWith(root) && !isText(id) && pattern.test(id)
  }
  const groups = [
    // What every page starts with.
    { name: 'vendor', tags: ['$initial' as const], test: /node_modules/ },
    { name: 'base', tags: ['$initial' as const] },
    { name: 'login', test: within(['admin/src/login/LoginScreen.tsx']) },
    { name: 'frame', test: within(frame) },
    { name: 'palette', test: within(palette) },
    // A run is looked at from a mail or another program: it does without lists and forms.
    { name: 'run', test: within(['plugins/flows/admin/runs/RunScreen.tsx']) },
    // All of the kit that lists and forms are made of.
    { name: 'lists', test: within(lists) },
    {
      name: (id: string) => ownCode.exec(id)?.[1] ?? null,
      test: (id: string) => id.startsWith(root) && !isText(id),
    },
  ]
  return groups.map((group, at) => ({ ...group, priority: groups.length - at }))
}

/** Texts come by language. */
const isText = (id: string) => /\/(messages|texts)(\.\w+)?(\.ts|\/)/.test(id)
