import type { Page } from 'playwright-core'
import { sees } from './visit.js'

/**
 * The person who sees a screen: two people of the demo tenant (administrator and viewer), the administrator of
 * an empty tenant, the super administrator, or a visitor.
 */
export type Who = 'dispatch' | 'gate' | 'newcomer' | 'operator' | 'visitor'

/** A screen or dialog of the product in the demo tenant. */
export interface Screen {
  name: string
  who: Who
  /** 'full' fills a phone's window, 'small' is a question that does not. */
  dialog?: 'full' | 'small'
  open: (page: Page) => Promise<void>
}

type Role = Parameters<Page['getByRole']>[0]

const press = (page: Page, role: Role, name: string | RegExp) =>
  page
    .getByRole(role, { name, exact: typeof name === 'string' })
    .first()
    .click()

/** No placeholder is shown for data that is still loading. */
const loaded = (page: Page) =>
  page.waitForFunction(() => !document.querySelector('.MuiSkeleton-root, [aria-busy=true]'))

/** A screen with its address, recognized by its title. */
function screen(name: string, path: string, title: string, who: Who = 'dispatch'): Screen {
  return {
    name,
    who,
    open: async (page) => {
      await page.goto(path)
      await sees(page.getByRole('heading', { level: 1, name: title, exact: true }))
      await loaded(page)
    },
  }
}

/** The same screen with additional steps. */
const then = (
  from: Screen,
  name: string,
  dialog: Screen['dialog'],
  steps: (page: Page) => Promise<void>
): Screen => ({
  name,
  who: from.who,
  dialog,
  open: async (page) => {
    await from.open(page)
    await steps(page)
    await loaded(page)
  },
})

const menu = (title: string, row: string, action: string, question?: string) => {
  return async (page: Page) => {
    await press(page, 'button', `Actions for ${row}`)
    await press(page, 'menuitem', action)
    const name = question ?? title
    await sees(page.locator('[role=dialog], [role=alertdialog]').filter({ hasText: name }))
  }
}

const login = screen('login', '/login', 'Sign in to Crossdock', 'visitor')
const loginRefused = screen('login-back', '/login?sso=domain', 'Sign in to Crossdock', 'visitor')
const dashboard = screen('dashboard', '/dashboard', 'Dashboard')
const operatorHome = screen('dashboard-operator', '/dashboard', 'Dashboard', 'operator')
const assets = screen('assets', '/assets', 'Asset Management')
const systems = screen('integrations-systems', '/integrations', 'Integrations')
const workflows = screen('integrations-workflows', '/integrations?tab=workflows', 'Integrations')
const activity = screen('integrations-activity', '/integrations?tab=activity', 'Integrations')
const users = screen('users', '/users', 'User Directory')
const roles = screen('roles', '/roles', 'Roles & Permissions')
const tokens = screen('api-tokens', '/api-tokens', 'API Tokens')
const shares = screen('shares', '/shares', 'Shared Links')
const settings = screen('settings', '/settings', 'Profile · Settings')
const security = screen('security', '/security', 'Security · Settings')
const systemPage = screen('system', '/system', 'System', 'operator')
const demoRequests = screen('demo-requests', '/system?tab=demo-requests', 'System', 'operator')
const publicPages = screen('public-pages', '/system?tab=public-pages', 'System', 'operator')
const tenants = screen('tenants', '/tenants', 'Tenant Management', 'operator')
const tenantPage = then(tenants, 'tenant-page', undefined, async (page) => {
  await press(page, 'link', /^View /)
  await sees(page.getByRole('heading', { level: 2, name: 'Danger zone' }))
})
const environments = screen('environments', '/admin/environments', 'Environments', 'operator')

const branding = screen('branding', '/branding', 'Branding · Settings')
const singleSignOn = screen('single-sign-on', '/single-sign-on', 'Single sign-on · Settings')

