import type { Plugin } from 'vite'

/** Libraries of both the sign-in page and the console, which change less often than our own code. */
const vendor = [
  'react-dom/',
  '@mui/material/esm/(Button|IconButton|Typography|Box|CssBaseline|Paper|Skeleton|styles)/',
  'ra-core/dist/i18n/(I18nContextProvider|useLocales|useLocaleState).js',
  'ra-core/dist/notification/NotificationContextProvider.js',
  'ra-core/dist/store/(localStorageStore|StoreContextProvider).js',
  'ra-ui-materialui/dist/theme/(ThemeProvider|ThemesContext).js',
  'lucide-react/dist/esm/icons/key-round.mjs',
]

/** Our own code that the sign-in page and the console use. */
const base = [
  'admin/src/kit/(Toaster|Tooltip|Icon|Logo|brand|document_title|lazyPart|page|theme/(index|ThemeToggle)|toast|unsaved).tsx?',
  'admin/src/(i18n/(provider|use_languages)|login/greeting).ts',
  'admin/src/data/(wire|host_brand|tabs|sign_in|provider_sign_out).ts',
]

/** The sign-in page, which loads before the console. */
const login = ['admin/src/visitor.tsx']

/** The console without its screens. */
const frame = ['admin/src/console.tsx']

/** Menus, which the sign-in page needs for its languages. */
const menus = ['admin/src/login/LanguagePopup.tsx']

/** The dashboard with the blocks of all plugins, and the code that every screen loads next. */
const dashboard = [
  'admin/src/screens/dashboard/DashboardScreen.tsx',
  'admin/src/screens/dashboard/TroubleRows.tsx',
  'plugins/flows/admin/runs/(LastDay|RecentRuns|FailingWorkflows|WaitingRuns).tsx',
  'plugins/integrations/admin/systems/FailingSystems.tsx',
  'plugins/flows/admin/tray/',
  'admin/src/screens/assets/upload/UploadCounter.tsx',
  'admin/src/data/live/index.ts',
]

/** What opens over a screen (dialogs, menus, tray, palette), fetched after the first screen. */
const overlays = [
  'admin/src/kit/(ConfirmDialog|CountBadge|DeleteDialog|DialogFrame|PlainDialog|ActionPopup).tsx',
  'admin/src/shell/(NarrowRail|SignInAgain|ConfirmIdentity|UserMenuPopup).tsx',
  'admin/src/shell/(tray/TrayPanel|undo/Undo(Place|Part)|environment/EnvironmentMenu).tsx',
  'admin/src/login/held/',
  'admin/src/palette/Overlay.tsx',
  'admin/src/screens/assets/upload/UploadPanel.tsx',
  'admin/src/screens/tenants/(working/|use_texts.ts)',
  'admin/src/screens/notifications/(Bell|NotificationRow|use_)',
  '(plugins|admin/src/screens)/.*/search.ts',
]

/**
 * What lists and forms use, and what several screens use from libraries. Otherwise one screen would load the code of
 * another.
 */
const lists = [
  'admin/src/kit/',
  'admin/src/data/(product|tenant_url).ts',
  'admin/src/screens/users/(model|use_roles).ts',
  'admin/src/screens/tenants/(model.ts|TenantStatus.tsx)',
  'admin/src/screens/assets/permissions/',
  'admin/src/screens/branding/(LogoDrop|look/ColorInput).tsx',
  'admin/src/screens/events/(log_filters.ts|ExportButton.tsx)',
  'ra-ui-materialui/.*/(DataTable|RadioButtonGroupInput).js',
  'ra-core/.*/useLocale.js',
  '(ListItem(Button|Text|Icon)|ToggleButton(Group)?|Accordion(Summary|Details)?).js',
  'lucide-react/dist/esm/icons/',
]

/** The workflow canvas with its large library, fetched when a person chooses that view. */
const canvas = ['plugins/flows/admin/workflow/(CanvasView|canvas_layout)']

const ownCode = /\/(?:plugins|admin\/src\/screens)\/([^/]+)\//

/**
 * Assigns code to output files. Each group also takes what its modules import, unless an earlier group has taken it.
 * After the first screen, another screen loads only the file of its plugin, and the code that all lists and forms
 * share. Hundreds of small files would each cost a request, and compress worse.
 * @param root directory of the repository
 */
export function chunks(root: string) {
  // Bundlers use slashes in module names. The trailing slash excludes sibling folders with the same prefix.
  const ours = `${root.replaceAll('\\', '/')}/`
  const isOurs = (id: string) => id.startsWith(ours) && !isText(id)
  const within = (paths: string[]) => {
    const pattern = new RegExp(`/(?:${paths.join('|')})`)
    return (id: string) => isOurs(id) && pattern.test(id)
  }
  const groups = [
    { name: 'vendor', test: within(vendor) },
    { name: 'base', test: within(base) },
    { name: 'login', test: within(login) },
    { name: 'console', test: within(frame) },
    { name: 'menus', test: within(menus) },
    { name: 'dashboard', test: within(dashboard) },
    { name: 'overlays', test: within(overlays) },
    // People open a run from an email or another program, so its screen loads without lists and forms.
    { name: 'run', test: within(['plugins/flows/admin/runs/RunScreen.tsx']) },
    { name: 'lists', test: within(lists) },
    {
      name: (id: string) => ownCode.exec(id)?.[1] ?? null,
      test: (id: string) => isOurs(id) && !within(canvas)(id),
    },
    // After the previous group, which takes what other screens use, too.
    { name: 'canvas', test: within(canvas) },
  ]
  return groups.map((group, at) => ({ ...group, priority: groups.length - at }))
}

/** Texts are split by language. */
const isText = (id: string) => /\/((screen_)?messages|texts)(\.\w+)?(\.ts|\/)/.test(id)

/**
 * Groups the code of a build for browsers. The check of added screens loads a build in Node.js: there a group would
 * run code of lazy screens, which needs a browser.
 */
export const groupedChunks = (root: string): Plugin => ({
  name: 'crossdock-chunks',
  config: (_config, { isSsrBuild }) =>
    isSsrBuild
      ? {}
      : { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks(root) } } } } },
})