const folder = then(assets, 'assets-folder', undefined, async (page) => {
  await press(page, 'link', 'Arrivals')
  await sees(page.getByRole('heading', { level: 1, name: 'Arrivals' }))
})
const details = then(folder, 'file-details', undefined, async (page) => {
  await press(page, 'button', /^Actions for /)
  await press(page, 'menuitem', 'Details')
  await sees(page.getByRole('region', { name: 'Versions' }))
})
const system = 'Tidewater Customs Broker'
const endpoints = then(systems, 'endpoints', undefined, async (page) => {
  await press(page, 'link', `View endpoints of ${system}`)
  await sees(page.getByRole('heading', { level: 1, name: `API Endpoints - ${system}` }))
})
const log = then(activity, 'execution-details', 'full', async (page) => {
  // The oldest call belongs to a workflow. Newer ones may be tests of an endpoint.
  await page
    .getByRole('button', { name: /^View details of / })
    .last()
    .click()
  await sees(page.getByRole('dialog', { name: 'Execution details' }))
})

const palette = async (page: Page) => {
  await press(page, 'button', 'Search and commands')
  await sees(page.getByRole('option', { name: 'New folder' }))
}

const workflow = 'Announce arrivals to customs'
const endpoint = 'Announce an arrival'
const workflowPage = then(workflows, 'workflow', undefined, async (page) => {
  await press(page, 'link', workflow)
  await sees(page.getByRole('heading', { level: 1, name: workflow, exact: true }))
  await sees(page.getByRole('button', { name: 'Show the files' }))
})

/** Every screen and main dialog. */
export const screens: Screen[] = [
  login,
  then(login, 'login-invalid', undefined, async (page) => {
    await press(page, 'button', 'Send magic link')
    await sees(page.getByText('Email is required'))
  }),
  then(login, 'login-code', undefined, async (page) => {
    await page.getByRole('textbox', { name: 'Email' }).fill('person@lumen-harbor.example')
    await press(page, 'button', 'Send magic link')
    await sees(page.getByRole('heading', { name: 'Check your email' }))
  }),
  then(loginRefused, 'login-refused', undefined, async (page) => {
    await sees(page.getByText(/Sign in by email\.$/))
  }),
  dashboard,
  screen('dashboard-viewer', '/dashboard', 'Dashboard', 'gate'),
  operatorHome,
  then(operatorHome, 'switcher', undefined, async (page) => {
    // On phones it is in the drawer.
    const menu = page.getByRole('button', { name: 'Open menu' })
    if (await menu.isVisible()) await menu.click()
    await press(page, 'button', /^Organization: /)
    await sees(page.getByRole('option', { name: /Lumen Harbor/ }))
  }),
  screen('usage', '/usage', 'Usage'),
  users,
  then(users, 'users-invite', 'full', async (page) => {
    await press(page, 'button', 'Invite Users')
    await sees(page.getByRole('dialog', { name: 'Invite Users' }))
  }),
  then(users, 'users-import', 'full', async (page) => {
    await press(page, 'button', 'Import')
    await sees(page.getByRole('dialog', { name: 'Import Users' }))
  }),
  then(users, 'users-actions', undefined, async (page) => {
    await press(page, 'button', /^Actions for /)
    await sees(page.getByRole('menuitem', { name: /Deactivate/ }))
  }),
  screen('notifications', '/notifications', 'Notifications'),
  then(dashboard, 'bell', undefined, async (page) => {
    await press(page, 'button', /^Notifications:/)
    await sees(page.getByRole('dialog', { name: 'Notifications' }))
  }),
  screen('feed', '/activity', 'Activity'),
  screen('feed-operator', '/activity', 'Activity', 'operator'),
  screen('feed-denied', '/activity', 'Access Denied', 'gate'),
  screen('events', '/events', 'Events'),
  screen('events-operator', '/events', 'Events', 'operator'),
  screen('events-denied', '/events', 'Access Denied', 'gate'),
  then(dashboard, 'user-menu', undefined, async (page) => {
    await press(page, 'button', /user menu$/)
    await sees(page.getByRole('menuitem', { name: 'Sign out' }))
  }),
  then(dashboard, 'palette', 'full', palette),
  then(dashboard, 'palette-found', 'full', async (page) => {
    await palette(page)
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('arrival')
    await sees(page.getByRole('option', { name: /^Announce arrivals/ }).first())
  }),
  then(assets, 'keys', 'full', async (page) => {
    await page.keyboard.press('?')
    await sees(page.getByRole('dialog', { name: 'Keyboard shortcuts' }))
  }),
  assets,
  screen('assets-viewer', '/assets', 'Asset Management', 'gate'),
  screen('assets-operator', '/assets', 'Assets', 'operator'),
  folder,
  then(assets, 'new-folder', 'full', async (page) => {
    await press(page, 'button', 'New folder')
    await press(page, 'button', 'Create folder')
    await sees(page.getByText('A name is required'))
  }),
  then(assets, 'rename', 'full', menu('Rename', 'Arrivals', 'Rename')),
  then(assets, 'move', 'full', menu('Move Arrivals', 'Arrivals', 'Move to...')),
  then(folder, 'versions', 'full', async (page) => {
    await press(page, 'button', /^Actions for /)
    await press(page, 'menuitem', 'Versions')
    await sees(page.getByText('Version 1', { exact: true }))
  }),
  screen('assets-grid', '/assets?layout=cards', 'Asset Management'),
  details,
  then(details, 'file', undefined, async (page) => {
    await press(page, 'link', 'Open its page')
    await sees(page.getByRole('region', { name: 'Versions' }))
  }),
  shares,
  then(shares, 'sharing-rule', 'full', async (page) => {
    await press(page, 'button', 'Link Rules')
    await sees(page.getByRole('dialog', { name: 'Link rules' }))
  }),
  screen('shares-operator', '/shares', 'Shared Links', 'operator'),
  screen('shares-denied', '/shares', 'Access Denied', 'gate'),
  then(assets, 'share', 'full', menu('Share "Arrivals"', 'Arrivals', 'Share...')),
  then(assets, 'share-options', 'full', async (page) => {
    await menu('Share "Arrivals"', 'Arrivals', 'Share...')(page)
    await press(page, 'button', 'Options')
    await sees(page.getByRole('textbox', { name: 'Download limit' }))
  }),
  singleSignOn,
  then(singleSignOn, 'single-sign-on-add', 'full', async (page) => {
    await press(page, 'button', 'Add provider')
    await sees(page.getByRole('dialog', { name: 'Add identity provider' }))
    await press(page, 'button', 'Add rule')
  }),
  branding,
  then(branding, 'branding-look', 'full', async (page) => {
    await press(page, 'button', 'Change')
    await page.getByRole('textbox', { name: 'Button color', exact: true }).fill('#ffff00')
    await sees(page.getByText(/is too light to read on a white page/))
  }),
  screen('branding-operator', '/branding', 'Branding · Settings', 'operator'),
  screen('branding-denied', '/branding', 'Access Denied', 'gate'),
  then(assets, 'no-match', undefined, async (page) => {
    await page.getByRole('searchbox').fill('zebra')
    await sees(page.getByText('No matches', { exact: true }))
  }),
  then(assets, 'uploads', undefined, async (page) => {
    const name = 'A rather long name of a notice about a delayed arrival.txt'
    const buffer = Buffer.from('The arrival of LH-2044 is delayed by a day.\n')
    const input = page.getByLabel('Choose files to upload')
    await input.setInputFiles({ name, mimeType: 'text/plain', buffer })
    await page.getByRole('button', { name: /^In progress/ }).click()
    await sees(page.getByText('All uploads finished'))
  }),
  screen('trash-empty', '/assets/trash', 'Trash'),
  systems,
  then(systems, 'system', 'full', async (page) => {
    await press(page, 'button', 'Add System')
    await page.getByRole('dialog').getByRole('button', { name: 'Add System' }).click()
    await sees(page.getByText('System name is required'))
  }),
  then(systems, 'system-delete', 'small', async (page) => {
    await press(page, 'button', `Delete ${system}`)
    await sees(page.getByText('Are you sure you want to delete this system?'))
  }),
  endpoints,
  then(endpoints, 'endpoint', 'full', menu('Edit API Endpoint', endpoint, 'Edit')),
  then(endpoints, 'endpoint-test', 'full', async (page) => {
    await press(page, 'button', `Actions for ${endpoint}`)
    await press(page, 'menuitem', 'Test')
    await sees(page.getByRole('region', { name: 'Response' }))
  }),
  workflows,
  workflowPage,
  then(workflowPage, 'workflow-step', undefined, async (page) => {
    await press(page, 'button', /API Call/)
    await sees(page.getByRole('textbox', { name: 'Step name' }))
  }),
  then(workflowPage, 'workflow-versions', 'full', menu('', workflow, 'Versions', 'Versions of')),
  then(workflows, 'workflow-add', 'full', async (page) => {
    await press(page, 'button', 'Create Workflow')
    await sees(page.getByRole('dialog', { name: 'Create Workflow' }))
  }),
  then(
    workflows,
    'workflow-execute',
    'full',
    menu(`Execute ${workflow} on a file`, workflow, 'Execute on a file...')
  ),
  then(
    workflows,
    'workflow-delete',
    'small',
    menu('', workflow, 'Delete', 'Are you sure you want to delete this workflow?')
  ),
  screen('runs', '/flow-execution', 'Flow Execution'),
  screen('agents-empty', '/desktop-agents', 'Desktop Agents'),
  screen('agents-viewer', '/desktop-agents', 'Desktop Agents', 'gate'),
  screen('agents-commands', '/desktop-agents?tab=commands', 'Desktop Agents'),
  screen('agents-deploy', '/desktop-agents?tab=deploy', 'Desktop Agents'),
  screen('agent-groups', '/desktop-agents/groups', 'Agent groups'),
  screen('sync-empty', '/sync-contracts', 'Sync Contracts'),
  screen('sync-bindings', '/sync-contracts?tab=bindings', 'Sync Contracts'),
  screen('sync-conflicts', '/sync-contracts?tab=conflicts', 'Sync Contracts'),
  then(screen('sync', '/sync-contracts', 'Sync Contracts'), 'sync-create', 'full', async (page) => {
    await press(page, 'button', 'Create contract')
    await sees(page.getByRole('dialog', { name: 'Create Sync Contract' }))
  }),
  screen('webhooks-empty', '/webhooks', 'Webhooks'),
  then(screen('webhooks', '/webhooks', 'Webhooks'), 'webhook-create', 'full', async (page) => {
    await press(page, 'button', 'Create webhook')
    await sees(page.getByRole('dialog', { name: 'Create webhook' }))
  }),
  then(
    screen('groups', '/desktop-agents/groups', 'Agent groups'),
    'agent-group',
    'full',
    async (page) => {
      await press(page, 'button', 'New Group')
      await sees(page.getByRole('dialog', { name: 'New agent group' }))
    }
  ),
  activity,
  then(activity, 'activity-no-match', undefined, async (page) => {
    await page.getByRole('searchbox').fill('zebra')
    await sees(page.getByText('No logs match your filters'))
  }),
  log,
  then({ ...log, dialog: undefined }, 'run', undefined, async (page) => {
    await press(page, 'link', 'View run')
    await sees(page.getByRole('heading', { level: 1, name: workflow }))
    await press(page, 'button', /API Call/)
  }),
  screen('dashboard-empty', '/dashboard', 'Dashboard', 'newcomer'),
  screen('assets-empty', '/assets', 'Asset Management', 'newcomer'),
  screen('systems-empty', '/integrations', 'Integrations', 'newcomer'),
  screen('variables', '/integrations/variables', 'Variables'),
  screen('variables-empty', '/integrations/variables', 'Variables', 'newcomer'),
  screen('workflows-empty', '/integrations?tab=workflows', 'Integrations', 'newcomer'),
  screen('activity-empty', '/integrations?tab=activity', 'Integrations', 'newcomer'),
  screen('integrations-operator', '/integrations', 'Integrations', 'operator'),
  screen('integrations-denied', '/integrations', 'Access Denied', 'gate'),
  roles,
  then(roles, 'role', 'full', async (page) => {
    await press(page, 'button', 'Create Role')
    await page.getByRole('dialog').getByRole('button', { name: 'Create Role' }).click()
    await sees(page.getByText('A role needs a name'))
  }),
  then(roles, 'role-person', 'full', async (page) => {
    await press(page, 'button', 'Check access')
    await press(page, 'button', /^.*gate@/)
    await sees(page.getByText('Role: Viewer'))
  }),
  screen('roles-operator', '/roles', 'Roles & Permissions', 'operator'),
  screen('roles-denied', '/roles', 'Access Denied', 'gate'),
  tokens,
  then(tokens, 'api-token', 'full', async (page) => {
    await press(page, 'button', 'Create Token')
    await sees(page.getByRole('dialog', { name: 'Create API Token' }))
  }),
  screen('api-tokens-viewer', '/api-tokens', 'API Tokens', 'gate'),
  security,
  settings,
  screen('settings-appearance', '/settings?tab=appearance', 'Language & appearance · Settings'),
  screen('settings-organization', '/settings?tab=organization', 'Organization · Settings'),
  screen('settings-rules', '/settings?tab=rules', 'Sign-in rules · Settings'),
  screen('settings-notifications', '/settings?tab=notifications', 'Notifications · Settings'),
  screen('settings-security', '/settings?tab=security', 'Security · Settings'),
  screen('settings-branding', '/settings?tab=branding', 'Branding · Settings'),
  screen('settings-retention', '/settings?tab=retention', 'Retention · Settings'),
  screen('settings-audit', '/settings?tab=audit', 'Audit · Settings'),
  screen('settings-denied', '/settings?tab=rules', 'Sign-in rules · Settings', 'gate'),
  systemPage,
  demoRequests,
  publicPages,
  screen('system-jobs', '/system?tab=jobs', 'System', 'operator'),
  screen('system-plugins', '/system?tab=plugins', 'System', 'operator'),
  screen('system-denied', '/system', 'Access Denied', 'gate'),
  tenants,
  then(tenants, 'tenant', 'full', async (page) => {
    await press(page, 'button', 'Add Tenant')
    await press(page, 'button', 'Create Tenant')
    await sees(page.getByText('Tenant name is required'))
  }),
  tenantPage,
  then(tenantPage, 'tenant-edit', 'full', async (page) => {
    await press(page, 'button', 'Edit')
    await sees(page.getByRole('dialog', { name: 'Edit Tenant' }))
  }),
  then(tenantPage, 'tenant-suspend', 'full', async (page) => {
    await press(page, 'button', 'Suspend')
    await sees(page.getByRole('dialog', { name: /^Suspend / }))
  }),
  then(tenantPage, 'tenant-delete', 'full', async (page) => {
    await press(page, 'button', 'Delete tenant')
    await sees(page.getByRole('dialog', { name: /^Delete / }))
  }),
  environments,
  then(environments, 'environment', 'full', async (page) => {
    await press(page, 'button', 'Create Environment')
    await sees(page.getByRole('radio', { name: /^Development/ }))
    await page.getByRole('dialog').getByRole('button', { name: 'Create Environment' }).click()
    await sees(page.getByText('Choose a tenant'))
  }),
  then(environments, 'environment-edit', 'full', menu('Edit Environment', 'Production', 'Edit')),
  screen('environments-denied', '/admin/environments', 'Access Denied', 'gate'),
  screen('not-found', '/no/page', '404 Page Not Found'),
]
